import { showPolicy } from '@portico/core/internal/calls'
import type { Policy } from '@portico/core/internal/shapes'
import { TitledCard } from '#kit/card.tsx'
import { Note } from '#kit/note.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { APPROVER_HELP } from '#shell/console/approver-help.ts'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'

type Rule = Policy['factors'][number]

const GROUPS: Record<Rule['group'], string> = {
  MEMBER: 'Members',
  AU: 'Access Users (AU)',
  AA: 'Access Administrators (AA)',
  SAA: 'Senior Access Administrators (SAA)',
  STAFF: 'Plan staff',
}

function wordsOf({ kind, days }: Rule): string {
  if (kind === 'off') return 'Not offered'
  if (kind === 'offered') return 'Offered, not required'
  return days === 0 ? 'Required' : `Required ${days} days after the first sign-in`
}

/** Read-only policy from the settings: second factors and four-eyes approval. */
export function PolicyCard() {
  const policy = useCall(showPolicy)
  return (
    <TitledCard id="policy" heading="Policy">
      <p>These rules are part of the portal’s settings. They can’t be changed here.</p>
      <Loading of={policy} label="Loading the policy">
        {({ factors, fourEyes, approvers }) => (
          <>
            <SummaryList
              items={[
                ...factors.map((rule) => ({ term: `Second factor: ${GROUPS[rule.group]}`, value: wordsOf(rule) })),
                {
                  term: 'Inviting an SAA or an administrator, lifting a hold, changing an application',
                  value: fourEyes ? 'A second administrator must approve' : 'One administrator is enough',
                },
              ]}
            />
            {fourEyes && approvers < 2 && (
              <Note tone="warn">
                <p>Fewer than two administrators can approve. {APPROVER_HELP}</p>
              </Note>
            )}
          </>
        )}
      </Loading>
    </TitledCard>
  )
}
