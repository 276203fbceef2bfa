import { sql } from 'kysely'
import { FieldReader } from '../field-reader.ts'
import type { ImportKind, Trx } from '../import-kind.ts'
import { countStaged, type KeyedMerge, mergeByKey } from '../merge-by-key.ts'
import { stageRows } from '../staged-rows.ts'

/** The ways to read a column, and what the database stores it as. */
const TYPES = {
  required: 'text',
  optional: 'text',
  npi: 'text collate "C"',
  memberId: 'text',
  day: 'date',
  optionalDay: 'date',
  amount: 'numeric(12, 2)',
  optionalAmount: 'numeric(12, 2)',
} as const

type Beside = Pick<KeyedMerge, 'taken'> & {
  /** Keeps when a file last said something new of a row. */
  stampedIn?: string
  before?: (trx: Trx) => Promise<void>
}

/** A kind whose rows are one table's rows: every column of the file and how it is read; the key comes first. */
function defineKeyedKind(
  table: string,
  columns: Readonly<Record<string, keyof typeof TYPES>>,
  { stampedIn, taken, before }: Beside = {},
): ImportKind {
  const reads = Object.entries(columns)
  const names = Object.keys(columns)
  const [key = '', ...others] = names
  return {
    columns: names,
    required: names.filter((name) => !columns[name]?.startsWith('optional')),
    allowsSnapshot: false,
    createReader() {
      const fields = new FieldReader(names)
      return {
        readRow(record) {
          fields.open(record)
          const values = reads.map(([name, read]) => fields[read](name))
          return fields.problem ? { reason: fields.problem } : values
        },
      }
    },
    openStaging: (trx) =>
      stageRows(trx, {
        columns: reads.map(([name, read]) => [name, TYPES[read]]),
        key: [key],
        async merge(trx, { present, now }) {
          await before?.(trx)
          const given = others.filter((name) => present.has(name))
          const { inserted, updated } = await mergeByKey(trx, {
            table,
            key,
            columns: given,
            ...(stampedIn ? { stamp: { column: stampedIn, at: now } } : {}),
            ...(taken ? { taken } : {}),
          })
          return { inserted, updated, unchanged: (await countStaged(trx)) - inserted - updated, left: 0 }
        },
      }),
  }
}

/** In a statement before the one that reads cohorts: what changes them has ended then, or waits for this import. */
async function lockCohorts(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7262, 78)`.execute(trx)
}

export const claims = defineKeyedKind(
  'claim',
  {
    claim_number: 'required',
    npi: 'npi',
    member_id: 'memberId',
    billed_amount: 'amount',
    paid_amount: 'optionalAmount',
    service_date: 'day',
    status: 'required',
    denial_reason: 'optional',
    member_owes: 'optionalAmount',
  },
  { stampedIn: 'told_at', taken: { column: 'cohort_id', from: 'network_provider', by: 'npi' }, before: lockCohorts },
)

export const scoCases = defineKeyedKind('sco_case', {
  case_id: 'required',
  npi: 'npi',
  member_id: 'memberId',
  opened: 'day',
  status: 'required',
  next_review: 'optionalDay',
  care_manager: 'optional',
})

export const scoInvoices = defineKeyedKind('sco_invoice', {
  invoice_number: 'required',
  npi: 'npi',
  period: 'required',
  amount: 'amount',
  status: 'required',
  due_date: 'optionalDay',
})
