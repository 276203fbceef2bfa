import {
  factorChoices,
  forgetDevice,
  myFactors,
  newRecoveryCodes,
  removeFactor,
  removePasskey,
  renamePasskey,
  stopFactorReset,
} from '@portico/core/signon/factors/calls'
import type { FactorKind, MyFactors } from '@portico/core/signon/factors/shapes'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { canUsePasskeys } from '#shell/sign-in/passkeys.ts'
import { RecoveryCodes } from '#shell/sign-in/recovery-codes.tsx'
import { SetUp } from '#shell/sign-in/set-up.tsx'
import { FACTOR_OPTIONS } from '../factors/factor-page.tsx'
import { CodeFactors, Entry, PasskeyEntry, PendingReset, RememberedDevices } from './factor-entries.tsx'
import type { Part } from './profile-section.tsx'
import '#shell/sign-in/factors.css'

const SECTION_ID = 'second-factor'

/** Profile section for second factors: those set up, those available, and remembered browsers. */
export function FactorsSection({ part, onChanged }: { part: Part; onChanged: () => void }) {
  const factors = useCall(myFactors)
  const heading = useRef<HTMLHeadingElement>(null)
  const isReady = factors.state === 'ready'
  // Home links to this heading; focus it after the content has loaded.
  useEffect(() => {
    if (isReady && location.hash === `#${SECTION_ID}`) heading.current?.focus()
  }, [isReady])
  const changed = () => {
    factors.reload()
    onChanged()
  }
  return (
    <Card as="section" aria-labelledby={SECTION_ID}>
      <h2 id={SECTION_ID} ref={heading} tabIndex={-1}>
        Passkeys and second factor
      </h2>
      <Loading of={factors} label="Loading your second factor">
        {(mine) => <Factors mine={mine} part={part} onChanged={changed} />}
      </Loading>
    </Card>
  )
}

type FactorsProps = { mine: MyFactors; part: Part; onChanged: () => void }
type Notice = { tone: 'ok' | 'bad'; message: string }

function Factors({ mine, part, onChanged }: FactorsProps) {
  const [adding, setAdding] = useState<FactorKind>()
  const [codes, setCodes] = useState<string[]>()
  const [notice, setNotice] = useState<Notice>()
  const close = (message?: string) => {
    setAdding(undefined)
    setCodes(undefined)
    part.setOpen(false)
    if (message) setNotice({ tone: 'ok', message })
    onChanged()
  }
  const open = (kind: FactorKind) => {
    setNotice(undefined)
    part.setOpen(true)
    setAdding(kind)
  }
  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => close('Your new recovery codes are ready. The old ones no longer work.')}
      />
    )
  if (adding) return <Adding kind={adding} onClose={close} />
  return (
    <>
      {notice && (
        <Alert key={notice.message} tone={notice.tone}>
          {notice.message}
        </Alert>
      )}
      <FactorList mine={mine} onNotice={setNotice} onChanged={onChanged} onCodes={setCodes} />
      <div className="row">
        {mine.canSetUp
          .filter((kind) => (kind === 'passkey' ? canUsePasskeys() : !hasKind(mine, kind)))
          .map((kind) => (
            <Button key={kind} look="line" disabled={part.blocked} onClick={() => open(kind)}>
              {ADD_LABELS[kind]}
            </Button>
          ))}
      </div>
    </>
  )
}

const ADD_LABELS: Record<FactorKind, string> = {
  passkey: 'Add a passkey',
  app: 'Set up an authenticator app',
  email: 'Set up codes by email',
}

const ADDED: Record<FactorKind, string> = {
  passkey: 'Your passkey is set up.',
  app: 'Your authenticator app is set up.',
  email: 'Codes by email are set up.',
}

const hasKind = ({ appSince, emailSince }: MyFactors, kind: FactorKind) =>
  (kind === 'app' && appSince !== '') || (kind === 'email' && emailSince !== '')

function Adding({ kind, onClose }: { kind: FactorKind; onClose: (message?: string) => void }) {
  const choices = useCall(factorChoices, { dropOnUnmount: true })
  return (
    <>
      <h3>{FACTOR_OPTIONS[kind].label}</h3>
      <Loading of={choices} label="Loading" lines={3}>
        {({ sentTo }) => (
          <SetUp
            kind={kind}
            sentTo={sentTo}
            onAdded={() => onClose(`${ADDED[kind]} We signed you out on your other devices.`)}
            onCancel={() => onClose()}
          />
        )}
      </Loading>
    </>
  )
}

type ListProps = Pick<FactorsProps, 'mine' | 'onChanged'> & {
  onNotice: (notice: Notice) => void
  onCodes: (codes: string[]) => void
}

function FactorList({ mine, onNotice, onChanged, onCodes }: ListProps) {
  const gateway = useGateway()
  const run = async (call: Promise<{ ok: boolean; entity: unknown }>, message: string) => {
    const reply = await call
    const refusal = reply.ok ? '' : (reply.entity as { message: string }).message
    onNotice(refusal ? { tone: 'bad', message: refusal } : { tone: 'ok', message })
    onChanged()
  }
  const makeCodes = async () => {
    const reply = await gateway.call(newRecoveryCodes)
    if (reply.ok) onCodes(reply.entity.recoveryCodes)
    else onNotice({ tone: 'bad', message: reply.entity.message })
  }
  const hasFactor = mine.passkeys.length > 0 || mine.appSince !== '' || mine.emailSince !== ''
  return (
    <>
      {mine.reset && (
        <PendingReset reset={mine.reset} onStop={() => run(gateway.call(stopFactorReset), 'The reset was stopped.')} />
      )}
      {!hasFactor && <p>You sign in with only a password. A passkey is faster and safer.</p>}
      <ul className="entries">
        {mine.passkeys.map((passkey) => (
          <PasskeyEntry
            key={passkey.passkeyId}
            passkey={passkey}
            onRename={(name) =>
              void run(gateway.call(renamePasskey, { passkeyId: passkey.passkeyId, name }), 'The passkey is renamed.')
            }
            onRemove={() =>
              void run(gateway.call(removePasskey, { passkeyId: passkey.passkeyId }), 'The passkey is removed.')
            }
          />
        ))}
        <CodeFactors mine={mine} onRemove={(kind, message) => run(gateway.call(removeFactor, { kind }), message)} />
        {hasFactor && (
          <Entry
            name="Recovery codes"
            details={`${mine.recoveryCodesLeft} left. Use one if you lose your device.`}
            action="Get new codes"
            onAct={() => void makeCodes()}
          />
        )}
        <RememberedDevices
          devices={mine.devices}
          onForget={(deviceId) =>
            run(gateway.call(forgetDevice, { deviceId }), 'We’ll ask for your second factor in that browser again.')
          }
        />
      </ul>
    </>
  )
}
