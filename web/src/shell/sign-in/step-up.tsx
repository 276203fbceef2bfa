import { type ComponentType, useEffect, useState } from 'react'
import { useGateway } from '../gateway/gateway-context.tsx'
import type { StepUpDialogProps } from './step-up-dialog.tsx'

type Asked = StepUpDialogProps & { Dialog: ComponentType<StepUpDialogProps> }

/** Stands in every page: asks whoever is signed in once more who they are, when a call needs that (behaviour 11.19). */
export function StepUp() {
  const gateway = useGateway()
  const [asked, setAsked] = useState<Asked>()
  useEffect(
    () =>
      gateway.askForProofWith(async (typed) => {
        // Downloaded when it is needed; a page that cannot get it is told no, and keeps what was typed.
        const loaded = await import('./step-up-dialog.tsx').catch(() => undefined)
        if (!loaded) return false
        const { proved, choices, problem } = await loaded.startAsking(gateway, typed)
        if (!choices) return proved
        const { promise, resolve } = Promise.withResolvers<boolean>()
        setAsked({ Dialog: loaded.StepUpDialog, choices, problem, onEnd: resolve })
        return promise.finally(() => setAsked(undefined))
      }),
    [gateway],
  )
  return asked ? <asked.Dialog choices={asked.choices} problem={asked.problem} onEnd={asked.onEnd} /> : null
}
