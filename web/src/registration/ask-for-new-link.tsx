import { PROVIDER_PATHS } from '@portico/core/constants'
import { checkEmail } from '@portico/core/forms/rules'
import { resendActivation } from '@portico/core/registration/calls'
import { NEW_LINK_ON_ITS_WAY } from '@portico/core/registration/texts/sentences'
import { type FormEvent, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Alert } from '#kit/note.tsx'
import { TextField } from '#kit/text-field.tsx'
import type { Gateway } from '#shell/gateway/gateway.ts'

/** For a link that no longer opens. The reply does not reveal whether the address has an invitation. */
export function AskForNewLink({ gateway }: { gateway: Gateway }) {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const [answer, setAnswer] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = checkEmail(email)
    setProblem(wrong)
    if (wrong) return
    setBusy(true)
    const reply = await gateway.call(resendActivation, { email })
    setBusy(false)
    if (reply.ok) setAnswer(NEW_LINK_ON_ITS_WAY)
    else setProblem(reply.entity.message)
  }
  if (answer) return <Alert tone="ok">{answer}</Alert>
  return (
    <form noValidate onSubmit={submit}>
      <p>Enter the email address that got our invitation, and we’ll send you a new link.</p>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        error={problem}
        onChange={(event) => {
          setEmail(event.target.value)
          setProblem(undefined)
        }}
      />
      <div className="actions">
        <a className="start" href={PROVIDER_PATHS.login}>
          Go to the login page
        </a>
        <Button type="submit" busy={busy}>
          Send a new link
        </Button>
      </div>
    </form>
  )
}
