import type { FieldReader } from '../field-reader.ts'
import { FieldReader as Fields } from '../field-reader.ts'
import type { ImportKind } from '../import-kind.ts'
import { countStaged, mergeByKey } from '../merge-by-key.ts'
import { stageRows } from '../staged-rows.ts'

type KeyedKind = {
  table: string
  key: string
  /** Every column of the file in the table's order, its type, and how it is read; the key comes first. */
  columns: readonly [name: string, type: string, read: (fields: FieldReader, name: string) => string | null][]
  optional: readonly string[]
}

/** A kind whose rows are one table's rows: claims, SCO cases, SCO invoices. */
export function defineKeyedKind({ table, key, columns, optional }: KeyedKind): ImportKind {
  const names = columns.map(([name]) => name)
  return {
    columns: names,
    required: names.filter((name) => !optional.includes(name)),
    allowsSnapshot: false,
    createReader() {
      const fields = new Fields(names)
      return (record) => {
        fields.open(record)
        const values = columns.map(([name, , read]) => read(fields, name))
        return fields.problem ? { reason: fields.problem } : values
      }
    },
    openStaging: (trx) =>
      stageRows(trx, {
        columns: columns.map(([name, type]) => [name, type]),
        key: [key],
        async merge(trx, { present }) {
          const others = names.filter((name) => name !== key && present.has(name))
          const { inserted, updated } = await mergeByKey(trx, { table, key, columns: others })
          return { inserted, updated, unchanged: (await countStaged(trx)) - inserted - updated, left: 0 }
        },
      }),
  }
}
