import { type ChangeField, FIELD_LABELS } from '@portico/core/provider-directory/change-fields'
import type { ChangeRules } from '@portico/core/provider-directory/queue-shapes'
import { FoldedCard } from '#kit/folded-card.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { Tiles } from '#kit/tiles.tsx'
import { ageOf } from '#shell/console/due.tsx'

export function ChangeTiles({ counts }: { counts: ChangeRules }) {
  return (
    <Tiles
      tiles={[
        { label: 'waiting', value: counts.waiting },
        { label: 'overdue', value: counts.overdue },
        { label: 'disputed', value: counts.disputed },
        { label: 'oldest', value: ageOf(counts.oldest) },
      ]}
    />
  )
}

const namesOf = (fields: readonly ChangeField[]) => fields.map((field) => FIELD_LABELS[field]).join(', ') || 'None'

/** Which fields the plan accepts by itself. The operator changes them in the settings. */
export function ChangeRulesCard({ rules }: { rules: ChangeRules }) {
  return (
    <FoldedCard heading="Rules">
      <SummaryList
        items={[
          { term: 'Accepted without staff', value: namesOf(rules.accepted) },
          { term: 'Waits for your decision', value: namesOf(rules.asked) },
        ]}
      />
      <p className="soft small">
        A new location in a state where the provider doesn’t practice always waits, unless addresses are accepted. Your
        operator sets the rules with <code>PORTICO_DIRECTORY_ACCEPT</code>.
      </p>
    </FoldedCard>
  )
}
