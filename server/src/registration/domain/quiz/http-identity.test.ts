import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import type { Deps } from '#platform/deps.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { httpIdentity } from './http-identity.ts'

/** An external vendor: a real server on a real socket. */
type Reply = { status?: number; body?: unknown; text?: string; headers?: Record<string, string>; never?: boolean }
let vendor: Server
let reply: Reply
let seen: { path: string; authorization: string | undefined; body: unknown }[]
let database: TestDatabase
let connection: DatabaseConnection
let warnings: string[]

const log = { warn: (details: unknown, line: string) => warnings.push(JSON.stringify([details, line])) }
const questionList = [1, 2, 3, 4].map((number) => ({
  id: `q${number}`,
  text: `Question ${number}?`,
  choiceList: [1, 2, 3].map((choice) => ({ id: `c${choice}`, text: `Choice ${choice}`, right: choice === 1 })),
}))

beforeAll(async () => {
  vendor = createServer(async (request, response) => {
    seen.push({ path: request.url ?? '', authorization: request.headers.authorization, body: await readJson(request) })
    if (reply.never) return
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
    response.end(reply.text ?? JSON.stringify(reply.body))
  })
  await new Promise<void>((done) => vendor.listen(0, '127.0.0.1', done))
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app)
  await connection.db.insertInto('provider').values({ npi: '1100000011', name: 'Ada Stone MD', state: 'MA' }).execute()
})

afterAll(async () => {
  vendor.closeAllConnections()
  vendor.close()
  await connection.close()
  await database.drop()
})

beforeEach(() => {
  seen = []
  warnings = []
  reply = { body: { status: 'pending', questionList } }
})

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

function service(url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/identity/`, timeoutMs = 5000) {
  const deps = { db: connection.db, log: log as unknown as Deps['log'] }
  return httpIdentity(deps, { url, token: 'vendor-token', timeoutMs })
}

const requestQuiz = (from = service()) => from.request('quiz-1', { npi: '1100000011', workflow: 'SELF' })
const score = (from = service()) => from.score('quiz-1', [], [{ id: 'q1', selectedChoice: 'c3' }])

describe('requesting a quiz from a vendor', () => {
  test('sends the quiz id and public facts of the national file, and stores questions without a key', async () => {
    const result = await requestQuiz()
    expect(seen[0]).toMatchObject({
      path: '/identity/quizzes',
      authorization: 'Bearer vendor-token',
      body: { quizId: 'quiz-1', workflow: 'SELF', provider: { npi: '1100000011', name: 'Ada Stone MD', state: 'MA' } },
    })
    expect(result).toMatchObject({ kind: 'offer' })
    if (result.kind !== 'offer') return
    expect(result.questions).toHaveLength(4)
    expect(result.questions[0]?.choices[0]).toEqual({ id: 'c1', text: 'Choice 1' })
  })

  test('returns not-enough only if the vendor itself says so', async () => {
    reply = { status: 404, body: { status: 'NOT_ENOUGH' } }
    expect(await requestQuiz()).toEqual({ kind: 'not-enough' })
  })

  test.each<[string, Reply]>([
    ['a 404 of something else', { status: 404, text: '<html>Not found</html>' }],
    ['a 404 with another word', { status: 404, body: { status: 'NOT FOUND' } }],
    ['a failure', { status: 500, body: { status: 'PENDING', questionList } }],
    ['no JSON', { text: 'PENDING' }],
    ['no questions', { body: { status: 'PENDING' } }],
    ['an empty list', { body: { status: 'PENDING', questionList: [] } }],
    [
      'a question without choices',
      { body: { status: 'PENDING', questionList: [{ id: 'q', text: 'Q', choiceList: [] }] } },
    ],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:9/elsewhere' }, body: {} }],
    ['more than anybody asks', { text: JSON.stringify({ status: 'PENDING', statusMsg: 'x'.repeat(400_000) }) }],
  ])('%s counts as unreachable and never lets a visitor through', async (_, answer) => {
    reply = answer
    expect(await requestQuiz()).toEqual({ kind: 'unavailable' })
  })

  test('passes on another first status with its message', async () => {
    reply = { body: { status: 'LOCKED', statusMsg: 'Please call us.' } }
    expect(await requestQuiz()).toEqual({ kind: 'declined', status: 'LOCKED', message: 'Please call us.' })
  })

  test('a slow or unavailable vendor counts as unreachable, and the log names no provider', async () => {
    reply = { never: true }
    expect(await requestQuiz(service(undefined, 50))).toEqual({ kind: 'unavailable' })
    expect(await requestQuiz(service('http://127.0.0.1:1'))).toEqual({ kind: 'unavailable' })
    expect(warnings).toHaveLength(2)
    expect(warnings.join()).not.toContain('1100000011')
  })
})

describe('grading by a vendor', () => {
  test('sends the choices to the vendor for grading', async () => {
    reply = { body: { status: 'PASS', transactionId: 'T-1' } }
    expect(await score()).toEqual({ kind: 'PASS', transactionId: 'T-1' })
    expect(seen[0]).toMatchObject({
      path: '/identity/quizzes/quiz-1/score',
      body: { answers: [{ questionId: 'q1', choiceId: 'c3' }] },
    })
  })

  test.each<[string, Reply, object]>([
    ['pending', { body: { status: 'Pending', statusMsg: 'One moment.' } }, { kind: 'PENDING', message: 'One moment.' }],
    ['a failure', { body: { status: 'FAIL' } }, { kind: 'FAIL' }],
    ['406', { status: 406, body: { status: 'FAIL' } }, { kind: 'FAIL' }],
    ['a pass without a transaction', { body: { status: 'PASS' } }, { kind: 'unavailable' }],
    ['404', { status: 404, body: { status: 'PASS', transactionId: 'T' } }, { kind: 'unavailable' }],
    ['no JSON', { text: 'PASS' }, { kind: 'unavailable' }],
  ])('grading returns the right result: %s', async (_, answer, result) => {
    reply = answer
    expect(await score()).toEqual(result)
  })

  test('an unavailable vendor neither passes nor fails a quiz', async () => {
    expect(await score(service('http://127.0.0.1:1'))).toEqual({ kind: 'unavailable' })
  })
})
