import type { CompiledQuery } from 'kysely'
import pg, { type PoolConfig } from 'pg'
import { connectDatabase } from '../database.ts'
import { whyNotThisLogin } from '../logins.ts'
import type { Db } from '../schema.ts'
import { isDatabaseUnavailable } from '../unavailable.ts'
import { freshAsOf } from './freshness.ts'
import { IDENTITY, type PrimaryMarks } from './primary-marks.ts'

/** Timeout for a replica's status check, in milliseconds. */
const PATIENCE_MS = 1_000

/**
 * A standby reads its timeline from its control file, which is updated soon after it follows a new primary, never
 * before.
 */
const LOOK = `
  select pg_is_in_recovery() as standby, ${IDENTITY} as identity,
    coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0)::text as bytes,
    greatest((select timeline_id from pg_control_checkpoint()),
      (select min_recovery_end_timeline from pg_control_recovery())) as timeline`

type Looked = { standby: boolean; identity: string; bytes: string; timeline: number }

export type Replica = {
  /** Address without secrets. */
  name: string
  /** A configuration error in its address, which rules the replica out. */
  refusal: string | undefined
  /** How stale the replica is. */
  behindMs(): number
  isFresh(): boolean
  look(): Promise<void>
  /** Runs in a read-only transaction. */
  read(query: CompiledQuery): Promise<pg.QueryResult>
  close(): Promise<void>
}

type Options = {
  prepared: boolean
  max: number
  timeoutMs: number
  freshMs: number
  onChange: (replica: Replica, why: string | undefined) => void
}

export function createReplica(login: PoolConfig, primary: PrimaryMarks, options: Options): Replica {
  const { freshMs, onChange } = options
  const { readers, watch } = connectTo(login, options)
  const underWay = new Set<() => void>()
  let asOf = Number.NEGATIVE_INFINITY
  let isKnown = false
  let wasInUse: boolean | undefined

  const replica: Replica = {
    name: nameOf(login),
    refusal: undefined,
    behindMs: () => performance.now() - asOf,
    isFresh: () => replica.behindMs() <= freshMs,
    look,
    read,
    close: async () => {
      await Promise.all([readers.close(), watch.close()])
    },
  }

  async function look(): Promise<void> {
    const why = await findOut().catch((error: Error) => lose(error.message))
    const isInUse = why === undefined
    if (isInUse !== wasInUse) onChange(replica, why)
    wasInUse = isInUse
  }

  /** Why the replica is not used; undefined if it is. */
  async function findOut(): Promise<string | undefined> {
    const { rows } = await watch.pool.query<Looked>(LOOK)
    const [looked] = rows
    if (!looked) return lose('it does not report its position')
    replica.refusal = isKnown ? undefined : await findRefusal(replica.name, watch.db, { looked, primary })
    if (replica.refusal) return lose(replica.refusal)
    // Promoted, for example: its history will diverge from the primary's.
    if (!looked.standby) return lose('it is not a standby')
    isKnown = primary.identity !== undefined
    asOf = freshAsOf(primary.marks, { timeline: looked.timeline, bytes: BigInt(looked.bytes) })
    return replica.isFresh() ? undefined : 'it is behind'
  }

  /** Stops using the replica until the next check, which treats it as new. Does not keep waiting callers. */
  function lose(why: string): string {
    asOf = Number.NEGATIVE_INFINITY
    isKnown = false
    for (const giveUp of underWay) giveUp()
    return why
  }

  async function read(query: CompiledQuery): Promise<pg.QueryResult> {
    try {
      return await readIn(readers.pool, query, underWay)
    } catch (error) {
      if (error instanceof Error && isDatabaseUnavailable(error)) asOf = Number.NEGATIVE_INFINITY
      throw error
    }
  }
  return replica
}

function connectTo(login: PoolConfig, { prepared, max, timeoutMs }: Options) {
  const waiting = { connectionTimeoutMillis: PATIENCE_MS }
  return {
    readers: connectDatabase({ ...login, ...waiting }, { prepared, max, timeoutMs, pipelined: true }),
    // A separate connection, so that a busy replica is not mistaken for one that does not answer.
    watch: connectDatabase({ ...login, ...waiting, query_timeout: PATIENCE_MS }, { prepared, max: 1 }),
  }
}

async function findRefusal(
  name: string,
  db: Db,
  { looked, primary }: { looked: Looked; primary: PrimaryMarks },
): Promise<string | undefined> {
  if (primary.identity && looked.identity !== primary.identity)
    return `DATABASE_REPLICA_URL names ${name}, which is not a replica of the database in DATABASE_URL.`
  const wrong = await whyNotThisLogin(db)
  return wrong && `DATABASE_REPLICA_URL, ${name}: ${wrong}`
}

/**
 * One round trip: pipelines three statements; the last also ends a failed transaction. Does not wait for a hanging
 * connection.
 */
async function readIn(pool: pg.Pool, query: CompiledQuery, underWay: Set<() => void>): Promise<pg.QueryResult> {
  const client = await pool.connect()
  const hanging = Promise.withResolvers<never>()
  const giveUp = () => hanging.reject(new Error('Connection terminated: the replica does not answer'))
  underWay.add(giveUp)
  let isWhole = false
  try {
    const sent = Promise.allSettled([
      client.query('begin read only'),
      client.query(query.sql, [...query.parameters]),
      client.query('commit'),
    ])
    const [, read, ended] = await Promise.race([sent, hanging.promise])
    isWhole = ended.status === 'fulfilled'
    if (read.status === 'rejected') throw read.reason
    return read.value
  } finally {
    client.release(!isWhole)
    underWay.delete(giveUp)
  }
}

function nameOf(login: PoolConfig): string {
  const { host, port, database } = new pg.Client(login)
  return `${host}:${port}/${database}`
}
