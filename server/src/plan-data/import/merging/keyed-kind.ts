import { FieldReader } from '../reading/field-reader.ts'
import { areEmpty } from '../staging/empty-tables.ts'
import { exchangeTables } from '../staging/exchange-table.ts'
import type { Beside, ImportKind, Trx } from '../staging/import-kind.ts'
import { stageRows } from '../staging/staged-rows.ts'
import { countStaged, fillByKey, type KeyedMerge, mergeByKey } from './merge-by-key.ts'

/** How to read a column, and its database type. */
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

type Settings = Pick<KeyedMerge, 'taken'> & {
  /** Stores when a file last changed a row. */
  stampedIn?: string
  before?: (trx: Trx) => Promise<void>
  /** Does for all rows at once what triggers do for each, if a large file fills an empty table. */
  settleFilled?: (trx: Trx) => Promise<void>
}

/** A kind whose rows map to one table: every column of the file and how it is read; the key comes first. */
export function defineKeyedKind(
  table: string,
  columns: Readonly<Record<string, keyof typeof TYPES>>,
  { stampedIn, taken, before, settleFilled }: Settings = {},
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
        async merge(trx, context) {
          await before?.(trx)
          const given = others.filter((name) => context.present.has(name))
          const stamp = stampedIn ? { stamp: { column: stampedIn, at: context.now } } : {}
          const merge = { table, key, columns: given, ...stamp, ...(taken ? { taken } : {}) }
          const count = await countStaged(trx)
          if (settleFilled && count >= context.sizes.manyRows && (await areEmpty(trx, [table]))) {
            await fillByKey(trx, context, merge)
            await settleFilled(trx)
            const beside: Beside = { exchange: (trx, context) => exchangeTables(trx, context, [table]) }
            return { inserted: count, updated: 0, unchanged: 0, left: 0, beside }
          }
          const { inserted, updated } = await mergeByKey(trx, merge)
          return { inserted, updated, unchanged: count - inserted - updated, left: 0 }
        },
      }),
  }
}
