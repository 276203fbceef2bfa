import { CODE_DIGITS, NAME_MAX } from '@portico/core/constants'
import { confirmSigningCode, sendSigningCode, signContract } from '@portico/core/contracts/calls'
import { checkSignature } from '@portico/core/contracts/forms'
import { CONSENT, CONSENT_NEEDED, RIGHT_TO_PAPER } from '@portico/core/contracts/signing-sentences'
import type { CodeSent, ShownContract } from '@portico/core/contracts/signing-shapes'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { Button, TextButton } from '#kit/button.tsx'
import { Checkbox } from '#kit/choice.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { Alert, Note } from '#kit/note.tsx'
import type { Strokes } from '#kit/signature-pad.tsx'
import { DigitsField, TextField } from '#kit/text-field.tsx'
import { useSave } from '#shell/gateway/use-save.ts'
import { SignatureField, type SignatureWay } from './signature-field.tsx'

type SignFormProps = {
  signId: string
  contract: ShownContract
  onSigned: (copyId: string) => void
  onChanged: (sentence: string) => void
}

/** Agree, enter the code, sign. Each step appears after the previous one is done. */
export function SignForm(props: SignFormProps) {
  const { signId, contract } = props
  const [sent, setSent] = useState<CodeSent>()
  const [confirmation, setConfirmation] = useState('')
  return (
    <>
      <Consent
        signId={signId}
        address={contract.sentTo}
        isSent={sent !== undefined}
        onSent={(code) => {
          setSent(code)
          setConfirmation('')
        }}
      />
      {sent && <Code key={confirmation} signId={signId} {...{ sent, confirmation }} onConfirmed={setConfirmation} />}
      {confirmation && <Signature {...props} confirmation={confirmation} />}
    </>
  )
}

type ConsentProps = { signId: string; address: string; isSent: boolean; onSent: (code: CodeSent) => void }

function Consent({ signId, address, isSent, onSent }: ConsentProps) {
  const [agreed, setAgreed] = useState(false)
  const [problem, setProblem] = useState<string>()
  const box = useRef<HTMLInputElement>(null)
  const send = useSave(sendSigningCode, onSent)
  const go = () => {
    setProblem(agreed ? undefined : CONSENT_NEEDED)
    if (agreed) void send.send({ signId, consent: true })
    else box.current?.focus()
  }
  return (
    <>
      {send.refusal && <Alert>{send.refusal.entity.message}</Alert>}
      <Checkbox
        ref={box}
        name="consent"
        label={CONSENT}
        checked={agreed}
        disabled={isSent}
        error={problem}
        onChange={(event) => {
          setAgreed(event.target.checked)
          setProblem(undefined)
        }}
      />
      <details className="answer">
        <summary>Sign on paper instead</summary>
        <p>{RIGHT_TO_PAPER}</p>
      </details>
      {isSent ? (
        <p className="small">
          No email after a few minutes? <TextButton onClick={go}>Send a new code</TextButton>
        </p>
      ) : (
        <>
          <p>We’ll email a 6-digit code to {address}, so that no one else can sign in your name.</p>
          <p>
            <Button busy={send.busy} onClick={go}>
              Send me the code
            </Button>
          </p>
        </>
      )}
    </>
  )
}

type CodeProps = { signId: string; sent: CodeSent; confirmation: string; onConfirmed: (confirmation: string) => void }

/** The sixth digit submits the code. */
function Code({ signId, sent, confirmation, onConfirmed }: CodeProps) {
  const field = useRef<HTMLInputElement>(null)
  const confirm = useSave(
    confirmSigningCode,
    (entity) => onConfirmed(entity.confirmation),
    () => {
      if (field.current) field.current.value = ''
      field.current?.focus()
    },
  )
  if (confirmation) {
    return (
      <div role="status">
        <Note tone="ok">
          <p>Your address {sent.sentTo} is confirmed.</p>
        </Note>
      </div>
    )
  }
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: code } = event.target
    if (code.length === CODE_DIGITS && !confirm.busy) void confirm.send({ signId, code })
  }
  return (
    <>
      <p role="status">
        We emailed a code to {sent.sentTo}. It expires in {sent.expiresInMinutes} minutes.
      </p>
      <DigitsField
        ref={field}
        name="signingCode"
        label="Code from the email"
        hint={`${CODE_DIGITS} digits`}
        digits={CODE_DIGITS}
        autoComplete="one-time-code"
        error={confirm.refusal?.entity.message}
        onChange={type}
      />
    </>
  )
}

function Signature({ signId, contract, confirmation, onSigned, onChanged }: SignFormProps & { confirmation: string }) {
  const [name, setName] = useState(contract.signerName)
  const [title, setTitle] = useState(contract.signerTitle)
  const [way, setWay] = useState<SignatureWay>('draw')
  const [typed, setTyped] = useState('')
  const [strokes, setStrokes] = useState<Strokes>([])
  const [attempt, setAttempt] = useState(0)
  // Both are kept while the signatory changes between them; only the chosen one is sent.
  const signature = way === 'draw' ? { typed: '', strokes } : { typed, strokes: [] }
  const problems = checkSignature({ name, title, ...signature })
  const errors = attempt > 0 ? problems : {}
  const save = useSave(
    signContract,
    ({ copyId }) => onSigned(copyId),
    ({ entity }) => entity.messageCode === 'contract-changed' && onChanged(entity.message),
  )
  const sign = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (save.busy || Object.keys(problems).length > 0) return
    const { documentHash } = contract
    void save.send({ signId, confirmation, documentHash, name, title, ...signature })
  }
  const summary = Object.entries(errors).map(([id, message]) => ({ id, message: message ?? '' }))
  return (
    <form noValidate className="signature-form" onSubmit={sign}>
      <ErrorSummary heading={FIX_ERRORS} errors={summary} attempt={attempt} />
      {save.refusal && <Alert key={attempt}>{save.refusal.entity.message}</Alert>}
      <SignerFields {...{ name, title, errors }} onName={setName} onTitle={setTitle} />
      <SignatureField
        {...{ name, way, typed, strokes }}
        error={errors.signature}
        onWay={setWay}
        onType={setTyped}
        onDraw={setStrokes}
      />
      <p>
        By selecting the button, I sign this contract for the provider and confirm that I am authorized to sign for
        everyone it names.
      </p>
      <Button type="submit" className="sign" busy={save.busy}>
        Sign the contract
      </Button>
    </form>
  )
}

type SignerFieldsProps = {
  name: string
  title: string
  errors: { name?: string; title?: string }
  onName: (name: string) => void
  onTitle: (title: string) => void
}

function SignerFields({ name, title, errors, onName, onTitle }: SignerFieldsProps) {
  return (
    <>
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        maxLength={NAME_MAX}
        value={name}
        error={errors.name}
        onChange={(event) => onName(event.target.value)}
      />
      <TextField
        label="Your title"
        hint="For example Medical Director, Practice Manager, Owner"
        name="title"
        autoComplete="organization-title"
        maxLength={NAME_MAX}
        value={title}
        error={errors.title}
        onChange={(event) => onTitle(event.target.value)}
      />
    </>
  )
}
