import { formatCalendarDay, formatMoment } from '@portico/core/forms/moments'
import {
  type ChangeField,
  FIELD_LABELS,
  LOCATION_FIELDS,
  PRACTICE_FIELDS,
} from '@portico/core/provider-directory/change-fields'
import { describeValue } from '@portico/core/provider-directory/describe-value'
import type { VerifyItem, VerifyRow } from '@portico/core/provider-directory/verify-shapes'
import { countOf } from '#kit/count-of.ts'
import type { StatusLabel } from '#kit/tag.tsx'
import { LabelTag, Tag } from '#kit/tag.tsx'
import { findMissing } from './items.ts'

/** Fields of a row, in the order in which they are shown. */
const FIELDS = [...LOCATION_FIELDS, ...PRACTICE_FIELDS] as const
type ShownField = (typeof FIELDS)[number]

export const placeOf = (row: Pick<VerifyRow, 'name' | 'address'>): string =>
  row.name || row.address.line1 || row.address.city || 'no location'

/** Values as members see them, with the office's change below a value. */
export function ShownValues({ row, item }: { row: VerifyRow; item: VerifyItem | undefined }) {
  const changed = (field: ChangeField) => item?.changes.find((change) => change.field === field)
  const shown = FIELDS.filter((field) => describeValue(field, row[field]) || changed(field) || isAsked(row, field))
  return (
    <dl className="verify-values">
      {shown.map((field) => (
        <ShownValue key={field} field={field} row={row} change={changed(field)} />
      ))}
      {item?.changes
        .filter(({ field }) => field === 'newLocation')
        .map(({ value }) => (
          <div key="newLocation">
            <dt>{FIELD_LABELS.newLocation}</dt>
            <dd className="lines">{describeValue('newLocation', value)}</dd>
          </div>
        ))}
    </dl>
  )
}

const isAsked = (row: VerifyRow, field: ShownField): boolean =>
  (field === 'address' || field === 'phone') && row.missing.includes(field)

type ShownValueProps = { field: ShownField; row: VerifyRow; change: VerifyItem['changes'][number] | undefined }

function ShownValue({ field, row, change }: ShownValueProps) {
  const value = describeValue(field, row[field])
  return (
    <div>
      <dt>{FIELD_LABELS[field]}</dt>
      <dd className="lines">
        {change ? <s>{value || 'Empty'}</s> : value || <b>Missing. Please add it.</b>}
        {change && <ins>Your change: {describeValue(field, change.value) || 'Empty'}</ins>}
      </dd>
    </div>
  )
}

/** What the national file says, with the differences in words. */
export function NationalValues({ row: { national, different } }: { row: VerifyRow }) {
  const values = [
    ['address', describeValue('address', national.address)],
    ['phone', describeValue('phone', national.phone.replace(/\D/g, ''))],
    ['specialty', national.specialty && describeValue('specialty', [national.specialty])],
  ] as const
  const shown = values.filter(([, value]) => value !== '')
  if (shown.length === 0) return <span className="soft">The national file has no entry.</span>
  return (
    <dl className="verify-values">
      {shown.map(([field, value]) => (
        <div key={field}>
          <dt>{FIELD_LABELS[field]}</dt>
          <dd className="lines">
            {value} {different.includes(field) && <Tag tone="warn">Differs</Tag>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const STATES: Record<VerifyRow['state'], StatusLabel> = {
  OVERDUE: { label: 'Overdue', tone: 'bad' },
  DUE_SOON: { label: 'Due soon', tone: 'warn' },
  VERIFIED: { label: 'Verified', tone: 'ok' },
  NOT_VERIFIED: { label: 'Not verified yet' },
}

/** When the row is due, what waits, and what the office has marked. */
export function RowStatus({ row, item }: { row: VerifyRow; item: VerifyItem | undefined }) {
  const missing = findMissing(row, item)
  return (
    <>
      <p>
        {item === undefined ? (
          <LabelTag of={STATES[row.state]} />
        ) : (
          <Tag tone="ok">{item.changes.length > 0 ? describeMark(item) : 'Still true'}</Tag>
        )}
      </p>
      {missing.length > 0 && (
        <p className="small">Please add: {missing.map((field) => FIELD_LABELS[field].toLowerCase()).join(', ')}.</p>
      )}
      {row.dueOn && <p className="small">Due {formatCalendarDay(row.dueOn)}</p>}
      {row.verifiedAt && (
        <p className="small soft">
          Verified {formatMoment(row.verifiedAt)}
          {row.verifiedBy && ` by ${row.verifiedBy}`}
        </p>
      )}
      {row.pending.length > 0 && (
        <p className="small">With the plan: {row.pending.map(({ field }) => FIELD_LABELS[field]).join(', ')}</p>
      )}
    </>
  )
}

const describeMark = ({ changes }: VerifyItem) => countOf(changes.length, 'change', 'changes')

/** Values that differ between what the user saw and what the directory says now. */
export function findMovedValues(before: VerifyRow, now: VerifyRow): { label: string; before: string; now: string }[] {
  return FIELDS.flatMap((field) => {
    const values = { before: describeValue(field, before[field]), now: describeValue(field, now[field]) }
    return values.before === values.now ? [] : [{ label: FIELD_LABELS[field], ...values }]
  })
}
