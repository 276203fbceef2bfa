import type { VerifyItem, VerifyRow } from '@portico/core/provider-directory/verify-shapes'
import { Button, TextButton } from '#kit/button.tsx'
import type { Column } from '#kit/data-table.tsx'
import { Tag } from '#kit/tag.tsx'
import { findMovedValues, NationalValues, placeOf, RowStatus, ShownValues } from './describe-row.tsx'
import { findMissing, type Items, keyOf } from './items.ts'

export type RowActions = Record<'toggle' | 'keep' | 'select' | 'edit' | 'addLocation', (row: VerifyRow) => void>

type Given = {
  items: Items
  selected: ReadonlyMap<string, unknown>
  actions: RowActions
  seenRows: (key: string, seen: string) => VerifyRow | undefined
}

const nameOf = (row: VerifyRow) => `${row.providerName}, ${placeOf(row)}`

export function buildColumns({ items, selected, actions, seenRows }: Given): Column<VerifyRow>[] {
  const itemOf = (row: VerifyRow) => items.get(keyOf(row))
  return [
    {
      key: 'name',
      header: 'Provider',
      sortBy: true,
      width: 18,
      breaks: true,
      cell: (row) => (
        <ProviderCell row={row} selected={selected.has(keyOf(row))} onSelect={() => actions.select(row)} />
      ),
    },
    {
      key: 'location',
      header: 'Members see',
      sortBy: true,
      width: 30,
      breaks: true,
      cell: (row) => <ShownValues row={row} item={itemOf(row)} />,
    },
    { key: 'national', header: 'National file', width: 20, breaks: true, cell: (row) => <NationalValues row={row} /> },
    {
      key: 'due',
      header: 'Status',
      sortBy: true,
      width: 16,
      cell: (row) => <RowStatus row={row} item={itemOf(row)} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      width: 16,
      cell: (row) => <Actions row={row} item={itemOf(row)} actions={actions} seenRows={seenRows} />,
    },
  ]
}

type ProviderCellProps = { row: VerifyRow; selected: boolean; onSelect: () => void }

function ProviderCell({ row, selected, onSelect }: ProviderCellProps) {
  return (
    <div className="verify-provider">
      <input
        type="checkbox"
        data-row={keyOf(row)}
        aria-label={`Select ${nameOf(row)}`}
        checked={selected}
        disabled={row.missing.length > 0}
        onChange={onSelect}
      />
      <div>
        <b>{row.providerName}</b>
        <br />
        <span className="soft small num">NPI {row.npi}</span>
        {row.groupName && <p className="small">{row.groupName}</p>}
        {row.networkName && <p className="small soft">{row.networkName}</p>}
      </div>
    </div>
  )
}

type ActionsProps = { row: VerifyRow; item: VerifyItem | undefined } & Pick<Given, 'actions' | 'seenRows'>

function Actions({ row, item, actions, seenRows }: ActionsProps) {
  const missing = findMissing(row, item)
  const hasMoved = item !== undefined && item.seen !== row.seen
  if (hasMoved) return <Moved row={row} item={item} actions={actions} seenRows={seenRows} />
  return (
    <div className="verify-actions no-print">
      {missing.length === 0 && (
        <Button
          look="line"
          aria-label={`${item ? 'Undo' : 'Still true'}: ${nameOf(row)}`}
          onClick={() => actions.toggle(row)}
        >
          {item ? 'Undo' : 'Still true'}
        </Button>
      )}
      {row.id !== undefined && (
        <TextButton aria-label={`Change ${nameOf(row)}`} onClick={() => actions.edit(row)}>
          Change
        </TextButton>
      )}
      <TextButton aria-label={`Add a location for ${row.providerName}`} onClick={() => actions.addLocation(row)}>
        Add a location
      </TextButton>
    </div>
  )
}

/** Another person changed or verified the row after the user marked it. */
function Moved({ row, item, actions, seenRows }: ActionsProps & { item: VerifyItem }) {
  const before = seenRows(keyOf(row), item.seen)
  const values = before ? findMovedValues(before, row) : []
  return (
    <div className="verify-actions">
      <Tag tone="warn">Changed since you looked</Tag>
      {values.map(({ label, before: was, now }) => (
        <p key={label} className="small">
          {label}: {was || 'empty'} is now {now || 'empty'}.
        </p>
      ))}
      {values.length === 0 && <p className="small">Someone else verified or changed this entry. Please look again.</p>}
      <Button look="line" aria-label={`Keep my answer for ${nameOf(row)}`} onClick={() => actions.keep(row)}>
        Keep my answer
      </Button>
      <TextButton aria-label={`Drop my answer for ${nameOf(row)}`} onClick={() => actions.toggle(row)}>
        Drop my answer
      </TextButton>
    </div>
  )
}
