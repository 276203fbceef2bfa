import { type ComponentType, useEffect, useState } from 'react'
import { useGateway } from '../gateway/gateway-context.tsx'
import type { StepUpDialogProps } from './step-up-dialog.tsx'

type OpenDialog = StepUpDialogProps & { Dialog: ComponentType<StepUpDialogProps> }

/** Part of every page. Prompts the signed-in user when a call needs a recent proof (behaviour 11.19). */
export function StepUp() {
  const gateway = useGateway()
  const [dialog, setDialog] = useState<OpenDialog>()
  useEffect(
    () =>
      gateway.onProofNeeded(async (typedPassword) => {
        // Loaded on demand. If loading fails, the call is refused and the page keeps its input.
        const loaded = await import('./step-up-dialog.tsx').catch(() => undefined)
        if (!loaded) return false
        const { proved, choices, problem } = await loaded.startStepUp(gateway, typedPassword)
        if (!choices) return proved
        const { promise, resolve } = Promise.withResolvers<boolean>()
        setDialog({ Dialog: loaded.StepUpDialog, choices, problem, onEnd: resolve })
        return promise.finally(() => setDialog(undefined))
      }),
    [gateway],
  )
  return dialog ? <dialog.Dialog choices={dialog.choices} problem={dialog.problem} onEnd={dialog.onEnd} /> : null
}
