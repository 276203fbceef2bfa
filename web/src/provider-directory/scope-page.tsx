import { PROVIDER_PATHS } from '@portico/core/constants'
import { formatMoment } from '@portico/core/forms/moments'
import { listToVerify, openVerificationDraft, selectToVerify } from '@portico/core/provider-directory/calls'
import { uploadAddress } from '@portico/core/provider-directory/pages'
import type {
  VerificationDraft,
  VerificationScope,
  VerifyReference,
  VerifyRow,
  VerifyView,
} from '@portico/core/provider-directory/verify-shapes'
import { useRef, useState } from 'react'
import { AsOf } from '#kit/as-of.tsx'
import { Button, TextButton } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { countOf } from '#kit/count-of.ts'
import { Alert } from '#kit/note.tsx'
import { SearchField } from '#kit/search-field.tsx'
import { optionsOf, SelectField } from '#kit/select-field.tsx'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { useListAddress } from '#shell/lists/list-address.ts'
import { anyText, oneOfLabels } from '#shell/lists/list-declaration.ts'
import { CountLine, PagedTable } from '#shell/lists/paged-table.tsx'
import { ShortcutHelp } from '#shell/lists/shortcuts.tsx'
import { describeDue } from './due-text.ts'
import { type EditProps, EditRow } from './edit-row.tsx'
import { changeRow, clearRows, confirmRows, countChanges, findMissing, type Items, keyOf } from './items.ts'
import { NewLocation } from './new-location.tsx'
import { Outcome } from './receipts/outcome.tsx'
import { Receipts } from './receipts/receipts.tsx'
import { useVerification, type Verification } from './use-verification.ts'
import { buildColumns } from './verify-columns.tsx'
import { useVerifyKeys } from './verify-keys.ts'

const VIEWS: Record<VerifyView, string> = {
  ALL: 'All entries',
  TO_VERIFY: 'Due within 30 days or overdue',
  OVERDUE: 'Overdue',
  MISSING: 'Something is missing',
  DIFFERENT: 'Differs from the national file',
  PENDING: 'Changes with the plan',
  VERIFIED: 'Verified',
}

const LIST = {
  fields: { scopeKind: anyText, scopeId: anyText, view: oneOfLabels(VIEWS, 'ALL'), search: anyText },
  sorts: ['name', 'location', 'due'],
} as const

type ScopePageProps = { scope: VerificationScope; hasOthers: boolean }

/** One scope: opens the draft, then shows the list. */
export function ScopePage({ scope, hasOthers }: ScopePageProps) {
  const { scopeKind, scopeId } = scope
  const draft = useCall(openVerificationDraft, { query: { scopeKind, scopeId }, dropOnUnmount: true })
  const opened = useRef<VerificationDraft>(undefined)
  if (draft.state === 'ready') opened.current ??= draft.entity
  const first = opened.current
  if (first) return <Verifying scope={scope} opened={first} hasOthers={hasOthers} />
  return (
    <Loading of={draft} label="Loading your draft" lines={8}>
      {() => null}
    </Loading>
  )
}

function Verifying({ scope, opened, hasOthers }: ScopePageProps & { opened: VerificationDraft }) {
  const ofScope = { scopeKind: scope.scopeKind, scopeId: scope.scopeId }
  const verification = useVerification(ofScope, opened)
  return (
    <div className="stack">
      <div>
        <h2>{scope.name}</h2>
        <p className="soft">
          {describeDue(scope)}. {scope.verified} of {scope.total} verified.{' '}
          {hasOthers && <a href={PROVIDER_PATHS.verify}>All your practices</a>}
        </p>
        <p className="no-print">
          <a href={uploadAddress(ofScope)}>Upload a spreadsheet</a>
        </p>
      </div>
      {verification.result && <Outcome of={verification.result} />}
      <Rows scope={scope} verification={verification} />
      <Receipts scope={ofScope} />
    </div>
  )
}

type Editing = { row: VerifyRow; what: 'values' | 'newLocation' }

/** Which rows are selected, confirmed or being changed, and what the list and its keys do with them. */
function useMarking({ items, setItems }: Verification) {
  const [selected, setSelected] = useState<ReadonlyMap<string, VerifyReference | VerifyRow>>(new Map())
  const [editing, setEditing] = useState<Editing>()
  const confirm = (rows: readonly (VerifyReference | VerifyRow)[]) => {
    setItems((now) =>
      confirmRows(
        now,
        rows.filter((row) => !('missing' in row) || findMissing(row, now.get(keyOf(row))).length === 0),
      ),
    )
    setSelected(new Map())
  }
  const actions = {
    toggle: (row: VerifyRow) =>
      items.has(keyOf(row)) ? setItems((now) => clearRows(now, [keyOf(row)])) : confirm([row]),
    select: (row: VerifyRow) => {
      const next = new Map(selected)
      if (!next.delete(keyOf(row))) next.set(keyOf(row), row)
      setSelected(next)
    },
    keep: (row: VerifyRow) => confirm([row]),
    edit: (row: VerifyRow) => setEditing({ row, what: row.id === undefined ? 'newLocation' : 'values' }),
    addLocation: (row: VerifyRow) => setEditing({ row, what: 'newLocation' }),
  }
  const save = (changes: Parameters<typeof changeRow>[2]) => {
    if (editing) setItems((now) => changeRow(now, editing.row, changes))
    setEditing(undefined)
  }
  return { selected, setSelected, editing, setEditing, confirm, actions, save }
}

function Rows({ scope, verification }: { scope: VerificationScope; verification: Verification }) {
  const { scopeKind, scopeId } = scope
  const address = useListAddress(LIST)
  const query = { ...address.query, scopeKind, scopeId }
  const found = useCall(listToVerify, { query, keepPrevious: true })
  const { items } = verification
  const { selected, setSelected, editing, setEditing, confirm, actions, save } = useMarking(verification)
  const seenRows = useSeenRows(found.state === 'ready' ? found.entity.rows : [])
  const keys = useVerifyKeys(found.state === 'ready' ? found.entity.rows : [], actions)
  return (
    <TitledCard id="to-verify" heading="Entries as members see them" className="verify-rows">
      <search className="filter-grid">
        <SelectField label="Show" {...address.selectProps('view')} options={optionsOf(VIEWS)} />
        <SearchField label="Name or NPI" {...address.searchProps('search')} />
      </search>
      <PagedTable
        list={found}
        address={address}
        rowsLabel="entries"
        caption="Entries to verify"
        rowKey={keyOf}
        columns={buildColumns({ items, selected, actions, seenRows })}
        empty="This practice has no providers yet."
        noMatches="No entries match. Try fewer letters or another filter."
        head={({ total, rows }) => (
          <div className="list-head">
            <CountLine>{countOf(total, 'entry', 'entries')}</CountLine>
            <SelectMany rows={rows} total={total} query={query} selected={selected} onSelect={setSelected} />
            {selected.size > 0 && (
              <Button onClick={() => confirm([...selected.values()])}>Still true ({selected.size} selected)</Button>
            )}
            <ShortcutHelp shortcuts={keys} more={[['Space', 'Select the row']]} />
          </div>
        )}
      />
      {found.state === 'ready' && <AsOf what="The plan’s data" time={found.entity.asOf} />}
      <Summary total={scope.total} verification={verification} />
      {editing && <EditDialog editing={editing} items={items} onSave={save} onClose={() => setEditing(undefined)} />}
    </TitledCard>
  )
}

type EditDialogProps = Omit<EditProps, 'row' | 'item'> & { editing: Editing; items: Items }

function EditDialog({ editing: { row, what }, items, ...rest }: EditDialogProps) {
  const Content = what === 'values' ? EditRow : NewLocation
  return <Content row={row} item={items.get(keyOf(row))} {...rest} />
}

/** Every state of a row that this page has shown, so that a conflict can say what changed. */
function useSeenRows(rows: readonly VerifyRow[]): (key: string, seen: string) => VerifyRow | undefined {
  const shown = useRef(new Map<string, VerifyRow>())
  for (const row of rows) shown.current.set(`${keyOf(row)} ${row.seen}`, row)
  return (key, seen) => shown.current.get(`${key} ${seen}`)
}

type SelectManyProps = {
  rows: readonly VerifyRow[]
  total: number
  query: Parameters<typeof toFilter>[0]
  selected: ReadonlyMap<string, unknown>
  onSelect: (selected: ReadonlyMap<string, VerifyReference | VerifyRow>) => void
}

const toFilter = ({
  scopeKind,
  scopeId,
  view,
  search,
}: {
  scopeKind: VerificationScope['scopeKind']
  scopeId: string
  view: VerifyView | undefined
  search: string | undefined
}) => ({ scopeKind, scopeId, ...(view ? { view } : {}), ...(search ? { search } : {}) })

/** Selects the page, or all rows of the filter. Rows with a gap are left out and counted. */
function SelectMany({ rows, total, query, selected, onSelect }: SelectManyProps) {
  const { call } = useGateway()
  const [problem, setProblem] = useState('')
  const [incomplete, setIncomplete] = useState(0)
  const selectAll = async () => {
    const reply = await call(selectToVerify, toFilter(query))
    setProblem(reply.ok ? '' : reply.entity.message)
    if (!reply.ok) return
    setIncomplete(reply.entity.incomplete)
    onSelect(new Map(reply.entity.rows.map((row) => [keyOf(row), row])))
  }
  const complete = rows.filter((row) => row.missing.length === 0)
  return (
    <>
      {selected.size === 0 ? (
        <>
          {total > rows.length && (
            <TextButton onClick={() => onSelect(new Map(complete.map((row) => [keyOf(row), row])))}>
              Select this page
            </TextButton>
          )}
          {total > 0 && <TextButton onClick={() => void selectAll()}>Select all {total}</TextButton>}
        </>
      ) : (
        <TextButton onClick={() => onSelect(new Map())}>Select none</TextButton>
      )}
      {selected.size > 0 && incomplete > 0 && (
        <span className="small">{countOf(incomplete, 'entry needs', 'entries need')} more data first.</span>
      )}
      {problem && <Alert>{problem}</Alert>}
    </>
  )
}

/** Stays in sight: what is marked, the draft, and the button that sends it. */
function Summary({ total, verification }: { total: number; verification: Verification }) {
  const { items, draft, busy, problem, send, setItems } = verification
  const changes = countChanges(items)
  return (
    <div className="verify-summary no-print">
      {problem && <Alert key={problem}>{problem}</Alert>}
      <div className="row">
        <p role="status">
          <b>
            {items.size} of {total} confirmed, {countOf(changes, 'change', 'changes')}
          </b>
          <span className="soft small"> {describeDraft(draft)}</span>
        </p>
        {items.size > 0 && (
          <>
            <TextButton onClick={() => setItems((now) => clearRows(now, now.keys()))}>Clear all</TextButton>
            <Button busy={busy} onClick={() => void send()}>
              Send verification
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function describeDraft({ state, savedAt }: Verification['draft']): string {
  if (state === 'saving') return 'Saving your draft…'
  if (state === 'failed') return 'Your draft could not be saved. Please keep this page open.'
  return savedAt ? `Draft saved ${formatMoment(savedAt)}` : ''
}
