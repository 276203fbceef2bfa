import { type Kysely, sql } from 'kysely'
import { APP_ROLE } from '#platform/database/logins.ts'
import type { Database } from '#platform/database/schema.ts'

const AREAS = [
  'plan-data',
  'access',
  'provider-directory',
  'registration',
  'signon',
  'sign-on-hub',
  'staff-sign-in',
  'contracts',
  'members',
  'content',
  'platform',
]

/** A table or a function: `text` is its definition, `comment` starts with its area. */
type Block = { name: string; comment: string | null; text: string }

/** Simplifies an expression as printed by PostgreSQL. */
const plain = (expression: ReturnType<typeof sql>) => sql`
  regexp_replace(regexp_replace(regexp_replace(${expression}, '(''[^'']*'')::text', '\\1', 'g'),
    '\\((\\w+) = ANY \\(ARRAY\\[([^]]*)\\]\\)\\)', '(\\1 IN (\\2))', 'g'), '\\mpublic\\.| USING btree', '', 'g')`

async function readTables(db: Kysely<Database>): Promise<Block[]> {
  const { rows } = await sql<Block>`
    select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
      format(E'CREATE%s TABLE %I (\n%s\n)%s;%s', case c.relpersistence when 'u' then ' UNLOGGED' else '' end, c.relname,
        concat_ws(E',\n', columns.lines, constraints.lines),
        ' WITH (' || array_to_string(c.reloptions, ', ') || ')', indexes.lines || triggers.lines) as text
    from pg_class c
    cross join lateral (
      select string_agg(coalesce('  -- ' || col_description(c.oid, a.attnum) || E'\n', '')
        || format('  %I %s', a.attname,
          replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz'))
        || coalesce(' COLLATE ' || quote_ident(l.collname), '')
        || case when a.attidentity = 'a' then ' GENERATED ALWAYS AS IDENTITY'
          when a.attgenerated = 's' then ' GENERATED ALWAYS AS (' || ${plain(sql`pg_get_expr(d.adbin, c.oid)`)} || ') STORED'
          when a.atthasdef then ' DEFAULT ' || ${plain(sql`pg_get_expr(d.adbin, c.oid)`)}
          else '' end
        || case when a.attnotnull and a.attidentity = '' then ' NOT NULL' else '' end, E',\n' order by a.attnum) as lines
      from pg_attribute a
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        left join pg_collation l on l.oid = a.attcollation and l.collname <> 'default'
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) columns
    cross join lateral (
      select string_agg(format('  CONSTRAINT %I %s', conname, ${plain(sql`pg_get_constraintdef(oid)`)}), E',\n'
        order by array_position('{p,u,f,c}', contype::text), conname) as lines
      from pg_constraint where conrelid = c.oid and contype in ('p', 'u', 'f', 'c')) constraints
    cross join lateral (
      select coalesce(string_agg(E'\n' || ${plain(sql`pg_get_indexdef(i.indexrelid)`)} || ';', '' order by n.relname), '')
        as lines
      from pg_index i join pg_class n on n.oid = i.indexrelid
      where i.indrelid = c.oid and not exists (select from pg_constraint where conindid = i.indexrelid)) indexes
    cross join lateral (
      select coalesce(string_agg(E'\n' || ${plain(sql`pg_get_triggerdef(t.oid)`)} || ';', '' order by t.tgname), '') as lines
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) triggers
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely%'
    order by c.relname`.execute(db)
  return rows
}

async function readFunctions(db: Kysely<Database>): Promise<Block[]> {
  const { rows } = await sql<Block>`
    select p.proname as name, obj_description(p.oid, 'pg_proc') as comment,
      rtrim(replace(replace(pg_get_functiondef(p.oid), 'CREATE OR REPLACE FUNCTION public.', 'CREATE FUNCTION '),
        '$function$', '$$'), E'\n') || ';' as text
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
    order by p.proname, pg_get_function_identity_arguments(p.oid)`.execute(db)
  return rows
}

/** Groups tables by the privileges of the server's login, largest group first. */
async function readRights(db: Kysely<Database>): Promise<{ rights: string; tables: string[] }[]> {
  const { rows } = await sql<{ rights: string; tables: string[] }>`
    select rights, array_agg(table_name order by table_name) as tables
    from (
      select table_name::text, string_agg(privilege_type, ', ' order by privilege_type) as rights
      from information_schema.role_table_grants
      where table_schema = 'public' and grantee = ${APP_ROLE} and table_name not like 'kysely%'
      group by table_name) granted
    group by rights order by count(*) desc, rights`.execute(db)
  return rows
}

function renderBlock({ comment, text }: Block, area: string): string {
  const wrapped = text.replace(/^( *-- )(.*)$/gm, (_, dashes, line) => wrap(line, dashes))
  return `${wrap(comment?.slice(`${area}: `.length) ?? '', '-- ')}\n${wrapped}\n`
}

function wrap(text: string, before: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trim()
    if (before.length + line.length <= 120) lines[lines.length - 1] = line
    else lines.push(word)
  }
  return lines.map((line) => `${before}${line}`).join('\n')
}

function areaOf({ name, comment }: Block): string {
  const area = AREAS.find((known) => comment?.startsWith(`${known}: `))
  if (!area) throw new Error(`${name} has no comment that starts with its area: ${AREAS.join(', ')}.`)
  return area
}

/** Renders `server/schema.sql`, which documents the whole database. The migrations create it. */
export async function renderSchema(db: Kysely<Database>): Promise<string> {
  const tables = Map.groupBy(await readTables(db), areaOf)
  const functions = Map.groupBy(await readFunctions(db), areaOf)
  const [most, ...others] = await readRights(db)
  const areas = AREAS.map((area) => {
    const blocks = [...(tables.get(area) ?? []), ...(functions.get(area) ?? [])]
    return `\n-- ===== ${area} =====\n\n${blocks.map((block) => renderBlock(block, area)).join('\n')}`
  })
  return `-- The database of Portico, to be read: the migrations in server/migrations create it.
-- Generated from the migrated database by \`npm run tables\`; a test fails when it is stale.
-- Areas, each with its tables and functions: ${AREAS.join(', ')}.
-- The server logs in as ${APP_ROLE}, which has ${most?.rights} on every table,
${others.map(({ rights, tables }) => wrap(`except ${rights} on ${tables.join(', ')}.`, '-- ')).join('\n')}
${areas.join('')}`
}
