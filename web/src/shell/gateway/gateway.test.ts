import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { get, post } from '@portico/core/call'
import { STEP_UP_CANCELED } from '@portico/core/signon/sentences'
import Type from 'typebox'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createGateway } from './gateway.ts'

/** A real HTTP server. Only the page's location and cookies are stubbed. */
let server: Server
let answer: (request: IncomingMessage & { body: string }, response: ServerResponse) => void
let received: (IncomingMessage & { body: string })[]
const logged = vi.spyOn(console, 'error').mockImplementation(() => {})

const json = (response: ServerResponse, body: unknown, code = 200) =>
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const anything = { says: '', entity: Type.Unknown() } as const
const fields = Type.Record(Type.String(), Type.Union([Type.String(), Type.Undefined()]))
const read = (path: `/rest/${string}`) => get(path, 'public', { ...anything, query: fields })
const write = (path: `/rest/${string}`) => post(path, 'public', { ...anything, body: fields })

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const complete = Object.assign(request, { body: Buffer.concat(chunks).toString() })
    received.push(complete)
    answer(complete, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => realFetch(`${origin}${address}`, init))
})

beforeEach(() => {
  received = []
  answer = (_request, response) => json(response, { status: 200, entity: 'fine' })
  vi.stubGlobal('location', { pathname: '/thp/portal/providers/registration' })
  vi.stubGlobal('document', { cookie: 'other=1; XSRF-TOKEN=tok%3Den' })
})

afterEach(() => logged.mockClear())
afterAll(() => {
  server.closeAllConnections()
  server.close()
  vi.unstubAllGlobals()
})

test('calls use /Provider, and /MemberPortalWeb only if the path contains /members/my', async () => {
  const gateway = createGateway()
  await gateway.call(read('/rest/a'))
  vi.stubGlobal('location', { pathname: '/thp/portal/members/login' })
  await gateway.call(read('/rest/b'))
  vi.stubGlobal('location', { pathname: '/thp/portal/members/my/home' })
  await gateway.call(read('/rest/c'))
  expect(received.map((request) => request.url)).toEqual([
    '/Provider/rest/a',
    '/Provider/rest/b',
    '/MemberPortalWeb/rest/c',
  ])
})

test('a GET sends query parameters and no anti-forgery header', async () => {
  await createGateway().call(read('/rest/nonsec/reg/valRegNpi'), { npiId: '1100000011', nothing: undefined })
  expect(received[0]?.url).toBe('/Provider/rest/nonsec/reg/valRegNpi?npiId=1100000011')
  expect(received[0]?.headers['x-xsrf-token']).toBeUndefined()
})

test('a POST sends JSON and echoes the anti-forgery cookie', async () => {
  const reply = await createGateway().call(write('/rest/nonsec/reg/addSaa'), { npiId: '1100000011' })
  expect(reply).toEqual({ ok: true, status: 200, entity: 'fine' })
  expect(received[0]?.headers['content-type']).toBe('application/json')
  expect(received[0]?.headers['x-xsrf-token']).toBe('tok=en')
  expect(received[0]?.body).toBe('{"npiId":"1100000011"}')
})

test('a POST echoes the anti-forgery cookie of production, whatever another host of the domain has set', async () => {
  for (const cookie of [
    '__Host-XSRF-TOKEN=own',
    'XSRF-TOKEN=planted; __Host-XSRF-TOKEN=own',
    '__Host-XSRF-TOKEN=own; XSRF-TOKEN=planted',
  ]) {
    vi.stubGlobal('document', { cookie })
    await createGateway().call(write('/rest/nonsec/reg/addSaa'), {})
    expect(received.pop()?.headers['x-xsrf-token'], cookie).toBe('own')
  }
})

test('a status of the string 200 counts as success', async () => {
  answer = (_request, response) => json(response, { status: '200', entity: 1 })
  expect(await createGateway().call(read('/rest/a'))).toEqual({ ok: true, status: 200, entity: 1 })
})

test('readBare returns a reply without an envelope, and its failures as usual', async () => {
  const bare = get('/rest/a', 'public', { says: '', bare: Type.Object({ scriptUrl: Type.String() }) })
  answer = (_request, response) => json(response, { scriptUrl: 'https://captcha.example/a.js' })
  const gateway = createGateway()
  expect(await gateway.readBare(bare)).toEqual({
    ok: true,
    status: 200,
    entity: { scriptUrl: 'https://captcha.example/a.js' },
  })
  answer = (_request, response) => json(response, { scriptUrl: 'https://captcha.example/a.js' }, 503)
  expect(await gateway.readBare(bare)).toMatchObject({ ok: false, status: 515 })
})

test('a business status is returned unchanged', async () => {
  answer = (_request, response) => json(response, { status: 400, entity: { message: 'No.' } })
  expect(await createGateway().call(read('/rest/a'))).toMatchObject({
    ok: false,
    status: 400,
    entity: { message: 'No.' },
  })
})

test('an HTTP error becomes 515 with all fields of an error reply and the body in its details', async () => {
  answer = (_request, response) => response.writeHead(503).end('away')
  expect(await createGateway().call(read('/rest/a'))).toEqual({
    ok: false,
    status: 515,
    entity: {
      messageType: 'error',
      statusCode: '500',
      messageCode: 'system',
      message: 'Our systems are currently not available. Please try again later.',
    },
    metadata: { details: { httpStatus: 503, body: 'away' } },
  })
})

test('a broken connection, an invalid envelope and a timeout become 516', async () => {
  const gateway = createGateway()
  answer = (request) => request.socket.destroy()
  expect(await gateway.call(read('/rest/a'))).toMatchObject({ status: 516 })
  answer = (_request, response) => json(response, { hello: 'world' })
  expect(await gateway.call(read('/rest/b'))).toMatchObject({ status: 516 })
  const asked = holdReply()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const late = gateway.call(write('/rest/c'))
  await asked
  vi.advanceTimersByTime(90_000)
  vi.useRealTimers()
  expect(await late).toMatchObject({ status: 516, metadata: { details: 'TimeoutError' } })
})

/** The server receives the next call and does not answer. */
function holdReply(): Promise<ServerResponse> {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>()
  answer = (_request, response) => resolve(response)
  return promise
}

test('a call is slow after 8 seconds, and stopWaiting makes it fail', async () => {
  const gateway = createGateway()
  const slow: boolean[] = []
  gateway.onSlow((isSlow) => slow.push(isSlow))
  const asked = holdReply()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const held = gateway.call(write('/rest/a'))
  await asked
  vi.advanceTimersByTime(7999)
  expect(slow).toEqual([])
  vi.advanceTimersByTime(1)
  expect(slow).toEqual([true])
  gateway.stopWaiting()
  expect(await held).toMatchObject({ status: 516, metadata: { details: 'AbortError' } })
  expect(slow).toEqual([true, false])
  answer = (_request, response) => json(response, { status: 200, entity: 'fine' })
  expect(await gateway.call(write('/rest/a'))).toMatchObject({ ok: true })
  vi.advanceTimersByTime(8000)
  vi.useRealTimers()
  expect(slow).toEqual([true, false])
})

test('statuses other than 200 and 400 are logged with only the call and the status', async () => {
  const gateway = createGateway()
  await gateway.call(read('/rest/a'))
  answer = (_request, response) => json(response, { status: 400, entity: { message: 'No.' } })
  await gateway.call(read('/rest/b'))
  answer = (_request, response) => json(response, { status: 404, entity: { message: 'Personal.' } })
  await gateway.call(read('/rest/nonsec/reg/valRegNpi'), { npiId: '1100000011' })
  expect(logged.mock.calls).toEqual([['GET /rest/nonsec/reg/valRegNpi 404']])
})

test('identical GETs in flight share one request, but a GET after a POST is sent again', async () => {
  const gateway = createGateway()
  let release = () => {}
  const blocked = new Promise<void>((resolve) => {
    release = resolve
  })
  answer = async (request, response) => {
    if (request.method === 'GET' && received.length === 1) await blocked
    json(response, { status: 200, entity: received.length })
  }
  const before = [gateway.call(read('/rest/me')), gateway.call(read('/rest/me'))]
  await gateway.call(write('/rest/change'))
  expect(await gateway.call(read('/rest/me'))).toMatchObject({ entity: 3 })
  release()
  const [first, second] = await Promise.all(before)
  expect(second).toEqual(first)
  expect(received).toHaveLength(3)
})

test('identical look-ups share the request in flight and then the cached reply', async () => {
  const gateway = createGateway()
  const [first, second] = await Promise.all([
    gateway.lookUp(read('/rest/x'), { permId: 'ELIG' }),
    gateway.lookUp(read('/rest/x'), { permId: 'ELIG' }),
  ])
  expect(second).toEqual(first)
  await gateway.lookUp(read('/rest/x'), { permId: 'ELIG' })
  expect(received).toHaveLength(1)
  await gateway.lookUp(read('/rest/x'), { permId: 'CLAIM' })
  expect(received).toHaveLength(2)
  gateway.clearLookUps()
  await gateway.lookUp(read('/rest/x'), { permId: 'ELIG' })
  expect(received).toHaveLength(3)
})

test('only a reply with status 200 is cached', async () => {
  const gateway = createGateway()
  answer = (_request, response) => json(response, { status: 404, entity: { message: 'None.' } })
  expect(await gateway.lookUp(read('/rest/x'), {})).toMatchObject({
    ok: false,
    status: 404,
    entity: { message: 'None.' },
  })
  answer = (_request, response) => json(response, { status: 200, entity: ['one'] })
  expect(await gateway.lookUp(read('/rest/x'), {})).toEqual({ ok: true, status: 200, entity: ['one'] })
})

test('the pending count rises per call, falls on completion and ignores typeahead GETs', async () => {
  const gateway = createGateway()
  const calls = [
    gateway.call(read('/rest/a')),
    gateway.call(write('/rest/b')),
    gateway.lookUp(read('/rest/c'), {}, { typeahead: true }),
  ]
  expect(gateway.pendingCount()).toBe(2)
  await Promise.all(calls)
  expect(gateway.pendingCount()).toBe(0)
})

test('a 401 notifies listeners only for a sec call', async () => {
  const gateway = createGateway()
  const signedOut = vi.fn()
  gateway.onSignedOut(signedOut)
  answer = (_request, response) => json(response, { status: 401, entity: {} }, 401)
  await gateway.call(read('/rest/nonsec/a'))
  expect(signedOut).not.toHaveBeenCalled()
  await gateway.call(read('/rest/sec/common/getNPIs'))
  expect(signedOut).toHaveBeenCalledOnce()
})

test('close aborts calls in flight, sends no more calls and notifies no one', async () => {
  const gateway = createGateway()
  const [settled, signedOut, called] = [vi.fn(), vi.fn(), vi.fn()]
  gateway.onSignedOut(signedOut)
  gateway.onCall(called)
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<ServerResponse>()
  answer = (_request, response) => isAsked(response)
  void gateway.call(read('/rest/sec/slow')).then(settled)
  const response = await asked
  const aborted = new Promise((resolve) => response.once('close', resolve))
  gateway.close()
  await aborted
  void gateway.call(write('/rest/sec/late'), {}).then(settled)
  await new Promise((resolve) => setImmediate(resolve))
  expect([settled, signedOut].map((heard) => heard.mock.calls.length)).toEqual([0, 0])
  expect(called).toHaveBeenCalledOnce()
  expect(received).toHaveLength(1)
  expect(logged).not.toHaveBeenCalled()
})

test('sendInBackground completes after close', async () => {
  const gateway = createGateway()
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<ServerResponse>()
  answer = (_request, response) => isAsked(response)
  void gateway.sendInBackground(write('/rest/nonsec/reg/saveDraft'), {})
  const response = await asked
  gateway.close()
  const aborted = vi.fn()
  response.once('close', aborted)
  await new Promise((resolve) => setImmediate(resolve))
  expect(aborted).not.toHaveBeenCalled()
  response.end('{}')
})

/** Requires a step-up proof until the test has given it. */
function requireProof() {
  const state = { proved: false }
  answer = (_request, response) =>
    state.proved
      ? json(response, { status: 200, entity: 'done' })
      : json(response, { status: 401, entity: { messageCode: 'step-up' } }, 401)
  return state
}

test('a call that needs a proof prompts for it, is repeated once and does not sign out', async () => {
  const gateway = createGateway()
  const state = requireProof()
  const signedOut = vi.fn()
  gateway.onSignedOut(signedOut)
  const proveIdentity = vi.fn(async () => {
    state.proved = true
    return true
  })
  gateway.onProofNeeded(proveIdentity)
  expect(await gateway.call(write('/rest/sec/a'), { typed: 'text' })).toEqual({ ok: true, status: 200, entity: 'done' })
  expect(proveIdentity).toHaveBeenCalledExactlyOnceWith(undefined)
  expect(received.map(({ body }) => body)).toEqual(['{"typed":"text"}', '{"typed":"text"}'])
  expect(signedOut).not.toHaveBeenCalled()
  expect(logged).not.toHaveBeenCalled()
})

test('a password in the call is passed to the prompt', async () => {
  const gateway = createGateway()
  requireProof()
  const proveIdentity = vi.fn(async () => false)
  gateway.onProofNeeded(proveIdentity)
  await gateway.call(write('/rest/sec/a'), { currentPassword: 'Harbor2026' })
  expect(proveIdentity).toHaveBeenCalledExactlyOnceWith('Harbor2026')
})

test('calls that need a proof at the same time share one prompt', async () => {
  const gateway = createGateway()
  const state = requireProof()
  const answered = Promise.withResolvers<boolean>()
  const refusals = vi.spyOn(Response.prototype, 'text')
  const proveIdentity = vi.fn(() => answered.promise)
  gateway.onProofNeeded(proveIdentity)
  const replies = Promise.all([
    gateway.call(write('/rest/sec/a'), {}),
    gateway.call(read('/rest/sec/b')),
    gateway.fetchFile(write('/rest/sec/c'), {}),
  ])
  await expect.poll(() => refusals.mock.settledResults.map(({ type }) => type)).toEqual(Array(3).fill('fulfilled'))
  refusals.mockRestore()
  state.proved = true
  answered.resolve(true)
  expect((await replies).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(proveIdentity).toHaveBeenCalledOnce()
})

test('without a proof, the reply says that nothing was changed and the call is not repeated', async () => {
  const gateway = createGateway()
  requireProof()
  gateway.onProofNeeded(async () => false)
  const reply = await gateway.call(write('/rest/sec/a'), {})
  expect(reply).toMatchObject({ ok: false, status: 407, entity: { message: STEP_UP_CANCELED } })
  expect(received).toHaveLength(1)
})

test('a call that still needs a proof after the prompt is not sent a third time and does not sign out', async () => {
  const gateway = createGateway()
  requireProof()
  const signedOut = vi.fn()
  gateway.onSignedOut(signedOut)
  const proveIdentity = vi.fn(async () => true)
  gateway.onProofNeeded(proveIdentity)
  expect(await gateway.call(write('/rest/sec/a'), {})).toMatchObject({ ok: false, entity: { messageCode: 'step-up' } })
  expect(proveIdentity).toHaveBeenCalledOnce()
  expect(received).toHaveLength(2)
  expect(signedOut).not.toHaveBeenCalled()
})

test('without a prompt the server’s reply is returned, and any other 401 signs out', async () => {
  const gateway = createGateway()
  requireProof()
  const signedOut = vi.fn()
  gateway.onSignedOut(signedOut)
  expect(await gateway.call(read('/rest/sec/a'))).toMatchObject({ status: 515, entity: { messageCode: 'step-up' } })
  expect(signedOut).not.toHaveBeenCalled()
  answer = (_request, response) => void response.writeHead(401).end('<p>step-up</p>')
  await gateway.call(read('/rest/sec/b'))
  expect(signedOut).toHaveBeenCalledOnce()
})
