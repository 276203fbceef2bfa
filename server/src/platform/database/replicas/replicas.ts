import { setTimeout as sleep } from 'node:timers/promises'
import { type CompiledQuery, Kysely } from 'kysely'
import type pg from 'pg'
import type { PoolConfig } from 'pg'
import { Counter, Gauge } from 'prom-client'
import type { Db } from '../../context.ts'
import type { Deps, Replicas } from '../../deps.ts'
import { connectDatabase } from '../database.ts'
import type { Database } from '../schema.ts'
import { createPrimaryMarks } from './primary-marks.ts'
import { readingDialect } from './reading-dialect.ts'
import { createReplica, type Replica } from './replica.ts'

/** Maximum lag of a replica in use, in milliseconds. */
const FRESH_MS = 1_000
/** Interval between checks, in milliseconds. */
const LOOK_EVERY_MS = 200

export type WatchedReplicas = Replicas & {
  /** Configuration errors in the addresses; the server does not start with one. */
  refusals(): string[]
  close(): Promise<void>
}

type Primary = Pick<Deps, 'settings' | 'log' | 'metrics'> & { pool: pg.Pool; login: PoolConfig }

/** Checks every replica once, then repeatedly until closed. */
export async function openReplicas(
  logins: readonly PoolConfig[],
  primary: Primary,
  { freshMs = FRESH_MS }: { freshMs?: number } = {},
): Promise<WatchedReplicas> {
  const { preparedStatements: prepared, databaseTimeoutSeconds, databaseConnections: max } = primary.settings
  // A separate connection, so that freshness is known even while callers wait for one.
  const watch = connectDatabase({ ...primary.login, query_timeout: 1_000 }, { max: 1, prepared })
  const marks = createPrimaryMarks(watch.pool, freshMs)
  const onChange = ({ name }: Replica, why: string | undefined) => {
    if (why === undefined) primary.log.info({ replica: name }, 'replica asked')
    else primary.log.warn({ replica: name, why }, 'replica excluded')
  }
  const replicas = logins.map((login) =>
    createReplica(login, marks, { prepared, freshMs, onChange, max, timeoutMs: databaseTimeoutSeconds * 1000 }),
  )
  const count = watchReads(primary, replicas)
  const readPrimary = async (query: CompiledQuery) => {
    count('primary')
    return readFromPrimary(primary.pool, query)
  }
  const handles = replicas.map((replica) => ({ replica, db: handleOf(readEither(replica)) }))
  const onPrimary = handleOf(readPrimary)
  const ending = new AbortController()
  let turn = 0

  function readEither(replica: Replica) {
    return async (query: CompiledQuery) => {
      if (!replica.isFresh()) return readPrimary(query)
      try {
        const result = await replica.read(query)
        count('replica')
        return result
      } catch (error) {
        refuseWrite(error)
        primary.log.warn({ err: error, replica: replica.name }, 'a replica failed; reading from the primary')
        return readPrimary(query)
      }
    }
  }

  await marks.look()
  await Promise.all(replicas.map((replica) => replica.look()))
  for (const look of [marks.look, ...replicas.map((replica) => replica.look)]) void keepLooking(look, ending.signal)
  return {
    choose() {
      const fresh = handles.filter(({ replica }) => replica.isFresh())
      turn += 1
      return fresh[turn % fresh.length]?.db ?? onPrimary
    },
    refusals: () => replicas.flatMap(({ refusal }) => refusal ?? []),
    count: () => ({ asked: replicas.filter((replica) => replica.isFresh()).length, of: replicas.length }),
    async close() {
      ending.abort()
      await Promise.all([watch.close(), ...replicas.map((replica) => replica.close())])
    },
  }
}

const handleOf = (read: (query: CompiledQuery) => Promise<pg.QueryResult>): Db =>
  new Kysely<Database>({ dialect: readingDialect(read) })

async function keepLooking(look: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
    if (!signal.aborted) await look()
  }
}

/** Read-only here too, so that a write fails even if no replica is available. */
async function readFromPrimary(pool: pg.Pool, query: CompiledQuery): Promise<pg.QueryResult> {
  const client = await pool.connect()
  try {
    await client.query('begin read only')
    return await client.query(query.sql, [...query.parameters])
  } catch (error) {
    refuseWrite(error)
    throw error
  } finally {
    const isWhole = await client.query('commit').then(
      () => true,
      () => false,
    )
    client.release(!isWhole)
  }
}

/** A bug in the statement: retrying it on the primary would not help. */
function refuseWrite(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === '25006')
    throw new Error('A call that allows stale reads tried to write.', { cause: error })
}

function watchReads({ metrics: { registry } }: Primary, replicas: readonly Replica[]) {
  const registers = [registry]
  new Gauge({
    name: 'portico_replica_asked',
    help: '1 if the replica is in use; 0 if it is unavailable or more than a second behind',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const replica of replicas) this.set({ replica: replica.name }, replica.isFresh() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'portico_replica_behind_seconds',
    help: 'Replication lag in seconds; +Inf if unknown',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const replica of replicas) this.set({ replica: replica.name }, replica.behindMs() / 1000)
    },
  })
  const reads = new Counter({
    name: 'portico_reads_total',
    help: 'Statements that allow stale reads, by server that answered',
    labelNames: ['from'],
    registers,
  })
  return (from: 'replica' | 'primary') => reads.inc({ from })
}
