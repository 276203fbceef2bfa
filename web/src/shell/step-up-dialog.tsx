import { REQUIRED } from '@portico/core/forms/messages'
import { proveByPassword } from '@portico/core/signon/calls'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { PasswordField } from '../kit/text-field.tsx'
import type { Gateway } from './gateway.ts'
import { useSave } from './use-save.ts'

export type StepUpDialogProps = {
  /** What was wrong with the password that the page itself had asked for. */
  problem: string | undefined
  onEnd: (proved: boolean) => void
}

type Tried = { proved: boolean; problem?: string }

/** Where the call brings the current password, it is the proof: nobody types it twice. */
export async function tryTyped(gateway: Gateway, typed: string | undefined): Promise<Tried> {
  if (typed === undefined) return { proved: false }
  const reply = await gateway.call(proveByPassword, { password: typed })
  return reply.ok ? { proved: true } : { proved: false, problem: reply.entity.message }
}

/** Asked over whatever the page shows; what was typed there stays. */
export function StepUpDialog({ problem: first, onEnd }: StepUpDialogProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState(first)
  const field = useRef<HTMLInputElement>(null)
  const refuse = (why: string) => {
    setProblem(why)
    field.current?.focus()
  }
  const prove = useSave(
    proveByPassword,
    () => onEnd(true),
    ({ entity }) => refuse(entity.message),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '') refuse(REQUIRED)
    else void prove.send({ password })
  }
  return (
    <Dialog
      open
      heading="Is it still you?"
      onClose={() => onEnd(false)}
      focusFirst={field}
      actions={
        <>
          <Button look="line" onClick={() => onEnd(false)}>
            CANCEL
          </Button>
          <Button type="submit" form="step-up" busy={prove.busy}>
            CONFIRM
          </Button>
        </>
      }
    >
      <form id="step-up" noValidate onSubmit={submit}>
        <p>This needs a fresh proof that you are the one who signed in. What you typed on the page stays as it is.</p>
        <PasswordField
          label="Your password"
          name="stepUpPassword"
          autoComplete="current-password"
          ref={field}
          value={password}
          error={problem}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
