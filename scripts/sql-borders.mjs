// Borders of the database: which area's SQL may name which table. `server/schema.sql` lists tables by their owner.
// - An area writes its own tables only. A write of another's table is a verb of the owner.
// - An area reads tables of the areas below it, in joins. Views and functions are open to all areas above.
// `npm run check` applies the rules to the tree; sql-borders.test.ts applies them to seeded violations.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { ORDER } from './borders.mjs'

/** Writes of another area's table, each with the reason: [area, table, reason]. */
export const FOREIGN_WRITES = [
  ['signon', 'account', 'a sign-in is one statement and one round trip'],
  ['signon', 'account_session', 'a sign-in is one statement and one round trip'],
  ['signon', 'audit_event', 'a sign-in is one statement and one round trip'],
  ['signon', 'flood_counter', 'a sign-in counts its attempt in the statement that finds the account'],
  ['signon', 'bell_entry', 'the calls of the bell and its digest are part of sign-on'],
  ['signon', 'bell_preference', 'the calls of the bell and its digest are part of sign-on'],
  ['content', 'bell_entry', 'a banner reaches the bells of a batch of readers in one statement'],
  ['plan-data', 'access_grant', 'an import suspends access to providers that left, in its own transaction'],
  ['plan-data', 'account', 'an import suspends the accounts of members who left, in its own transaction'],
  ['access', 'contract_signing', 'erasing a person clears their name in signings of the same transaction'],
  ['access', 'signed_contract', 'approving a request ends the contracts of competing requests'],
  ['platform', 'hub_record', 'whatever narrows access revokes tokens in its own transaction'],
  ['platform', 'hub_logout', 'whatever narrows access queues logouts in its own transaction'],
]

/** Reads of a table of a peer or of an area above, each with the reason: [area, table, reason]. */
export const FOREIGN_READS = [
  ['platform', 'access_grant', 'sessions, bells and counters depend on who has access'],
  ['platform', 'access_request', 'retention and metrics of every area are one job'],
  ['platform', 'account', 'a session is read with its account in one statement'],
  ['platform', 'account_device', 'a session is read with its device in one statement'],
  ['platform', 'authenticator_key', 'factor facts are read with the account in one statement'],
  ['platform', 'passkey', 'factor facts are read with the account in one statement'],
  ['platform', 'saa_successor', 'metrics of waiting work are one job'],
  ['platform', 'staff_view', 'a session is read with its staff view in one statement'],
  ['platform', 'last_import', 'metrics of waiting work are one job'],
  ['platform', 'network_provider', 'metrics of waiting work are one job'],
  ['platform', 'directory_publication', 'metrics of waiting work are one job'],
  ['platform', 'practice_change', 'exports of a person name every table'],
  ['platform', 'registration', 'retention of every area is one job'],
  ['platform', 'hub_client', 'whatever narrows access queues logouts in its own transaction'],
  ['platform', 'hub_logout', 'metrics of waiting work are one job'],
  ['plan-data', 'access_grant', 'what a person sees of the directory follows from their grants'],
  ['plan-data', 'practice_change', 'news counts reports of the caller'],
  ['plan-data', 'practice_location', 'the file practices updates what is published'],
  ['access', 'contract_signing', 'the state of a request shows its contract'],
  ['access', 'signed_contract', 'the state of a request shows its contract'],
  ['access', 'authenticator_key', 'a successor needs a second factor'],
  ['access', 'passkey', 'a successor needs a second factor'],
  ['access', 'factor_reset', 'a successor needs a second factor that is not being reset'],
  ['access', 'former_account_value', 'a successor needs an address that did not change lately'],
  ['signon', 'banner', 'a bell entry about a banner shows its summary'],
]

/** Maps each table of `schema.sql` to the area whose section lists it. */
function readOwners(schema) {
  const owners = new Map()
  let area = ''
  for (const line of schema.split('\n')) {
    area = /^-- ===== (\S+) =====/.exec(line)?.[1] ?? area
    const [, table] = /^CREATE (?:UNLOGGED )?TABLE (\w+)/.exec(line) ?? []
    if (table) owners.set(table, area)
  }
  return owners
}

function* walk(folder) {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* walk(join(folder, entry.name))
    else if (/\.ts$/.test(entry.name) && !/\.(test|d)\.ts$/.test(entry.name)) yield join(folder, entry.name)
  }
}

const TABLE = '(\\w+)'
const WRITES = [
  new RegExp(`\\b(?:insert\\s+into|delete\\s+from|merge\\s+into|truncate(?:\\s+table)?|copy)\\s+${TABLE}`, 'gi'),
  new RegExp(`\\bupdate\\s+(?:only\\s+)?${TABLE}(?:\\s+(?:as\\s+)?\\w+)?\\s+set\\b`, 'gi'),
  new RegExp(`\\.(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*'${TABLE}`, 'g'),
]
const NAMED = '\\w+(?:\\s+(?:as\\s+)?\\w+)?'
const READS = [
  new RegExp(`\\b(?:from|join|using)\\s+(?:only\\s+)?(${NAMED}(?:\\s*,\\s*${NAMED})*)`, 'gi'),
  /\.(?:selectFrom|from|using|(?:inner|left|right|full|cross)Join(?:Lateral)?)\(\s*(\[[^\]]*\]|'[^']*')/g,
]

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
/** First words of a list such as `account a, link l` or `['account as a', 'link']`. */
const namesIn = (list) => list.split(',').map((part) => /\w+/.exec(part)?.[0] ?? '')

/** Names of tables that the SQL text and the query builder calls of a source file write and read. */
export function readTables(text) {
  const source = withoutComments(text)
  const find = (patterns) =>
    patterns.flatMap((pattern) => [...source.matchAll(pattern)].flatMap(([, list]) => namesIn(list)))
  return { writes: new Set(find(WRITES)), reads: new Set(find(READS)) }
}

/** Position of an area in the order; peers have the same. Platform is below all areas. */
const rankOf = (area) => ORDER.findIndex((row) => row.includes(area))

/** Finds statements that name tables of another area against the rules, and exceptions without need: [file, message]. */
export function findForeignTables(root, exceptions = { writes: FOREIGN_WRITES, reads: FOREIGN_READS }) {
  const server = join(resolve(root), 'server')
  const owners = readOwners(readFileSync(join(server, 'schema.sql'), 'utf8'))
  const broken = []
  const needed = new Set()
  const isExcepted = (kind, area, table) => {
    const found = exceptions[kind].find(([from, name]) => from === area && name === table)
    if (found) needed.add(found)
    return found !== undefined
  }
  for (const area of ['platform', ...ORDER.flat()]) {
    for (const path of walk(join(server, 'src', area))) {
      const file = relative(resolve(root), path).split(sep).join('/')
      const { writes, reads } = readTables(readFileSync(path, 'utf8'))
      for (const table of new Set([...writes, ...reads])) {
        const owner = owners.get(table)
        if (!owner || owner === area) continue
        if (writes.has(table) && !isExcepted('writes', area, table))
          broken.push([file, `writes ${table}, a table of ${owner}. Call a function of ${owner}.`])
        else if (!writes.has(table) && rankOf(owner) >= rankOf(area) && !isExcepted('reads', area, table))
          broken.push([file, `reads ${table}, a table of ${owner}, which is not below ${area}.`])
      }
    }
  }
  for (const [kind, list] of Object.entries(exceptions))
    for (const entry of list)
      if (!needed.has(entry))
        broken.push(['scripts/sql-borders.mjs', `allows needless ${kind} of ${entry[1]} to ${entry[0]}.`])
  return broken
}
