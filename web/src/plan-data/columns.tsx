import { formatCalendarDay } from '@portico/core/forms/moments'
import { formatAmount } from '#kit/format-amount.ts'
import { Tag } from '#kit/tag.tsx'
import { formatStatus, statusTone } from './formats.ts'

export function StatusTag({ status }: { status: string }) {
  return status === '' ? '—' : <Tag tone={statusTone(status)}>{formatStatus(status)}</Tag>
}

/** The name with the NPI below it. */
export function ProviderCell({ of }: { of: { npi: string; providerName: string } }) {
  return (
    <>
      {of.providerName}
      <br />
      <span className="soft small num nowrap">NPI {of.npi}</span>
    </>
  )
}

export const providerColumn = {
  key: 'provider',
  header: 'Provider',
  cell: (row: { npi: string; providerName: string }) => <ProviderCell of={row} />,
}

export const statusColumn = {
  key: 'status',
  header: 'Status',
  sortBy: true,
  cell: ({ status }: { status: string }) => <StatusTag status={status} />,
} as const

export const dayColumn = <Key extends string>(key: Key, header: string) =>
  ({
    key,
    header,
    kind: 'num',
    sortBy: true,
    cell: (row: Record<Key, string>) => <span className="nowrap">{formatCalendarDay(row[key]) || '—'}</span>,
  }) as const

export const amountColumn = <Key extends string>(key: Key, header: string) =>
  ({
    key,
    header,
    kind: 'amount',
    sortBy: true,
    cell: (row: Record<Key, string>) => formatAmount(row[key]) || '—',
  }) as const
