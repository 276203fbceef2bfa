import { readDegrees, readState, readZip } from '@portico/core/provider-directory/values'
import { mergeFileValues } from '../merging/merge-file-values.ts'
import { FieldReader } from '../reading/field-reader.ts'
import type { ImportKind } from '../staging/import-kind.ts'
import { stageRows } from '../staging/staged-rows.ts'

const columns = [
  'location_id',
  'name',
  'address_1',
  'address_2',
  'city',
  'state',
  'zip',
  'phone',
  'fax',
  'hours',
  'accessibility',
  'latitude',
  'longitude',
] as const

const typeOf = (name: string): string =>
  name === 'location_id' ? 'text collate "C"' : /tude$/.test(name) ? 'numeric(9, 6)' : 'text'

/** Where providers practice. Empty values stay empty: offices are asked for them. */
export const locations: ImportKind = {
  columns,
  required: ['location_id'],
  allowsSnapshot: true,
  createReader() {
    const fields = new FieldReader(columns)
    return {
      readRow(record) {
        fields.open(record)
        const id = fields.code('location_id')
        const values = readLocation(fields, id)
        if (!fields.problem) return values
        const staged = [id, ...columns.slice(1).map(() => null)]
        return id ? { reason: fields.problem, staged } : { reason: fields.problem }
      },
    }
  },
  openStaging: (trx) =>
    stageRows(trx, {
      columns: columns.map((name) => [name, typeOf(name)]),
      key: ['location_id'],
      merge: (trx, context) =>
        mergeFileValues(trx, context, {
          table: 'practice_location',
          what: 'locations',
          key: ['location_id'],
          columns: columns.slice(1),
          lockOrder: 'location_id',
        }),
    }),
}

function readLocation(fields: FieldReader, id: string): (string | null)[] {
  const values = [
    id,
    fields.optionalText('name', 200),
    fields.optionalText('address_1', 200),
    fields.optionalText('address_2', 200),
    fields.optionalText('city', 100),
    fields.converted('state', readState, 'is not the two-letter code of a state.'),
    fields.converted('zip', readZip, 'does not have five or nine digits.'),
    fields.optionalText('phone', 50),
    fields.optionalText('fax', 50),
    fields.optionalText('hours', 500),
    fields.optionalText('accessibility', 500),
    fields.converted('latitude', (text) => readDegrees(text, 90), 'is not a number of degrees from -90 to 90.'),
    fields.converted('longitude', (text) => readDegrees(text, 180), 'is not a number of degrees from -180 to 180.'),
  ]
  const [latitude, longitude] = values.slice(-2)
  if ((latitude === null) !== (longitude === null)) fields.fail('Only one of latitude and longitude has a value.')
  return values
}
