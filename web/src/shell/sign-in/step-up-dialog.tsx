import { factorChoices, proveFactor } from '@portico/core/factors/calls'
import type { FactorChoices } from '@portico/core/factors/shapes'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Alert } from '../../kit/note.tsx'
import type { Gateway } from '../gateway/gateway.ts'
import { ProveFactor } from './prove-factor.tsx'

/** By what this person proves who they are; `proved` where the call itself brought what proves it. */
export type StepUpStart = { proved: boolean; choices?: FactorChoices; problem?: string }

/** Who has no factor proves by password. Where the call brings the current one, nobody types it twice. */
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
  /** What was wrong with the password that the page itself had asked for. */
  problem: string | undefined
  onEnd: (proved: boolean) => void
}

/** Asked over whatever the page shows; what was typed there stays. */
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
