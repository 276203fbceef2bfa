import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GENERIC } from '@portico/core/forms/messages'
import type { Quiz } from '@portico/core/registration/shapes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { filledModel, openWizard } from '../../test/wizard.ts'

/** The registration calls with an external identity service. http-identity.test.ts covers its single replies. */
const npi = '1100000011'
const choiceList = ['c1', 'c2'].map((id) => ({ id, text: `Choice ${id}` }))
const questions = { status: 'PENDING', questionList: [{ id: 'q1', text: 'Which?', choiceList }] }
let vendor: Server
let replies: { http?: number; body: unknown }[]
let app: TestApp

beforeAll(async () => {
  vendor = createServer((_request, response) => {
    const { http = 200, body } = replies.shift() ?? { http: 503, body: {} }
    response.writeHead(http, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => vendor.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  app = await buildTestApp({ settings: { identityVendor: { url, token: 'vendor-token' } } })
})
beforeEach(async () => {
  replies = []
  await app.reset()
})
afterAll(async () => {
  await app.close()
  vendor.closeAllConnections()
  vendor.close()
})
async function provedBySsn() {
  const wizard = openWizard(app)
  await wizard.enterNpi(npi)
  await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })
  return wizard
}

const answered = (quizId: string) => ({ quizId, questionList: [{ id: 'q1', selectedChoice: 'c2' }] })
const countQuizzes = async () =>
  (await app.db.selectFrom('identity_attempt').select('id').where('kind', '=', 'QUIZ').execute()).length

test('an unreachable vendor causes no 404 and consumes no quiz', async () => {
  const wizard = await provedBySsn()
  expect(await wizard.requestQuiz(npi)).toMatchObject({ status: 400, entity: { message: GENERIC } })
  expect(await countQuizzes()).toBe(0)
})

test('where both ways are needed, the vendor is asked at once, because a code without questions proves nothing', async () => {
  app.deps.settings.identityProof = 'both'
  replies = [{ body: questions }]
  const wizard = await provedBySsn()
  const quiz = await wizard.post<Quiz>('quizRequest', { ...filledModel(npi), codeFirst: true })
  expect(quiz.entity).toMatchObject({ noOfQuestions: 1, bothNeeded: true })
  expect((await wizard.post('codeRequest', filledModel(npi))).status).toBe(200)
  app.deps.settings.identityProof = 'either'
})

test('if the vendor has too few facts, the server offers a code, and returns 404 if the plan has no address', async () => {
  const tooLittle = { http: 404, body: { status: 'NOT_ENOUGH' } }
  replies = [tooLittle, tooLittle]
  const wizard = await provedBySsn()
  expect(await wizard.requestQuiz(npi)).toMatchObject({
    status: 200,
    entity: { status: 'PENDING', noOfQuestions: 0, codeTo: 'e•••@p•••.example' },
  })
  await app.db.updateTable('network_provider').set({ provider_email: null }).where('npi', '=', npi).execute()
  expect((await wizard.requestQuiz(npi)).status).toBe(404)
})

test('a first status other than PENDING returns its message and no questions', async () => {
  replies = [{ body: { status: 'LOCKED', statusMsg: 'Please call us.' } }]
  const wizard = await provedBySsn()
  expect(await wizard.requestQuiz(npi)).toMatchObject({
    status: 200,
    entity: { status: 'LOCKED', statusMsg: 'Please call us.', questionList: [] },
  })
})

test('a pending or unavailable vendor proves nothing, and PASS does', async () => {
  const pending = { body: { status: 'pending', statusMsg: 'One moment.' } }
  const away = { http: 502, body: {} }
  replies = [{ body: questions }, pending, away, { body: { status: 'pass', transactionId: 'V-1' } }]
  const wizard = await provedBySsn()
  const { quizId } = (await wizard.requestQuiz(npi)).entity
  const form = filledModel(npi)
  expect(await wizard.scoreQuiz(answered(quizId))).toMatchObject({
    status: 200,
    entity: { status: 'PENDING', statusMsg: 'One moment.', transactionId: '' },
  })
  expect((await wizard.post('addSaa', form)).status).toBe(400)
  expect(await wizard.scoreQuiz(answered(quizId))).toMatchObject({ status: 400, entity: { message: GENERIC } })
  expect((await wizard.post('addSaa', form)).status).toBe(400)
  expect((await wizard.scoreQuiz(answered(quizId))).entity).toMatchObject({ status: 'PASS', transactionId: 'V-1' })
  expect((await wizard.post('addSaa', form)).entity).toBe(true)
})

test('a FAIL of the vendor returns 406', async () => {
  replies = [{ body: questions }, { http: 406, body: { status: 'FAIL' } }]
  const wizard = await provedBySsn()
  const { quizId } = (await wizard.requestQuiz(npi)).entity
  expect((await wizard.scoreQuiz(answered(quizId))).status).toBe(406)
})
