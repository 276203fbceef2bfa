import { factorChoices, proveFactor } from '@portico/core/signon/factors/calls'
import type { FactorChoices } from '@portico/core/signon/factors/shapes'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { Alert } from '#kit/note.tsx'
import type { Gateway } from '../gateway/gateway.ts'
import { ProveFactor } from './prove-factor.tsx'

/** Available methods. `proved` is true if the call's own password was enough. */
export type StepUpStart = { proved: boolean; choices?: FactorChoices; problem?: string }

/**
 * A user without a factor confirms by password. A password from the call is tried first, so that the user does not type
 * it twice.
 */
export async function startStepUp(gateway: Gateway, typedPassword: string | undefined): Promise<StepUpStart> {
  const choices = await gateway.call(factorChoices)
  if (!choices.ok) return { proved: false }
  if (typedPassword === undefined || !choices.entity.kinds.includes('password'))
    return { proved: false, choices: choices.entity }
  const reply = await gateway.call(proveFactor, { kind: 'password', password: typedPassword })
  return reply.ok ? { proved: true } : { proved: false, choices: choices.entity, problem: reply.entity.message }
}

export type StepUpDialogProps = {
  choices: FactorChoices
  /** Error of the password that came with the call. */
  problem: string | undefined
  onEnd: (proved: boolean) => void
}

/** Opens over the page, which keeps its input. */
export function StepUpDialog({ choices, problem, onEnd }: StepUpDialogProps) {
  return (
    <Dialog
      open
      heading="Confirm it’s you"
      onClose={() => onEnd(false)}
      actions={
        <Button look="line" onClick={() => onEnd(false)}>
          Cancel
        </Button>
      }
    >
      <p>For your security, confirm your identity to continue. Nothing on the page will be lost.</p>
      {problem && <Alert>{problem}</Alert>}
      {choices.kinds.length === 0 && (
        <p>Your passkey works only on another of the plan’s websites. Sign in there to do this.</p>
      )}
      <ProveFactor choices={choices} label="Confirm" onProved={() => onEnd(true)} />
    </Dialog>
  )
}
