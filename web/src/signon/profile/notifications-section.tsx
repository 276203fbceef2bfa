import { bellPreferences, saveBellPreferences } from '@portico/core/bell/calls'
import { BELL_CHOICES, type ChosenKind, type Delivery } from '@portico/core/bell/kinds'
import type { Preference } from '@portico/core/bell/shapes'
import { useState } from 'react'
import { TitledCard } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { SelectField } from '#kit/select-field.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'

const KIND_LABELS: Readonly<Record<ChosenKind, string>> = {
  REQUESTS: 'Requests for you to decide',
  DECISIONS: 'Decisions on your requests',
  ACCESS: 'Access and directory data to confirm',
  QUEUE: 'Requests and contracts that wait for plan staff',
  APPROVALS: 'Actions of colleagues that need your approval',
  NEWS: 'News of the plan',
}

const DELIVERY_LABELS: Readonly<Record<Delivery, string>> = {
  AT_ONCE: 'Email at once',
  DIGEST: 'Daily summary by email, at 7 a.m.',
  BELL: 'Only under the bell',
}

/** How the user hears of each kind of entry of the bell. */
export function NotificationsSection() {
  const preferences = useCall(bellPreferences)
  return (
    <TitledCard id="notifications" heading="Notifications">
      <Loading of={preferences} label="Loading your notification settings">
        {(found) => (
          <>
            {found.map((preference) => (
              <Choice key={preference.kind} {...preference} />
            ))}
          </>
        )}
      </Loading>
      <p className="soft">We always email you about security, such as a new password or a change of your access.</p>
    </TitledCard>
  )
}

/** Shows the choice at once, unless it could not be saved. */
function Choice({ kind, delivery }: Preference) {
  const [chosen, setChosen] = useState<Delivery>()
  const [isSaved, setSaved] = useState(false)
  const save = useAction(saveBellPreferences, () => setSaved(true))
  return (
    <>
      <SelectField
        label={KIND_LABELS[kind]}
        name={`notify-${kind.toLowerCase()}`}
        value={save.refusal ? delivery : (chosen ?? delivery)}
        error={save.refusal?.entity.message}
        options={BELL_CHOICES[kind].deliveries.map((value) => ({ value, label: DELIVERY_LABELS[value] }))}
        onPick={(picked) => {
          if (picked === '') return
          setChosen(picked)
          setSaved(false)
          void save.send({ preferences: [{ kind, delivery: picked }] })
        }}
      />
      {isSaved && <Alert tone="ok">Your choice is saved.</Alert>}
    </>
  )
}
