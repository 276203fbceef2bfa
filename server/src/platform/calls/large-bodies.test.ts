import { request as openRequest } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { limitLargeBodies } from './large-bodies.ts'

let app: FastifyInstance
let base = ''
let arrived = 0
afterEach(() => app.close())

async function listen(bounds: { perClient: number; total: number }) {
  arrived = 0
  const onRequest = [limitLargeBodies(bounds), async () => void arrived++]
  app = fastify({ trustProxy: true, forceCloseConnections: true })
  app.post('/large', { onRequest }, async () => ({ here: true }))
  base = await app.listen({ port: 0, host: '127.0.0.1' })
}

/** A body whose last byte is withheld. */
function begin(address: string) {
  const headers = { 'content-type': 'application/json', 'content-length': 2, 'x-forwarded-for': address }
  const sending = openRequest(`${base}/large`, { method: 'POST', headers })
  const status = new Promise<number>((resolve) => {
    sending.once('response', (response) => resolve(response.resume().statusCode ?? 0)).once('error', () => resolve(0))
  })
  sending.write('{')
  return { status, end: () => sending.end('}'), leave: () => sending.destroy() }
}

/** Waits until the requests are in progress, which no reply shows. */
async function under(count: number, address: (index: number) => string) {
  const begun = Array.from({ length: count }, (_, index) => begin(address(index)))
  await expect.poll(() => arrived).toBe(count)
  return begun
}

test('rejects one client’s excess bodies before reading them, and frees a slot with each reply', async () => {
  await listen({ perClient: 2, total: 10 })
  const [first] = await under(2, () => '203.0.113.5')
  expect(await begin('203.0.113.5').status).toBe(503)
  const another = begin('203.0.114.5')
  another.end()
  expect(await another.status).toBe(200)
  first?.end()
  expect(await first?.status).toBe(200)
  const next = begin('203.0.113.5')
  next.end()
  expect(await next.status).toBe(200)
})

test('rejects excess bodies of all clients, and frees a slot when a client disconnects', async () => {
  await listen({ perClient: 1, total: 2 })
  const [first] = await under(2, (index) => `203.0.11${index}.5`)
  expect(await begin('198.51.100.7').status).toBe(503)
  first?.leave()
  await expect
    .poll(async () => {
      const next = begin('198.51.100.7')
      next.end()
      return next.status
    })
    .toBe(200)
})

test('drops the oldest body of the client with the most for a client with fewer when all slots are taken', async () => {
  await listen({ perClient: 3, total: 3 })
  const slow = await under(3, () => '203.0.113.5')
  const another = begin('198.51.100.7')
  await expect.poll(() => arrived).toBe(4)
  expect(await slow[0]?.status).toBe(0)
  for (const one of [...slow.slice(1), another]) {
    one.end()
    expect(await one.status).toBe(200)
  }
})
