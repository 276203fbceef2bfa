import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, endOtherSessions, type TestDatabase } from '../../../test/database.ts'
import { startTransactionPooler } from '../../../test/transaction-pooler.ts'
import {
  CommitUnconfirmed,
  connectDatabase,
  type DatabaseConnection,
  PreparedStatementRefused,
  refusesNames,
} from './database.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

let database: TestDatabase
let connection: DatabaseConnection

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app, { max: 3 })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

describe('lost connections', () => {
  it('fails only the transaction whose connection is lost between two statements', async () => {
    const owner = connectDatabase(database.config, { max: 1 })
    const acquired = once(connection.pool, 'acquire')
    const lost = connection.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      const [client] = await acquired
      const ended = new Promise((resolve) => client.once('end', resolve))
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(owner.db)
      await ended
      await sql`select 1`.execute(trx)
    })
    const error = await lost.catch((reason: Error) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(isDatabaseUnavailable(error as Error)).toBe(true)
    expect((await sql<{ one: number }>`select 1 as one`.execute(connection.db)).rows).toEqual([{ one: 1 }])
    await owner.close()
  })

  it('replaces a lost idle connection on the next call', async () => {
    const owner = connectDatabase(database.config, { max: 1 })
    await sql`select 1`.execute(connection.db)
    await endOtherSessions(owner.db, connection.pool)
    expect((await sql<{ one: number }>`select 1 as one`.execute(connection.db)).rows).toEqual([{ one: 1 }])
    await owner.close()
  })
})

describe('a commit that the server did not confirm as durable', () => {
  /** A server that answers each statement with `reply`. Replies to pipelined statements arrive in one packet. */
  async function startFakeServer(reply: (text: string) => Buffer[]) {
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.write(Buffer.concat([message('R', Buffer.alloc(4)), readyForQuery('I')]))
        socket.on('data', (data) => {
          const texts = [...data.toString('latin1').matchAll(/Q....([^\0]+)\0/gs)].map(([, text = '']) => text)
          socket.write(Buffer.concat(texts.flatMap(reply)))
        })
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { port: (server.address() as AddressInfo).port, close: () => server.close() }
  }

  const message = (type: string, body: Buffer) => {
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const readyForQuery = (status: string) => message('Z', Buffer.from(status))
  const complete = (tag: string) => message('C', Buffer.from(`${tag}\0`))
  const warning = message('N', Buffer.from('SWARNING\0C01000\0Mcanceling the wait\0RSyncRepWaitForLSN\0\0'))

  /** Pipelines the statements, so that their replies arrive in one packet. */
  async function sendTogether(replies: Record<string, Buffer[]>): Promise<PromiseSettledResult<unknown>[]> {
    const server = await startFakeServer((text) => replies[text] ?? [])
    const { pool, close } = connectDatabase(
      { host: '127.0.0.1', port: server.port, user: 'test', ssl: false, pipeline: true },
      { max: 1 },
    )
    try {
      const client = await pool.connect()
      const settled = await Promise.allSettled(Object.keys(replies).map((text) => client.query(text)))
      client.release(true)
      return settled
    } finally {
      await close()
      server.close()
    }
  }

  const outcomes = (settled: PromiseSettledResult<unknown>[]) =>
    settled.map((result) => (result.status === 'rejected' ? result.reason.constructor : 'done'))

  it('fails a commit that is not confirmed as durable, whichever reply the warning arrives with', async () => {
    const begin = [complete('BEGIN'), readyForQuery('T')]
    const commit = [complete('COMMIT'), readyForQuery('I')]
    const warnedAtCommit = { begin, insert: [complete('INSERT 0 1'), readyForQuery('T')], commit: [warning, ...commit] }
    expect(outcomes(await sendTogether(warnedAtCommit))).toEqual(['done', 'done', CommitUnconfirmed])
    const warnedEarlier = { begin, insert: [warning, complete('INSERT 0 1'), readyForQuery('T')], commit }
    expect(outcomes(await sendTogether(warnedEarlier))).toEqual(['done', 'done', CommitUnconfirmed])
  })

  it('fails an unconfirmed statement outside a transaction, but not the one after it', async () => {
    const insert = [complete('INSERT 0 1'), warning, readyForQuery('I')]
    const settled = await sendTogether({ insert, update: [complete('UPDATE 1'), readyForQuery('I')] })
    expect(outcomes(settled)).toEqual([CommitUnconfirmed, 'done'])
  })
})

it('leaves no prepared statement in a connection if prepared statements are off', async () => {
  for (const prepared of [true, false]) {
    const { pool, close } = connectDatabase(database.app, { max: 1, prepared })
    const query = () => pool.query({ name: 'kept', text: 'select $1::int as one', values: [1] })
    await query()
    expect((await query()).rows).toEqual([{ one: 1 }])
    const { rows } = await pool.query('select name from pg_prepared_statements')
    expect(rows).toEqual(prepared ? [{ name: 'kept' }] : [])
    await close()
  }
})

describe('poolers in transaction mode', () => {
  const statement = { name: 'kept', text: 'select $1::int as one', values: [1] }

  async function through(prepared: boolean, work: (pool: DatabaseConnection['pool']) => Promise<void>): Promise<void> {
    const pooler = await startTransactionPooler(database.app)
    const { pool, close } = connectDatabase(pooler.config, { max: 2, prepared })
    try {
      await work(pool)
    } finally {
      await close()
      pooler.close()
    }
  }

  it('detects a pooler in transaction mode, and does not mistake a plain database for one', async () => {
    await through(true, async (pool) => expect(await refusesNames(pool)).toBe(true))
    expect(await refusesNames(connection.pool)).toBe(false)
  })

  it('names the setting to change if a pooler mixes up prepared statements', async () => {
    await through(true, async (pool) => {
      const one = await pool.connect()
      const other = await pool.connect()
      try {
        await one.query(statement)
        // A statement of this name exists already.
        await expect(other.query(statement)).rejects.toThrow('Set PORTICO_PREPARED=0')
        await other.query('begin')
        // The connection of the next transaction does not know it.
        await expect(one.query(statement)).rejects.toBeInstanceOf(PreparedStatementRefused)
      } finally {
        one.release(true)
        other.release(true)
      }
    })
  })

  it('works behind a pooler if no statement is prepared by name', async () => {
    await through(false, async (pool) => {
      const answers = await Promise.all([pool.query(statement), pool.query(statement)])
      expect(answers.map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ one: 1 }]])
      expect(await refusesNames(pool)).toBe(false)
    })
  })
})
