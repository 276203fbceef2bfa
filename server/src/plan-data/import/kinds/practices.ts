import { ACCEPTING } from '@portico/core/provider-directory/change-fields'
import { readLanguages, readTaxonomies } from '@portico/core/provider-directory/values'
import { type RawBuilder, sql } from 'kysely'
import { mergeFileValues } from '../merging/merge-file-values.ts'
import { FieldReader } from '../reading/field-reader.ts'
import type { RejectsFile } from '../reading/rejects-file.ts'
import type { ImportKind, Trx } from '../staging/import-kind.ts'
import { STAGING, stageRows } from '../staging/staged-rows.ts'

const key = ['npi', 'location_id', 'group_id', 'network_id'] as const
const others = ['specialty', 'accepting_new_patients', 'telehealth', 'languages', 'published'] as const
const columns = [...key, ...others]

const types: Record<string, string> = { telehealth: 'boolean', languages: 'text[]', published: 'boolean' }
const typeOf = (name: string): string => types[name] ?? 'text collate "C"'

/** One row per provider, location, group and network. */
export const practices: ImportKind = {
  columns,
  required: ['npi', 'location_id'],
  allowsSnapshot: true,
  createReader() {
    const fields = new FieldReader(columns)
    return {
      readRow(record) {
        fields.open(record)
        const npi = fields.npi('npi')
        const npiIsGood = !fields.problem
        const values = readPractice(fields, npi)
        if (!fields.problem) return values
        const staged = [npi, ...columns.slice(1).map(() => null)]
        return npiIsGood ? { reason: fields.problem, staged } : { reason: fields.problem }
      },
    }
  },
  openStaging: async (trx) => {
    const staging = await stageRows(trx, {
      columns: columns.map((name) => [name, typeOf(name)]),
      key,
      merge: (trx, context) =>
        mergeFileValues(trx, context, {
          table: 'practice',
          what: 'practices',
          key,
          columns: others,
          lockOrder: 'id',
          whenEmpty: { languages: sql`'{}'::text[]`, published: sql`true` },
          stampedWhenNew: ['loaded_at'],
          clearedOnReturn: ['ends_on'],
        }),
    })
    return {
      ...staging,
      async merge(trx, context, rejects) {
        await rejectUnknown(trx, rejects)
        return staging.merge(trx, context, rejects)
      },
    }
  },
}

function readPractice(fields: FieldReader, npi: string): (string | null)[] {
  const yesOrNo = (name: string) => {
    const value = fields.optionalOneOf(name, ['Y', 'N'])
    return value && (value === 'Y' ? 't' : 'f')
  }
  const languages = (text: string) => {
    const codes = readLanguages(text)
    return codes && `{${codes.map((code) => `"${code}"`).join(',')}}`
  }
  return [
    npi,
    fields.code('location_id'),
    fields.optional('group_id'),
    fields.optional('network_id'),
    fields.converted('specialty', readTaxonomies, 'has a part that is not a taxonomy code such as 207Q00000X.'),
    fields.optionalOneOf('accepting_new_patients', ACCEPTING),
    yesOrNo('telehealth'),
    fields.converted('languages', languages, 'has a part that is not a language code such as es.'),
    yesOrNo('published'),
  ]
}

/** Rejects rows whose location, group or network the plan has not loaded. They still count as present. */
async function rejectUnknown(trx: Trx, rejects: RejectsFile): Promise<void> {
  const known: [column: string, isKnown: RawBuilder<unknown>, reason: string][] = [
    [
      'location_id',
      sql`select from practice_location l where l.location_id = s.location_id and l.left_at is null`,
      'location_id is not a location of the plan. Import the locations first.',
    ],
    [
      'group_id',
      sql`select from provider_group g where g.group_id = s.group_id`,
      'group_id is not a group of the network. Import the network first.',
    ],
    [
      'network_id',
      sql`select from health_plan p where p.network_id = s.network_id and p.left_at is null`,
      'network_id is not the network of a plan. Import the plans first.',
    ],
  ]
  for (const [column, isKnown, reason] of known) {
    const { rows } = await sql<{ line: string }>`
      update ${sql.table(STAGING)} s set rejected = true
      where not rejected and ${sql.ref(column)} is not null and not exists (${isKnown}) returning line`.execute(trx)
    for (const { line } of rows) rejects.add(Number(line), reason)
  }
}
