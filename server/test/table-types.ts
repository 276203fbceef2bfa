import { type Kysely, sql } from 'kysely'
import type { Database } from '#platform/database/schema.ts'

type Column = {
  table: string
  name: string
  type: string
  nullable: boolean
  /** PostgreSQL generates the value and rejects any other. */
  always: boolean
  /** PostgreSQL has a default value. */
  filled: boolean
  /** `CHECK ((kind = ANY (ARRAY['PG'::text, 'IPA'::text])))`, where the column has such a rule. */
  rule: string | null
}

/** Reads the columns from the catalog of the migrated database. */
export async function readColumns(db: Kysely<Database>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
      a.attidentity = 'a' or a.attgenerated <> '' as always, a.atthasdef or a.attidentity <> '' as filled,
      (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%') as rule
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely%'
      and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`.execute(db)
  return rows
}

const types: Record<string, string> = {
  text: 'string',
  bigint: 'string',
  integer: 'number',
  smallint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'Day',
  'timestamp with time zone': 'Date',
  numeric: 'Amount',
  json: 'Json',
  jsonb: 'Json',
}

function typeOf({ table, name, type, nullable, always, filled, rule }: Column): string {
  const known = types[type.replace('[]', '')]
  if (!known) throw new Error(`${table}.${name} is a ${type}: say in server/test/table-types.ts what that is here`)
  const words = rule?.match(/'[^']*'/g)
  const base = words ? words.join(' | ') : type.endsWith('[]') ? `${known}[]` : known
  const value = nullable ? `${base} | null` : base
  if (always) return `GeneratedAlways<${value}>`
  // Amount and Json are already column types and cannot be wrapped again.
  return filled && !/^(Amount|Json)/.test(base) ? `Generated<${value}>` : value
}

const LINE = 120

function renderColumn(column: Column): string {
  const type = typeOf(column)
  const line = `    ${column.name}: ${type}`
  if (line.length <= LINE) return line
  const [, wrapper, inner] = /^(\w+)<(.*)>$/.exec(type) ?? []
  if (inner) return `    ${column.name}: ${wrapper}<\n      ${inner}\n    >`
  return `    ${column.name}:\n      | ${type.split(' | ').join('\n      | ')}`
}

function renderTable(table: string, columns: Column[]): string {
  const line = `  ${table}: { ${columns.map((column) => `${column.name}: ${typeOf(column)}`).join('; ')} }`
  return line.length <= LINE ? line : `  ${table}: {\n${columns.map(renderColumn).join('\n')}\n  }`
}

/** Renders the module `server/src/platform/database/tables.ts` in formatted form. */
export async function renderTables(db: Kysely<Database>): Promise<string> {
  const tables = Map.groupBy(await readColumns(db), (column) => column.table)
  return `import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

// Made from the migrated database by \`npm run tables\`; a test fails when it is stale.

/** 'YYYY-MM-DD' */
type Day = string
type Amount = ColumnType<string, string | number, string | number>
type Json = ColumnType<unknown, string, string>

export type Tables = {
${[...tables].map(([table, columns]) => renderTable(table, columns)).join('\n')}
}
`
}
