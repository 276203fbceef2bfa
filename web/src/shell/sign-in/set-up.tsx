import type { Call } from '@portico/core/call'
import { APP_CODE_DIGITS, CODE_DIGITS } from '@portico/core/constants'
import { REQUIRED } from '@portico/core/forms/messages'
import { addPasskey, confirmApp, confirmEmailFactor, startApp, startPasskey } from '@portico/core/signon/factors/calls'
import type { AppKey, ConfirmCodeBody, FactorAdded, FactorKind } from '@portico/core/signon/factors/shapes'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Alert } from '#kit/note.tsx'
import { DigitsField } from '#kit/text-field.tsx'
import { Skeleton } from '#kit/waiting.tsx'
import { useGateway } from '../gateway/gateway-context.tsx'
import { useSave } from '../gateway/use-save.ts'
import { createPasskey } from './passkeys.ts'
import { SendCode } from './prove-factor.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import './factors.css'

export type SetUpHandlers = {
  /** Called with the page to open, if this finished a sign-in. */
  onAdded: (location: string) => void
  onCancel?: () => void
  finishing?: Pick<ConfirmCodeBody, 'target' | 'trustDevice'>
}

type SetUpProps = SetUpHandlers & {
  kind: FactorKind
  sentTo?: string
  /** Asks the device for a passkey at once, because the user just pressed a button for it. */
  startsAtOnce?: boolean
}

/** Sets up one factor. The first one comes with recovery codes, which the user must save. */
export function SetUp({ kind, sentTo = '', startsAtOnce = false, ...end }: SetUpProps) {
  const [added, setAdded] = useState<FactorAdded>()
  const done = (factor: FactorAdded) => {
    if (factor.recoveryCodes.length > 0) setAdded(factor)
    else end.onAdded(factor.location)
  }
  if (added) return <RecoveryCodes codes={added.recoveryCodes} onDone={() => end.onAdded(added.location)} />
  if (kind === 'passkey') return <NewPasskey {...end} startsAtOnce={startsAtOnce} onDone={done} />
  if (kind === 'app') return <NewApp {...end} onDone={done} />
  return <NewEmailCodes {...end} sentTo={sentTo} onDone={done} />
}

type NewProps = Omit<SetUpHandlers, 'onAdded'> & { onDone: (added: FactorAdded) => void }

function NewPasskey({ finishing = {}, startsAtOnce, onCancel, onDone }: NewProps & { startsAtOnce: boolean }) {
  const gateway = useGateway()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    setProblem(await addNewPasskey())
    setBusy(false)
  }
  const addNewPasskey = async (): Promise<string> => {
    const challenge = await gateway.call(startPasskey)
    if (!challenge.ok) return challenge.entity.message
    const passkey = await createPasskey(challenge.entity)
    if (!passkey) return 'No passkey was created. This device may already have one, or the request was canceled.'
    const reply = await gateway.call(addPasskey, { passkey, ...finishing })
    if (!reply.ok) return reply.entity.message
    onDone(reply.entity)
    return ''
  }
  const started = useRef(!startsAtOnce)
  useEffect(() => {
    if (started.current) return
    started.current = true
    void make()
  })
  return (
    <>
      {problem && <Alert key={problem}>{problem}</Alert>}
      <p>
        Your device will ask for your fingerprint, face or PIN. After that, it’s all you need to sign in: no user name,
        password or code.
      </p>
      <div className="actions">
        {onCancel && <Cancel onCancel={onCancel} />}
        <Button busy={busy} onClick={() => void make()}>
          Create a passkey
        </Button>
      </div>
    </>
  )
}

const Cancel = ({ onCancel }: { onCancel: () => void }) => (
  <Button look="line" onClick={onCancel}>
    Cancel
  </Button>
)

function NewApp({ finishing, onCancel, onDone }: NewProps) {
  const gateway = useGateway()
  const [key, setKey] = useState<AppKey>()
  const [problem, setProblem] = useState('')
  const started = useRef(false)
  useEffect(() => {
    // A second key would replace the one on the screen.
    if (started.current) return
    started.current = true
    void gateway.call(startApp).then((reply) => (reply.ok ? setKey(reply.entity) : setProblem(reply.entity.message)))
  }, [gateway])
  if (problem) return <Alert>{problem}</Alert>
  if (!key) return <Skeleton label="Creating a key" lines={4} />
  return (
    <>
      <ol className="steps-to-do">
        <li>
          Scan this QR code with an authenticator app, such as Google Authenticator or Microsoft Authenticator.
          <QrCode qr={key.qr} />
          Can’t scan it? Enter this key: <code className="app-key">{groupByFour(key.key)}</code>
        </li>
        <li>Enter the 6 digits the app shows.</li>
      </ol>
      <ConfirmCode call={confirmApp} digits={APP_CODE_DIGITS} {...{ finishing, onCancel, onDone }} />
    </>
  )
}

const groupByFour = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? key

function QrCode({ qr: { size, path } }: Pick<AppKey, 'qr'>) {
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code with the key">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function NewEmailCodes({ sentTo, finishing, onCancel, onDone }: NewProps & { sentTo: string }) {
  return (
    <>
      <p>We’ll email you a 6-digit code each time you sign in.</p>
      <SendCode sentTo={sentTo} />
      <ConfirmCode call={confirmEmailFactor} digits={CODE_DIGITS} {...{ finishing, onCancel, onDone }} />
    </>
  )
}

type ConfirmCall = Call<(typeof confirmApp | typeof confirmEmailFactor)['described']>

type ConfirmCodeProps = {
  call: ConfirmCall
  digits: 6
  finishing: SetUpHandlers['finishing']
  onCancel: (() => void) | undefined
  onDone: (added: FactorAdded) => void
}

function ConfirmCode({ call, digits, finishing = {}, onCancel, onDone }: ConfirmCodeProps) {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const save = useSave(call, onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = field.current?.value ?? ''
    setError(code ? undefined : REQUIRED)
    if (!code) field.current?.focus()
    else if (!save.busy) void save.send({ code, ...finishing })
  }
  return (
    <form noValidate onSubmit={submit}>
      {save.refusal && <Alert key={save.refusal.entity.message}>{save.refusal.entity.message}</Alert>}
      <DigitsField ref={field} name="newCode" label="Code" digits={digits} autoComplete="one-time-code" error={error} />
      <div className="actions">
        {onCancel && <Cancel onCancel={onCancel} />}
        <Button type="submit" busy={save.busy}>
          Confirm code
        </Button>
      </div>
    </form>
  )
}
