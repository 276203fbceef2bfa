import { APP_CODE_DIGITS, CODE_DIGITS, INTERNAL_PATHS } from '@portico/core/constants'
import { REQUIRED } from '@portico/core/forms/messages'
import { askForPasskey, proveFactor, sendFactorCode } from '@portico/core/signon/factors/calls'
import type { FactorChoices, ProofKind, ProveBody, SentTo } from '@portico/core/signon/factors/shapes'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Button, LinkButton, TextButton } from '#kit/button.tsx'
import { Alert } from '#kit/note.tsx'
import { DigitsField, PasswordField, TextField } from '#kit/text-field.tsx'
import { useGateway } from '../gateway/gateway-context.tsx'
import { useSave } from '../gateway/use-save.ts'
import { getAssertion } from './passkeys.ts'

type ProveFactorProps = {
  choices: FactorChoices
  /** Sent with the proof. */
  finishing?: Pick<ProveBody, 'target' | 'trustDevice'>
  onProved: (location: string) => void
  /** Button label. */
  label: string
  /** Shown above the button. */
  children?: ReactNode
}

const METHOD_LABELS: Record<ProofKind, string> = {
  passkey: 'Use a passkey',
  app: 'Use a code from your authenticator app',
  email: 'Use a code sent by email',
  recovery: 'Use a recovery code',
  password: 'Use your password',
  directory: 'Use your work account',
}

/** Proves the user's identity by one of the account's methods, with links to the others. */
export function ProveFactor({ choices, finishing = {}, onProved, label, children }: ProveFactorProps) {
  const [method, setMethod] = useState<ProofKind | undefined>(choices.kinds[0])
  const save = useSave(proveFactor, ({ location }) => onProved(location))
  if (!method) return null
  const send = (proof: Partial<ProveBody>) => void save.send({ kind: method, ...proof, ...finishing })
  const others = choices.kinds.filter((kind) => kind !== method)
  return (
    <>
      {save.refusal && <Alert key={save.refusal.entity.message}>{save.refusal.entity.message}</Alert>}
      {method === 'directory' ? (
        <WorkAccountForm label={label} target={finishing.target} onDone={() => onProved('')} />
      ) : method === 'passkey' ? (
        <PasskeyForm busy={save.busy} onProof={send}>
          {children}
        </PasskeyForm>
      ) : (
        <>
          {method === 'email' && <SendCode sentTo={choices.sentTo} />}
          <CodeOrPasswordForm key={method} method={method} busy={save.busy} label={label} onProof={send}>
            {children}
          </CodeOrPasswordForm>
        </>
      )}
      {others.length > 0 && (
        <ul className="links">
          {others.map((kind) => (
            <li key={kind}>
              <TextButton onClick={() => setMethod(kind)}>{METHOD_LABELS[kind]}</TextButton>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type WorkAccountProps = { label: string; target: string | undefined; onDone: () => void }

/** In a window of its own, so that the page keeps its input, unless it leads to another page anyway. */
function WorkAccountForm({ label, target, onDone }: WorkAccountProps) {
  if (target !== undefined)
    return (
      <p>
        <LinkButton href={`${INTERNAL_PATHS.area}/oidc?${new URLSearchParams({ stepUp: '1', TARGET: target })}`}>
          {METHOD_LABELS.directory}
        </LinkButton>
      </p>
    )
  return (
    <>
      <p>Sign in again with your work account in a new window. Then come back and press ‘{label}’.</p>
      <div className="row">
        <LinkButton href={`${INTERNAL_PATHS.area}/oidc?stepUp=1`} target="_blank" rel="noreferrer">
          {METHOD_LABELS.directory}
        </LinkButton>
        <Button look="line" onClick={onDone}>
          {label}
        </Button>
      </div>
    </>
  )
}

type MethodProps = { busy: boolean; onProof: (proof: Partial<ProveBody>) => void; children: ReactNode }

function PasskeyForm({ busy, onProof, children }: MethodProps) {
  const gateway = useGateway()
  const [problem, setProblem] = useState('')
  const ask = async () => {
    setProblem('')
    const challenge = await gateway.call(askForPasskey)
    if (!challenge.ok) return setProblem(challenge.entity.message)
    const assertion = await getAssertion(challenge.entity)
    if (assertion) onProof({ assertion })
    else setProblem('We couldn’t use a passkey. Please try again, or choose another way.')
  }
  return (
    <>
      {problem && <Alert key={problem}>{problem}</Alert>}
      {children}
      <p>
        <Button busy={busy} onClick={() => void ask()}>
          {METHOD_LABELS.passkey}
        </Button>
      </p>
    </>
  )
}

function CodeOrPasswordForm({
  method,
  busy,
  label,
  onProof,
  children,
}: MethodProps & { method: ProofKind; label: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const entered = field.current?.value.trim() ?? ''
    setError(entered ? undefined : REQUIRED)
    if (!entered) field.current?.focus()
    else if (!busy) onProof(method === 'password' ? { password: field.current?.value ?? '' } : { code: entered })
  }
  return (
    <form noValidate onSubmit={submit}>
      <CodeOrPasswordField method={method} error={error} ref={field} />
      {children}
      <p>
        <Button type="submit" busy={busy}>
          {label}
        </Button>
      </p>
    </form>
  )
}

type CodeOrPasswordFieldProps = { method: ProofKind; error: string | undefined; ref: React.Ref<HTMLInputElement> }

function CodeOrPasswordField({ method, error, ref }: CodeOrPasswordFieldProps) {
  if (method === 'password')
    return <PasswordField ref={ref} name="proof" label="Password" autoComplete="current-password" error={error} />
  if (method === 'recovery')
    return (
      <TextField
        ref={ref}
        name="proof"
        label="Recovery code"
        hint="One of the codes you printed or saved (XXXXX-XXXXX)."
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
      hint={
        method === 'app' ? 'Enter the 6 digits your authenticator app shows now.' : 'Enter the 6 digits from our email.'
      }
      digits={method === 'app' ? APP_CODE_DIGITS : CODE_DIGITS}
      autoComplete="one-time-code"
      error={error}
    />
  )
}

const describeSent = ({ sentTo, expiresInMinutes }: SentTo): string =>
  `We emailed a code to ${sentTo}. It expires in ${expiresInMinutes} minutes.`

/** Sends a code to the account's email address. */
export function SendCode({ sentTo }: { sentTo: string }) {
  const gateway = useGateway()
  const [notice, setNotice] = useState<{ tone: 'ok' | 'bad'; message: string }>()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const reply = await gateway.call(sendFactorCode)
    setBusy(false)
    setNotice(
      reply.ok ? { tone: 'ok', message: describeSent(reply.entity) } : { tone: 'bad', message: reply.entity.message },
    )
  }
  return (
    <>
      {notice && (
        <Alert key={notice.message} tone={notice.tone}>
          {notice.message}
        </Alert>
      )}
      <p>
        <Button look="line" busy={busy} onClick={() => void send()}>
          {notice?.tone === 'ok' ? 'Send a new code' : `Send a code to ${sentTo}`}
        </Button>
      </p>
    </>
  )
}
