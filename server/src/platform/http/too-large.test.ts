import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerErrorHandling } from './errors.ts'
import { httpOptions } from './http.ts'

const PART = 'x'.repeat(64 * 1024)
const CHUNK = `${PART.length.toString(16)}\r\n${PART}\r\n`
const NEXT = 'GET /next HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'

let app: FastifyInstance
let port: number
beforeAll(async () => {
  app = fastify(httpOptions)
  registerErrorHandling(app)
  app.post('/', async () => 'taken')
  app.get('/next', async () => 'next')
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

/** A connection that has started to post JSON. */
function post(header: string): { socket: Socket; received: () => string } {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${header}\r\n\r\n`)
  return { socket, received: () => received }
}

it.each([
  ['its length told before', `content-length: ${64 * PART.length}`, PART.repeat(64)],
  ['in chunks', 'transfer-encoding: chunked', `${CHUNK.repeat(64)}0\r\n\r\n`],
])(
  'answers a body of 4 MB with 413 before the connection ends, and accepts the next request on it: %s',
  async (_how, header, body) => {
    const { socket, received } = post(header)
    socket.write(body)
    socket.write(NEXT)
    await once(socket, 'close')
    expect(received()).toMatch(/^HTTP\/1\.1 413 [\s\S]*"messageCode":"too-large"[\s\S]*HTTP\/1\.1 200 OK[\s\S]*next$/)
  },
)

it('answers and disconnects a client that never stops sending', async () => {
  const { socket, received } = post('transfer-encoding: chunked')
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve())
  })
  // The connection breaks while the client is still writing.
  socket.on('error', () => {})
  const goOn = () => {
    while (socket.writable && socket.write(CHUNK));
  }
  socket.on('drain', goOn)
  goOn()
  await closed
  expect(received()).toContain('HTTP/1.1 413 ')
})
