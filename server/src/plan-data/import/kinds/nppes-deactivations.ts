import { planDayOf } from '@portico/core/forms/calendar-day'
import { mergeDeactivations } from '../merging/merge-deactivations.ts'
import { FieldReader } from '../reading/field-reader.ts'
import { readDay } from '../reading/field-values.ts'
import type { ImportKind } from '../staging/import-kind.ts'
import { stageRows } from '../staging/staged-rows.ts'

const DAY = 'nppes deactivation date'
const columns = ['npi', DAY] as const

/** The complete national file has more columns than these. */
export const isDeactivationFile = (header: readonly string[]): boolean =>
  header.includes(DAY) && header.includes('npi') && !header.includes('entity type code')

/** The monthly file of deactivated NPIs. It adds deactivations and takes none back. */
export const nppesDeactivations: ImportKind = {
  columns,
  required: columns,
  allowsSnapshot: false,
  tellsDeactivated: true,
  createReader({ now }) {
    const fields = new FieldReader(columns)
    const today = planDayOf(now)
    return {
      readRow(record) {
        fields.open(record)
        const npi = fields.npi('npi')
        fields.required(DAY)
        const day = fields.converted(DAY, readNationalDay, 'is not a date such as 06/30/2026.')
        if (day && day > today) fields.fail(`${DAY} is in the future.`)
        return fields.problem ? { reason: fields.problem } : [npi, day]
      },
    }
  },
  openStaging: (trx) =>
    stageRows(trx, {
      columns: [
        ['npi', 'text collate "C"'],
        ['deactivation_date', 'date'],
      ],
      key: ['npi'],
      merge: mergeDeactivations,
    }),
}

/** Spreadsheets also write '6/3/2026'. */
const readNationalDay = (text: string): string | undefined =>
  readDay(
    text.replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, (_, month, day, year) => {
      return `${month.padStart(2, '0')}/${day.padStart(2, '0')}/${year}`
    }),
  )
