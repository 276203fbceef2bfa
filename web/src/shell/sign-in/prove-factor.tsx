import { APP_CODE_DIGITS, CODE_DIGITS } from '@portico/core/constants'
import { askForPasskey, proveFactor, sendFactorCode } from '@portico/core/factors/calls'
import type { FactorChoices, ProofKind, ProveBody } from '@portico/core/factors/shapes'
import { REQUIRED } from '@portico/core/forms/messages'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Button, TextButton } from '../../kit/button.tsx'
import { Alert } from '../../kit/note.tsx'
import { DigitsField, PasswordField, TextField } from '../../kit/text-field.tsx'
import { useGateway } from '../gateway/gateway-context.tsx'
import { useSave } from '../gateway/use-save.ts'
import { findPasskey } from './passkeys.ts'

type ProveFactorProps = {
  choices: FactorChoices
  /** What is sent with the proof. */
  finishing?: Pick<ProveBody, 'target' | 'trustDevice'>
  onProved: (location: string) => void
  /** On the button. */
  label: string
  /** Stands above the button. */
  children?: ReactNode
}

const WAYS: Record<ProofKind, string> = {
  passkey: 'Use a passkey',
  app: 'Use a code of your authenticator app',
  email: 'Use a code by email',
  recovery: 'Use a recovery code',
  password: 'Use your password',
}

/** Proves who is signed in, by one of the ways the account has; the others stand below. */
export function ProveFactor({ choices, finishing = {}, onProved, label, children }: ProveFactorProps) {
  const [way, setWay] = useState<ProofKind | undefined>(choices.kinds[0])
  const save = useSave(proveFactor, ({ location }) => onProved(location))
  if (!way) return null
  const send = (proof: Partial<ProveBody>) => void save.send({ kind: way, ...proof, ...finishing })
  const others = choices.kinds.filter((kind) => kind !== way)
  return (
    <>
      {save.refusal && <Alert key={save.refusal.entity.message}>{save.refusal.entity.message}</Alert>}
      {way === 'passkey' ? (
        <ByPasskey busy={save.busy} onProof={send}>
          {children}
        </ByPasskey>
      ) : (
        <>
          {way === 'email' && <SendCode sentTo={choices.sentTo} />}
          <ByWord key={way} way={way} busy={save.busy} label={label} onProof={send}>
            {children}
          </ByWord>
        </>
      )}
      {others.length > 0 && (
        <ul className="links">
          {others.map((kind) => (
            <li key={kind}>
              <TextButton onClick={() => setWay(kind)}>{WAYS[kind]}</TextButton>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type WayProps = { busy: boolean; onProof: (proof: Partial<ProveBody>) => void; children: ReactNode }

function ByPasskey({ busy, onProof, children }: WayProps) {
  const gateway = useGateway()
  const [problem, setProblem] = useState('')
  const ask = async () => {
    setProblem('')
    const asked = await gateway.call(askForPasskey)
    if (!asked.ok) return setProblem(asked.entity.message)
    const assertion = await findPasskey(asked.entity)
    if (assertion) onProof({ assertion })
    else setProblem('No passkey was used. Please try again, or choose another way.')
  }
  return (
    <>
      {problem && <Alert key={problem}>{problem}</Alert>}
      {children}
      <p>
        <Button busy={busy} onClick={() => void ask()}>
          {WAYS.passkey}
        </Button>
      </p>
    </>
  )
}

/** A code or the password, in one field. */
function ByWord({ way, busy, label, onProof, children }: WayProps & { way: ProofKind; label: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const word = field.current?.value.trim() ?? ''
    setError(word ? undefined : REQUIRED)
    if (!word) field.current?.focus()
    else if (!busy) onProof(way === 'password' ? { password: field.current?.value ?? '' } : { code: word })
  }
  return (
    <form noValidate onSubmit={submit}>
      <WordField way={way} error={error} ref={field} />
      {children}
      <p>
        <Button type="submit" busy={busy}>
          {label}
        </Button>
      </p>
    </form>
  )
}

type WordFieldProps = { way: ProofKind; error: string | undefined; ref: React.Ref<HTMLInputElement> }

function WordField({ way, error, ref }: WordFieldProps) {
  if (way === 'password')
    return <PasswordField ref={ref} name="proof" label="Password" autoComplete="current-password" error={error} />
  if (way === 'recovery')
    return (
      <TextField
        ref={ref}
        name="proof"
        label="Recovery code"
        hint="One of the ten codes you printed or saved, as XXXXX-XXXXX."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={error}
      />
    )
  return (
    <DigitsField
      ref={ref}
      name="proof"
      label="Code"
      hint={way === 'app' ? 'The six digits your authenticator app shows now.' : 'The six digits of our email.'}
      digits={way === 'app' ? APP_CODE_DIGITS : CODE_DIGITS}
      autoComplete="one-time-code"
      error={error}
    />
  )
}

/** Sends a code to the account's own address. */
export function SendCode({ sentTo }: { sentTo: string }) {
  const gateway = useGateway()
  const [told, setTold] = useState<{ tone: 'ok' | 'bad'; message: string }>()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const reply = await gateway.call(sendFactorCode)
    setBusy(false)
    setTold(
      reply.ok
        ? { tone: 'ok', message: `We have sent a code to ${reply.entity.sentTo}. The email says how long it works.` }
        : { tone: 'bad', message: reply.entity.message },
    )
  }
  return (
    <>
      {told && (
        <Alert key={told.message} tone={told.tone}>
          {told.message}
        </Alert>
      )}
      <p>
        <Button look="line" busy={busy} onClick={() => void send()}>
          {told?.tone === 'ok' ? 'Send a new code' : `Send a code to ${sentTo}`}
        </Button>
      </p>
    </>
  )
}
