import { PROVIDER_PATHS } from '@portico/core/constants'
import { lastManyEligibility } from '@portico/core/plan-data/calls'
import { LIST_TEXTS } from '@portico/core/plan-data/eligibility-list'
import type { LastList, ListRow } from '@portico/core/plan-data/eligibility-list-shapes'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Alert, Note } from '#kit/note.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { portalFunction } from '#shell/layout/portal-function.tsx'
import { ListGrid } from './list-grid.tsx'
import { ListInput } from './list-input.tsx'
import { useCheckedList } from './use-checked-list.ts'

export const EligibilityListPage = portalFunction(
  'Check today’s patients at once, up to 500 members. Lookups are logged.',
  EligibilityList,
)

function EligibilityList() {
  const last = useCall(lastManyEligibility, { dropOnUnmount: true })
  return (
    <div className="stack">
      <p className="no-print">
        <a href={PROVIDER_PATHS.eligibility}>Check one member</a>
      </p>
      <Loading of={last} label="Loading your last list">
        {(found) => <Lists last={found} />}
      </Loading>
    </div>
  )
}

/** A list that was checked within the last hour comes first. */
function Lists({ last: { rows, total } }: { last: LastList }) {
  const [shown, setShown] = useState<'last' | 'input' | readonly ListRow[]>(rows.length > 0 ? 'last' : 'input')
  const startNew = () => setShown('input')
  if (shown === 'input') return <ListInput onRows={setShown} />
  if (shown === 'last')
    return (
      <>
        {rows.length < total && <Note tone="warn">{LIST_TEXTS.partly}</Note>}
        <ListGrid rows={rows} total={total} busy={false} onNew={startNew} />
      </>
    )
  return <CheckedNow asked={shown} onNew={startNew} />
}

function CheckedNow({ asked, onNew }: { asked: readonly ListRow[]; onNew: () => void }) {
  const list = useCheckedList(asked)
  return (
    <>
      {list.problem && (
        <Alert>
          {list.problem}{' '}
          <Button look="line" onClick={list.resume}>
            Continue checking
          </Button>
        </Alert>
      )}
      <ListGrid rows={list.rows} total={asked.length} busy={list.busy} onNew={onNew} />
    </>
  )
}
