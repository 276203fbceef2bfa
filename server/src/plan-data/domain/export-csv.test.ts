import { once } from 'node:events'
import { connect } from 'node:net'
import { get } from '@portico/core/call'
import { fastify } from 'fastify'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { mountOn } from '#platform/calls/mount.ts'
import type { Database } from '#platform/database/schema.ts'
import { testSettings } from '../../../test/build-test-app.ts'
import { testContext } from '../../../test/context.ts'
import { csvFile, type ReadAfter } from './export-csv.ts'

const call = get('/rest/nonsec/numbers', 'public', { says: 'Exports numbers.', file: 'text/csv' })

/** A listening server that exports the rows of `readAfter`. */
async function exporting(readAfter: ReadAfter<number>) {
  const app = fastify()
  app.decorateRequest('session', null)
  await app.register(
    async (calls) =>
      mountOn(calls, testContext({} as Kysely<Database>, testSettings()))(call, () =>
        csvFile('numbers.csv', readAfter, { Row: String }),
      ),
    { prefix: '/rest' },
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, url: `${url}${call.path}` }
}

const failsAfter = (parts: number): ReadAfter<number> => {
  let reads = 0
  return async (last = 0, limit) => {
    reads += 1
    if (reads > parts) throw new Error('the query failed')
    return Array.from({ length: limit }, (_, index) => last + index + 1)
  }
}

test('answers a failure of the first query with an error, before the file begins', async () => {
  const { app, url } = await exporting(failsAfter(0))
  const reply = await fetch(url)
  expect(reply.status).toBe(500)
  expect(reply.headers.get('content-disposition')).toBeNull()
  await app.close()
})

test('aborts the connection if a later query fails, so that no reader takes the file for complete', async () => {
  const { app, url } = await exporting(failsAfter(2))
  const reply = await fetch(url)
  expect(reply.status).toBe(200)
  await expect(reply.text()).rejects.toThrow()
  await app.close()
})

test('a client without chunked encoding notices that a later query failed', async () => {
  const { app, url } = await exporting(failsAfter(2))
  const { port, pathname } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1').resume()
  socket.write(`GET ${pathname} HTTP/1.0\r\n\r\n`)
  const [error] = await once(socket, 'close').catch((thrown) => [thrown])
  expect(error).toMatchObject({ code: 'ECONNRESET' })
  await app.close()
})
