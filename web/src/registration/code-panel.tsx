import { CODE_DIGITS } from '@portico/core/constants'
import { codeRequest, codeScore } from '@portico/core/registration/calls'
import { postableModel } from '@portico/core/registration/model'
import { serverText } from '@portico/core/registration/replies'
import type { CodeRequested } from '@portico/core/registration/shapes'
import { CODE_NEEDED, codeSent } from '@portico/core/registration/texts/sentences'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { DigitsField } from '#kit/text-field.tsx'
import type { ScreenProps } from './screen.ts'

/** A code to the address the plan has on file (behaviour 3.10). Shown first because it is faster than the quiz. */
export function CodePanel({ screen, codeTo }: { screen: ScreenProps; codeTo: string }) {
  const [sent, setSent] = useState<CodeRequested>()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const reply = await screen.gateway.call(codeRequest, postableModel(screen.model))
    setBusy(false)
    setSent(reply.ok ? reply.entity : sent)
    setProblem(reply.ok ? '' : serverText(reply))
  }
  return (
    <TitledCard id="by-email" heading="A code by email" className="by-email" quiet>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {sent ? (
        <CodeForm key={sent.codeId} screen={screen} sent={sent} />
      ) : (
        <p>We can send a 6-digit code to the email address the health plan has on file for you.</p>
      )}
      <p>
        <Button look={sent ? 'line' : 'main'} busy={busy} onClick={send}>
          {sent ? 'Send a new code' : `Send a code to ${codeTo}`}
        </Button>
      </p>
    </TitledCard>
  )
}

function CodeForm({ screen, sent }: { screen: ScreenProps; sent: CodeRequested }) {
  const { codeId, sentTo, expiresInMinutes } = sent
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  // A code was just sent, and its field is the next thing to fill in.
  useEffect(() => field.current?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const code = field.current?.value ?? ''
    setError(code.length < CODE_DIGITS ? CODE_NEEDED : undefined)
    if (code.length < CODE_DIGITS) return field.current?.focus()
    // The code was already accepted; only the acceptance of the request failed to get through.
    if (screen.model.identifyFound) return screen.dispatch({ type: 'quizSubmitted' })
    setBusy(true)
    const reply = await screen.gateway.call(codeScore, { codeId, code })
    setBusy(false)
    screen.dispatch({ type: 'scoreReply', reply })
  }
  return (
    <form noValidate onSubmit={submit}>
      <p role="status">{codeSent(sentTo, expiresInMinutes)}</p>
      <DigitsField
        ref={field}
        name="code"
        label="Code"
        hint={`${CODE_DIGITS} digits`}
        digits={CODE_DIGITS}
        autoComplete="one-time-code"
        error={error}
      />
      <p>
        <Button type="submit" busy={busy || screen.busy}>
          Confirm code
        </Button>
      </p>
    </form>
  )
}
