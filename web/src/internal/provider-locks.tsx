import { unlockProvider } from '@portico/core/internal/calls'
import type { Provider } from '@portico/core/internal/shapes'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { TitledCard } from '../kit/card.tsx'
import { SummaryList } from '../kit/summary-list.tsx'
import { Tag } from '../kit/tag.tsx'
import { ReasonDialog } from '../shell/reason-dialog.tsx'
import { useAct } from '../shell/use-act.ts'
import { LOCK_LABELS } from './labels.ts'

/** What is counted against the NPI, and forgetting it. */
export function ProviderLocks({ provider, onDone }: { provider: Provider; onDone: (done: string) => void }) {
  const { npi, locks, failedProofs, quizzes } = provider
  const [asking, setAsking] = useState(false)
  const unlock = useAct(unlockProvider, () => {
    setAsking(false)
    onDone(`NPI ${npi} is unlocked. Validation and quiz can be tried again.`)
  })
  const counted = failedProofs.month + quizzes > 0
  return (
    <TitledCard id="locks" heading="Locks">
      <p>
        {locks.length === 0 && <Tag tone="ok">Not locked</Tag>}
        {locks.map((lock) => (
          <Tag key={lock} tone="warn">
            {LOCK_LABELS[lock]}
          </Tag>
        ))}
      </p>
      <SummaryList
        items={[
          { term: 'Failed validations in the last 6 hours', value: failedProofs.recent },
          { term: 'Failed validations in the last 30 days', value: failedProofs.month },
          { term: 'Quizzes in the last 24 hours', value: quizzes },
        ]}
      />
      {counted && (
        <p className="after-facts">
          <Button look="line" onClick={() => setAsking(true)}>
            UNLOCK
          </Button>
        </p>
      )}
      {asking && (
        <ReasonDialog
          heading={`Unlock NPI ${npi}?`}
          save={unlock}
          bodyOf={() => ({ npi })}
          label="UNLOCK"
          onClose={() => setAsking(false)}
        >
          <p>
            All that is counted against this NPI is forgotten. Do this only when you know who is trying: the lock keeps
            strangers from guessing.
          </p>
        </ReasonDialog>
      )}
    </TitledCard>
  )
}
