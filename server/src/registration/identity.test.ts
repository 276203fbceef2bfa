import { ANSWER_ALL_QUESTIONS } from '@portico/core/forms/messages'
import { unlockProvider } from '@portico/core/internal/calls'
import type { Quiz } from '@portico/core/registration/shapes'
import { ANSWERS_INCORRECT } from '@portico/core/registration/texts/messages'
import {
  IDENTITY_MISMATCH,
  identityMismatch,
  NPI_LOCKED,
  PROOF_MISSING,
  TOO_MANY_ATTEMPTS,
  TOO_MANY_ATTEMPTS_HERE,
} from '@portico/core/registration/texts/sentences'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweep } from '#platform/operations/sweep.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { cleanUp } from '../../test/jobs.ts'
import { filledModel, openWizard, type Wizard } from '../../test/wizard.ts'
import { DEMO_PASSWORD } from '../demo/seed/demo-access.ts'

const npi = '1100000011'
let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ settings: { identityProof: 'quiz' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('identity_attempt').execute()
  await app.db.deleteFrom('proof_failure').execute()
})

const attempts = async (kind: 'STEP1' | 'QUIZ') =>
  (await app.db.selectFrom('identity_attempt').select('id').where('kind', '=', kind).execute()).length

async function opened(id = npi, address = '203.0.113.10') {
  const wizard = openWizard(app, { address })
  await wizard.enterNpi(id)
  return wizard
}

describe('valRegProfile', () => {
  test.each([
    ['ssn', { validateBy: 'ssn', lastSsn: '4321' }],
    ['tin', { validateBy: 'tin', taxId: '041234567' }],
    [
      'claim',
      { validateBy: 'claim', claimNu1: 'hv0000000001', billAmt1: '$ 125', claimNu2: 'HV0000000002', billAmt2: '80.5' },
    ],
  ])('%s proves the provider, and the attempt is given back', async (_method, typed) => {
    const wizard = await opened()
    expect(await wizard.validate(npi, typed)).toMatchObject({ status: 200, entity: true })
    expect(await attempts('STEP1')).toBe(0)
  })

  test('valRegProfile requires a registration of the same NPI', async () => {
    const typed = { validateBy: 'ssn', lastSsn: '4321' }
    const visitor = openWizard(app)
    expect(await visitor.validate(npi, typed)).toMatchObject({ status: 400, entity: { message: PROOF_MISSING } })
    const other = await opened('1100000029')
    expect((await other.validate(npi, typed)).status).toBe(400)
    expect(await attempts('STEP1')).toBe(0)
  })

  test('valRegProfile returns the same reply for every kind of mismatch', async () => {
    // A dependent of the demo subscriber, and a third claim of the same patient.
    const [subscriber] = await app.db
      .selectFrom('claim')
      .select('member_id')
      .where('claim_number', '=', 'HV0000000001')
      .execute()
    const dependent = await app.db
      .selectFrom('member')
      .select('member_id')
      .where('relationship', '!=', 'SELF')
      .limit(1)
      .executeTakeFirstOrThrow()
    const claim = { npi, billed_amount: '60.00', service_date: '2025-05-05', status: 'PAID', paid_amount: null }
    await app.db
      .insertInto('claim')
      .values([
        { ...claim, claim_number: 'HVSAMEPATIENT', member_id: subscriber?.member_id ?? '' },
        { ...claim, claim_number: 'HVDEPENDENT', member_id: dependent.member_id },
      ])
      .execute()
    const right = { validateBy: 'claim', claimNu1: 'HV0000000001', billAmt1: '125.00' }
    const wrong = [
      { validateBy: 'ssn', lastSsn: '1234' },
      { validateBy: 'ssn', lastSsn: 'abcd' },
      { validateBy: 'ssn', lastSsn: '' },
      { validateBy: 'tin', taxId: '041234568' },
      { ...right, claimNu2: 'HV0000000001', billAmt2: '125.00' },
      { ...right, claimNu2: 'HVSAMEPATIENT', billAmt2: '60.00' },
      { ...right, claimNu2: 'HVDEPENDENT', billAmt2: '60.00' },
      { ...right, claimNu2: 'HV0000000003', billAmt2: '210.00' },
      { ...right, claimNu2: 'HV0000000002', billAmt2: '80.51' },
      { ...right, claimNu2: 'HV0000000002', billAmt2: '125.00' },
      { ...right, claimNu2: 'NONE', billAmt2: '80.50' },
      { ...right, claimNu2: '', billAmt2: '' },
      {},
    ]
    const replies = []
    for (const typed of wrong) {
      const wizard = await opened()
      replies.push(await wizard.validate(npi, typed))
      await app.db.deleteFrom('identity_attempt').execute()
    }
    for (const reply of replies) {
      expect(reply).toEqual({
        http: 200,
        status: 404,
        entity: { messageType: 'error', statusCode: '404', messageCode: 'identity', message: identityMismatch(4) },
      })
    }
  })

  test('a provider without an SSN on file gets the same refusal', async () => {
    const wizard = await opened('1100000029')
    const reply = await wizard.validate('1100000029', { validateBy: 'ssn', lastSsn: '4321' })
    expect(reply).toMatchObject({ status: 404, entity: { message: identityMismatch(4) } })
  })

  test('five failures from one address lock that address, with a countdown, and no other address', async () => {
    const wrong = async (wizard: Wizard) => (await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '0000' })).entity
    for (let left = 4; left >= 0; left--)
      expect(await wrong(await opened(npi, '192.0.2.9'))).toMatchObject({
        message: identityMismatch(left),
        // After the last attempt the page can offer the signed form.
        messageCode: left > 0 ? 'identity' : 'npi-refused',
      })
    const again = await opened(npi, '192.0.2.9')
    expect(await wrong(again)).toMatchObject({ message: TOO_MANY_ATTEMPTS_HERE, messageCode: 'npi-refused' })
    expect((await again.enterNpi(npi)).entity.lockedMethods).toEqual(['ssn', 'tin', 'claim'])
    // Failures from another address lock out no other visitor.
    const owner = await opened()
    expect((await owner.enterNpi(npi)).entity.lockedMethods).toEqual([])
    expect((await owner.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })).entity).toBe(true)
  })

  test('of 40 parallel wrong SSNs from twenty addresses at most twenty are evaluated, then the NPI is locked', async () => {
    const wizards = await Promise.all(Array.from({ length: 20 }, (_, index) => opened(npi, `198.51.100.${index}`)))
    await wizards[0]?.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })
    const wrong = Array.from({ length: 40 }, (_, index) =>
      wizards[index % 20]?.validate(npi, { validateBy: 'ssn', lastSsn: String(5000 + index) }),
    )
    const messages = (await Promise.all(wrong)).map((reply) => reply?.entity.message)
    expect(messages.filter((message) => message?.startsWith(IDENTITY_MISMATCH))).toHaveLength(20)
    expect(messages.filter((message) => message === NPI_LOCKED)).toHaveLength(20)
    const late = await opened(npi, '198.51.100.99')
    const right = await late.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })
    expect(right).toMatchObject({ status: 404, entity: { message: NPI_LOCKED } })
    const profile = await late.enterNpi(npi)
    expect(profile.entity.lockedMethods).toEqual(['ssn', 'tin', 'claim'])
  })

  test('an address can try again after six hours, until twenty failures in thirty days lock the NPI', async () => {
    for (let round = 0; round < 4; round++) {
      for (let count = 0; count < 5; count++) {
        const wizard = await opened(npi, `192.0.2.${round}`)
        const reply = await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '0000' })
        // The reply shows the nearest limit; in the end both are equal.
        expect(reply.entity.message).toBe(identityMismatch(4 - count))
      }
      app.clock.advance(6 * 3600 + 1)
    }
    const wizard = await opened()
    expect((await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })).entity.message).toBe(NPI_LOCKED)
    app.clock.advance(30 * 24 * 3600)
    const later = await opened()
    expect((await later.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })).entity).toBe(true)
  })

  test('twenty failures an hour lock an address across all providers', async () => {
    const providers = await app.db.selectFrom('network_provider').select('npi').limit(21).execute()
    const replies = []
    for (const provider of providers) {
      const wizard = await opened(provider.npi)
      replies.push((await wizard.validate(provider.npi, { validateBy: 'ssn', lastSsn: '0000' })).entity)
    }
    expect(replies.filter(({ message }) => message.startsWith(IDENTITY_MISMATCH))).toHaveLength(20)
    expect(replies.at(-2)).toMatchObject({ message: identityMismatch(0), messageCode: 'address-locked' })
    expect(replies.at(-1)).toMatchObject({ message: TOO_MANY_ATTEMPTS, messageCode: 'address-locked' })
    // The address is also locked for another NPI: no method is left, so the page offers the contract.
    const refused = (address?: string) => openWizard(app, address ? { address } : {}).enterNpi('1100000037')
    expect((await refused('203.0.113.10')).entity.lockedMethods).toEqual(['ssn', 'tin', 'claim'])
    expect((await refused('192.0.2.77')).entity.lockedMethods).toEqual([])
    app.clock.advance(3600 + 1)
    expect((await refused('203.0.113.10')).entity.lockedMethods).toEqual([])
  })

  test('a change of method drops the proof of the former method', async () => {
    const wizard = await opened()
    await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })
    await wizard.validate(npi, { validateBy: 'claim', claimNu1: 'x', billAmt1: '1', claimNu2: 'y', billAmt2: '2' })
    expect((await wizard.requestQuiz(npi)).status).toBe(400)
  })
})

describe('the quiz', () => {
  async function provedBySsn() {
    const wizard = await opened()
    await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })
    return wizard
  }

  test('the quiz requires SSN or TIN, and claims are not sufficient', async () => {
    const wizard = await opened()
    expect((await wizard.requestQuiz(npi)).status).toBe(400)
    await wizard.validate(npi, {
      validateBy: 'claim',
      claimNu1: 'HV0000000001',
      billAmt1: '125.00',
      claimNu2: 'HV0000000002',
      billAmt2: '80.50',
    })
    expect((await wizard.requestQuiz(npi)).status).toBe(400)
  })

  test('the quiz asks four questions of five choices and never shows the key', async () => {
    const wizard = await provedBySsn()
    const reply = await wizard.requestQuiz(npi)
    expect(reply).toMatchObject({ status: 200, entity: { status: 'PENDING', workflow: 'SELF', noOfQuestions: 4 } })
    expect(reply.entity.questionList).toHaveLength(4)
    for (const question of reply.entity.questionList) {
      expect(question.choiceList).toHaveLength(5)
      expect(Object.keys(question).sort()).toEqual(['choiceList', 'id', 'selectedChoice', 'text'])
      for (const choice of question.choiceList) expect(Object.keys(choice).sort()).toEqual(['id', 'text'])
    }
  })

  test('a repeated request shows the same quiz and consumes no attempt', async () => {
    const wizard = await provedBySsn()
    const first = await wizard.requestQuiz(npi)
    const second = await wizard.requestQuiz(npi)
    expect(second.entity.quizId).toBe(first.entity.quizId)
    expect(await attempts('QUIZ')).toBe(1)
  })

  test('parallel requests show one quiz and consume one attempt', async () => {
    const wizard = await provedBySsn()
    const replies = await Promise.all(Array.from({ length: 8 }, () => wizard.requestQuiz(npi)))
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.entity.quizId}`)).size).toBe(1)
    expect(await attempts('QUIZ')).toBe(1)
  })

  test('right answers pass and return a transaction id', async () => {
    const wizard = await provedBySsn()
    const quiz = await wizard.requestQuiz(npi)
    const score = await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity))
    expect(score).toMatchObject({ status: 200, entity: { status: 'PASS', transactionId: expect.stringMatching(/.+/) } })
  })

  test('two right answers fail, and a graded quiz stays graded', async () => {
    const wizard = await provedBySsn()
    const quiz = await wizard.requestQuiz(npi)
    const wrong = await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity, 2))
    expect(wrong).toMatchObject({ status: 406, entity: { message: ANSWERS_INCORRECT } })
    const again = await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity))
    expect(again.status).toBe(406)
  })

  test('a late answer fails', async () => {
    const wizard = await provedBySsn()
    const quiz = await wizard.requestQuiz(npi)
    const answers = await wizard.answerQuiz(quiz.entity)
    app.clock.advance(8 * 60 + 1)
    expect((await wizard.scoreQuiz(answers)).status).toBe(406)
  })

  test('a late answer fails even if a question was left out', async () => {
    const wizard = await provedBySsn()
    const quiz = await wizard.requestQuiz(npi)
    app.clock.advance(8 * 60 + 1)
    expect((await wizard.scoreQuiz(quiz.entity)).status).toBe(406)
  })

  test('unanswered questions are asked again', async () => {
    const wizard = await provedBySsn()
    const quiz = await wizard.requestQuiz(npi)
    const right = await wizard.answerQuiz(quiz.entity)
    const threeOfFour = { ...right, questionList: right.questionList.slice(1) }
    for (const incomplete of [quiz.entity, threeOfFour, { ...right, questionList: [] }])
      expect(await wizard.scoreQuiz(incomplete)).toMatchObject({
        status: 200,
        entity: { status: 'PENDING', statusMsg: ANSWER_ALL_QUESTIONS },
      })
    expect((await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity))).entity.status).toBe('PASS')
  })

  test('of 20 different parallel submissions one is graded', async () => {
    app.clock.advance(1)
    const wizard = await provedBySsn()
    const quiz = await wizard.requestQuiz(npi)
    const right = await wizard.answerQuiz(quiz.entity)
    const wrong = await wizard.answerQuiz(quiz.entity, 0)
    const posts = Array.from({ length: 20 }, (_, index) => wizard.scoreQuiz(index === 13 ? right : wrong))
    const statuses = new Set((await Promise.all(posts)).map((reply) => reply.entity.status ?? String(reply.status)))
    // The first submission decides, and no other reply contradicts it.
    expect(statuses.has('PASS') && statuses.has('406')).toBe(false)
    const grades = await app.db
      .selectFrom('audit_event')
      .select('id')
      .where('action', 'in', ['quiz.passed', 'quiz.failed'])
      .where('npi', '=', npi)
      .where('at', '=', app.clock.now())
      .execute()
    expect(grades).toHaveLength(1)
  })

  test('a quiz belongs to its registration', async () => {
    const wizard = await provedBySsn()
    const quiz = await wizard.requestQuiz(npi)
    const answers = await wizard.answerQuiz(quiz.entity)
    const other = await opened()
    await other.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })
    expect((await other.scoreQuiz(answers)).status).toBe(400)
    expect((await openWizard(app).scoreQuiz(answers)).status).toBe(400)
    expect((await wizard.scoreQuiz(answers)).entity.status).toBe('PASS')
  })

  test('an NPI gets two quizzes a day, then 404 and the contract path', async () => {
    for (let count = 0; count < 2; count++) {
      const wizard = await provedBySsn()
      const quiz = await wizard.requestQuiz(npi)
      expect(quiz.entity.quizzesLeft).toBe(2 - count)
      await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity, 0))
    }
    const third = await provedBySsn()
    expect((await third.requestQuiz(npi)).status).toBe(404)
    app.clock.advance(24 * 3600 + 1)
    const nextDay = await provedBySsn()
    expect((await nextDay.requestQuiz(npi)).status).toBe(200)
  })

  const DAY = 24 * 3600 + 1
  const failOnce = async () => {
    const wizard = await provedBySsn()
    const quiz = await wizard.requestQuiz(npi)
    expect((await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity, 0))).status).toBe(406)
  }

  test('four failures of any age lock quizzes for the NPI until plan staff reset them', async () => {
    for (let count = 0; count < 4; count++) {
      await failOnce()
      app.clock.advance(count < 3 ? DAY : 90 * DAY)
      await sweep(app.deps, app.clock.now(), cleanUp)
    }
    expect((await (await provedBySsn()).requestQuiz(npi)).status).toBe(404)
    const staff = app.openBrowser({ address: '203.0.113.77' })
    await staff.signIn('demostaff', DEMO_PASSWORD, '/thp/portal/internal/home')
    expect(await staff.postCall(unlockProvider.path, { npi })).toMatchObject({ status: 200, entity: { forgotten: 4 } })
    expect((await (await provedBySsn()).requestQuiz(npi)).status).toBe(200)
  })

  test('two failures lock quizzes if wrong typed amounts left an easier quiz', async () => {
    const typedInVain = async () => {
      const wizard = await opened()
      const claims = { claimNu1: '1000000001', claimNu2: '1000000002', billAmt1: '125.00', billAmt2: '80.50' }
      expect((await wizard.validate(npi, { validateBy: 'claim', ...claims })).status).toBe(404)
      await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })
      return wizard
    }
    for (const left of [2, 1]) {
      const wizard = await typedInVain()
      const quiz = await wizard.requestQuiz(npi)
      expect(quiz.entity.quizzesLeft).toBe(left)
      expect((await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity, 0))).status).toBe(406)
      app.clock.advance(DAY)
    }
    expect((await (await provedBySsn()).requestQuiz(npi)).status).toBe(404)
  })

  test('an open quiz of another registration counts as a failure', async () => {
    for (let count = 0; count < 3; count++) {
      await failOnce()
      app.clock.advance(DAY)
    }
    const open = await provedBySsn()
    expect((await open.requestQuiz(npi)).status).toBe(200)
    expect((await (await provedBySsn()).requestQuiz(npi)).status).toBe(404)
  })

  test('a quiz shown before the fourth failure is neither shown again nor passed after it', async () => {
    const wizard = await provedBySsn()
    const quiz = await wizard.requestQuiz(npi)
    await app.db
      .insertInto('proof_failure')
      .values(Array.from({ length: 4 }, () => ({ kind: 'QUIZ' as const, npi, at: app.clock.now() })))
      .execute()
    expect((await wizard.requestQuiz(npi)).status).toBe(404)
    expect((await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity))).status).toBe(406)
    expect((await wizard.post('addSaa', filledModel(npi))).status).toBe(400)
  })

  test('a passed quiz consumes no attempt and resets earlier failures', async () => {
    for (let count = 0; count < 3; count++) {
      await failOnce()
      app.clock.advance(DAY)
    }
    for (let count = 0; count < 3; count++) {
      const wizard = await provedBySsn()
      const quiz = await wizard.requestQuiz(npi)
      expect((await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity))).entity.status).toBe('PASS')
    }
    // The three failed quizzes.
    expect(await attempts('QUIZ')).toBe(3)
    await failOnce()
    expect((await (await provedBySsn()).requestQuiz(npi)).status).toBe(200)
  })

  test('an expired unanswered quiz is not an attempt after the next request', async () => {
    const wizard = await provedBySsn()
    for (let count = 0; count < 4; count++) {
      expect((await wizard.requestQuiz(npi)).entity.quizzesLeft).toBe(2)
      expect((await wizard.requestQuiz(npi)).entity.quizzesLeft).toBe(2)
      app.clock.advance(8 * 60 + 1)
    }
    expect(await attempts('QUIZ')).toBe(1)
  })

  test('the quiz does not ask about amounts typed in step1', async () => {
    const amountsAsked = async (typed: object | undefined) => {
      const wizard = await opened()
      if (typed) await wizard.validate(npi, { validateBy: 'claim', claimNu1: 'x', claimNu2: 'y', ...typed })
      await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })
      const { questionList } = (await wizard.requestQuiz(npi)).entity
      return questionList.map((question) => question.text).filter((text) => text.includes('did you bill'))
    }
    expect(await amountsAsked(undefined)).toHaveLength(1)
    expect(await amountsAsked({ billAmt1: '125', billAmt2: '$80.5' })).toEqual([])
  })

  test('20 parallel requests create no more quizzes than the daily limit', async () => {
    const wizards = await Promise.all(Array.from({ length: 20 }, () => provedBySsn()))
    const replies = await Promise.all(wizards.map((wizard) => wizard.requestQuiz(npi)))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(2)
  })

  test('too few facts return 404 and consume no attempt', async () => {
    const wizard = await opened('1100000045')
    await wizard.validate('1100000045', { validateBy: 'ssn', lastSsn: '5678' })
    expect((await wizard.requestQuiz('1100000045')).status).toBe(404)
    expect(await attempts('QUIZ')).toBe(0)
  })

  test('the server ignores a forged PASS in the posted quiz', async () => {
    const wizard = await provedBySsn()
    const quiz = await wizard.requestQuiz(npi)
    const forged: Quiz = { ...(await wizard.answerQuiz(quiz.entity, 0)), status: 'PASS', transactionId: 'mine' }
    expect((await wizard.scoreQuiz(forged)).status).toBe(406)
    expect((await wizard.post('addSaa', filledModel(npi, { transactionId: 'mine' }))).status).toBe(400)
  })
})
