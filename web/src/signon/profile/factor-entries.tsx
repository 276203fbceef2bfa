import { formatDay, formatMoment } from '@portico/core/forms/moments'
import type { MyFactors } from '@portico/core/signon/factors/shapes'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Note } from '#kit/note.tsx'
import { Tag } from '#kit/tag.tsx'
import { TextField } from '#kit/text-field.tsx'

type DevicesProps = { devices: MyFactors['devices']; onForget: (deviceId: string) => Promise<void> }

export function RememberedDevices({ devices, onForget }: DevicesProps) {
  return devices.map(({ deviceId, device, until, here }) => (
    <Entry
      key={deviceId}
      name={`${device} is remembered`}
      isHere={here}
      details={`We don’t ask for your second factor in this browser until ${formatDay(until)}.`}
      action="Forget"
      onAct={() => void onForget(deviceId)}
    />
  ))
}

export function PendingReset({
  reset,
  onStop,
}: {
  reset: NonNullable<MyFactors['reset']>
  onStop: () => Promise<void>
}) {
  return (
    <Note tone="warn">
      <p>
        Someone asked on {formatDay(reset.askedOn)} to reset your second factor.{' '}
        {reset.due ? `The reset happens on ${formatMoment(reset.due)}.` : 'You haven’t confirmed it yet.'}
      </p>
      <p>
        <Button look="line" onClick={() => void onStop()}>
          Stop the reset
        </Button>
      </p>
    </Note>
  )
}

type CodeFactorsProps = { mine: MyFactors; onRemove: (kind: 'app' | 'email', message: string) => Promise<void> }

export function CodeFactors({ mine, onRemove }: CodeFactorsProps) {
  return (
    <>
      {mine.appSince && (
        <Entry
          name="Authenticator app"
          details={`Since ${formatDay(mine.appSince)}. ${describeLastUse(mine.appLastUsed)}`}
          action="Remove"
          onAct={() => void onRemove('app', 'The authenticator app is removed.')}
        />
      )}
      {mine.emailSince && (
        <Entry
          name="Codes by email"
          details={`Since ${formatDay(mine.emailSince)}.`}
          action="Turn off"
          onAct={() => void onRemove('email', 'Codes by email are off.')}
        />
      )}
    </>
  )
}

const describeLastUse = (day: string) => (day ? `Last used ${formatDay(day)}.` : 'Not used yet.')

type EntryProps = { name: string; details: string; isHere?: boolean; action: string; onAct: () => void }

export function Entry({ name, details, isHere = false, action, onAct }: EntryProps) {
  return (
    <li className="with-action">
      <div>
        <h3>
          {name} {isHere && <Tag tone="ok">This device</Tag>}
        </h3>
        <p className="soft small">{details}</p>
      </div>
      <Button look="line" onClick={onAct}>
        {action}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </li>
  )
}

type PasskeyEntryProps = {
  passkey: MyFactors['passkeys'][number]
  onRename: (name: string) => void
  onRemove: () => void
}

export function PasskeyEntry({ passkey, onRename, onRemove }: PasskeyEntryProps) {
  const [name, setName] = useState<string>()
  const where = passkey.here ? '' : ' It works on another of the plan’s websites.'
  const details = `Passkey, added ${formatDay(passkey.addedOn)}. ${describeLastUse(passkey.lastUsed)}${where}`
  if (name !== undefined)
    return (
      <li>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setName(undefined)
            onRename(name)
          }}
        >
          <TextField
            label="Name of the passkey"
            name={`name-${passkey.passkeyId}`}
            maxLength={60}
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <div className="actions">
            <Button look="line" onClick={() => setName(undefined)}>
              Cancel
            </Button>
            <Button type="submit">Save name</Button>
          </div>
        </form>
      </li>
    )
  return (
    <li className="with-action">
      <div>
        <h3>{passkey.name}</h3>
        <p className="soft small">{details}</p>
      </div>
      <div className="row">
        <Button look="line" onClick={() => setName(passkey.name)}>
          Rename
          <span className="visually-hidden"> {passkey.name}</span>
        </Button>
        <Button look="line" onClick={onRemove}>
          Remove
          <span className="visually-hidden"> {passkey.name}</span>
        </Button>
      </div>
    </li>
  )
}
