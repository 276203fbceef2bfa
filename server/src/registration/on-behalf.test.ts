import {
  REQUEST_LINK_EXPIRED,
  REQUEST_LINK_UNKNOWN,
  REQUEST_LINK_USED,
  TEXT_DIRECTION,
  TOO_MUCH_MAIL,
} from '@portico/core/forms/sentences'
import type { RequestReview } from '@portico/core/registration/model-shapes'
import type { Quiz } from '@portico/core/registration/shapes'
import { ON_HOLD, STAFF_WILL_DECIDE } from '@portico/core/registration/texts/sentences'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createTestClock } from '../../test/clock.ts'
import { type Body, filledModel, findMail, openWizard, type Wizard } from '../../test/wizard.ts'
import { DEMO_TOKENS } from '../demo/seed/demo-access.ts'

const npi = '1100000011'
let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({
    clock: createTestClock(new Date()),
    settings: { limits: { quizzesPerDayPerNpi: 1000, strangerMailsPerDayPerAddress: 3 } },
  })
})
beforeEach(() => app.reset())
afterAll(() => app.close())

const claims = {
  validateBy: 'claim',
  claimNu1: 'HV0000000001',
  billAmt1: '125.00',
  claimNu2: 'HV0000000002',
  billAmt2: '80.50',
}
const signatory = 'provider@practice.example'
const behalf = (change: Body = {}, id = npi) =>
  filledModel(id, {
    regBy: 'behalf',
    contactFirstName: 'Eleanor',
    contactLastName: 'Whitlock',
    signatoryEmail: signatory,
    signatoryConfEmail: signatory,
    ...change,
  })

async function requestOnBehalf(change: Body = {}) {
  const wizard = openWizard(app)
  await wizard.enterNpi(npi)
  await wizard.validate(npi, claims)
  const form = behalf(change)
  const reply = await wizard.post('addSaa', form)
  return { wizard, form, reply }
}

async function askedLink() {
  const { form, reply } = await requestOnBehalf()
  expect(reply).toMatchObject({ status: 200, entity: true })
  return { form, token: (await findMail(app, 'request.asked', signatory)).token }
}

const grantsOf = (email: unknown) =>
  app.db
    .selectFrom('access_grant')
    .innerJoin('account', 'account.id', 'access_grant.account_id')
    .select(['role', 'access_grant.state', 'scope_id'])
    .where('email', '=', String(email))
    .execute()

const review = (wizard: Wizard, reqId: string) => wizard.get<RequestReview>('regByReqId', { reqId })

async function passQuiz(wizard: Wizard, reqId: string) {
  const quiz = await wizard.get<Quiz>('quizForReqId', { reqId })
  expect(quiz).toMatchObject({ status: 200, entity: { workflow: 'REQUEST', status: 'PENDING' } })
  return wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity))
}

test.each(['firstName', 'contactLastName'])('refuses %s with a character that reverses text', async (name) => {
  expect((await requestOnBehalf({ [name]: 'Ann\u202EeiraM' })).reply).toMatchObject({
    status: 407,
    entity: { message: TEXT_DIRECTION },
  })
})

describe('failed quizzes on a link', () => {
  const fail = async (reqId: string) => {
    const wizard = openWizard(app)
    await review(wizard, reqId)
    const quiz = await wizard.get<Quiz>('quizForReqId', { reqId })
    return wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity, 0))
  }

  test('after two failed quizzes on a link plan staff decide the request', async () => {
    const { token } = await askedLink()
    expect((await fail(token)).status).toBe(406)
    expect((await fail(token)).status).toBe(406)
    const wizard = openWizard(app)
    await review(wizard, token)
    const refused = await wizard.get<Quiz>('quizForReqId', { reqId: token })
    expect(refused).toMatchObject({ status: 407, entity: { message: STAFF_WILL_DECIDE } })
    const request = await app.db
      .selectFrom('access_request')
      .select(['state', 'needs_staff'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(request).toEqual({ state: 'PENDING_PROVIDER', needs_staff: true })
    // Failures on this request do not affect another request.
    const other = await askedLink()
    expect((await passQuiz(await opened(other.token), other.token)).entity.status).toBe('PASS')
  })

  test('after two failures on a link an open quiz cannot pass, and a passed one cannot accept', async () => {
    const { token, form } = await askedLink()
    const [failing, passed] = [await opened(token), await opened(token)]
    const quiz = await failing.get<Quiz>('quizForReqId', { reqId: token })
    expect((await passQuiz(passed, token)).entity.status).toBe('PASS')
    for (let count = 0; count < 2; count++) expect((await fail(token)).status).toBe(406)
    const refused = { status: 407, entity: { message: STAFF_WILL_DECIDE } }
    expect(await failing.scoreQuiz(await failing.answerQuiz(quiz.entity))).toMatchObject(refused)
    expect(await passed.post('addSaa', { reqId: token })).toMatchObject(refused)
    expect(await grantsOf(form.email)).toMatchObject([{ state: 'PENDING_PROVIDER' }])
  })

  test('of parallel right and wrong quizzes on a link none passes after the second failure', async () => {
    const { token } = await askedLink()
    const wizards = await Promise.all(Array.from({ length: 8 }, () => opened(token)))
    const answers = await Promise.all(
      wizards.map(async (wizard, index) => {
        const quiz = await wizard.get<Quiz>('quizForReqId', { reqId: token })
        return wizard.answerQuiz(quiz.entity, index % 2 === 0 ? 0 : 4)
      }),
    )
    await Promise.all(wizards.map((wizard, index) => wizard.scoreQuiz(answers[index])))
    const graded = await app.db
      .selectFrom('audit_event')
      .select('action')
      .where('action', 'in', ['quiz.passed', 'quiz.failed'])
      .where('npi', '=', npi)
      .where('request_id', 'is not', null)
      .orderBy('id')
      .execute()
    const actions = graded.map(({ action }) => action)
    const second = actions.indexOf('quiz.failed', actions.indexOf('quiz.failed') + 1)
    expect(second).toBeGreaterThan(0)
    expect(actions.slice(second)).not.toContain('quiz.passed')
  })

  test('a quiz on a link does not ask about the amounts that proved the request', async () => {
    const { token } = await askedLink()
    const quiz = await (await opened(token)).get<Quiz>('quizForReqId', { reqId: token })
    expect(quiz.entity.questionList.filter(({ text }) => text.includes('did you bill'))).toEqual([])
  })

  async function opened(reqId: string) {
    const wizard = openWizard(app)
    await review(wizard, reqId)
    return wizard
  }
})

describe('addSaa on behalf', () => {
  test('addSaa on behalf creates a pending request and mails the provider', async () => {
    const { form, reply } = await requestOnBehalf()
    expect(reply).toMatchObject({ status: 200, entity: true })
    expect(await grantsOf(form.email)).toEqual([{ role: 'SAA', state: 'PENDING_PROVIDER', scope_id: npi }])
    const mail = await findMail(app, 'request.asked', signatory)
    expect(mail.token).toMatch(/^[\w-]{22}$/)
    expect(mail.body).toContain('http://localhost/thp/portal/providers/registration?reqId=')
    // The address in the plan’s records also gets a notice, without the link.
    const notice = await findMail(app, 'request.provider-notice', 'eleanor.whitlock@practice.example')
    expect(notice.body).not.toContain('reqId=')
    const request = await app.db
      .selectFrom('access_request')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(request).toMatchObject({
      path: 'BEHALF',
      validated_by: 'claim',
      needs_staff: false,
      signatory_email: signatory,
    })
  })

  test('addSaa on behalf requires step1 and typed contact data', async () => {
    const wizard = openWizard(app)
    await wizard.enterNpi(npi)
    expect((await wizard.post('addSaa', behalf())).status).toBe(400)
    for (const bad of [
      { signatoryEmail: '' },
      { signatoryConfEmail: 'other@practice.example' },
      { contactFirstName: '' },
    ])
      expect((await requestOnBehalf(bad)).reply.status).toBe(407)
  })

  test('plan staff decide a request if the provider cannot be quizzed', async () => {
    const id = '1100000045'
    const wizard = openWizard(app)
    await wizard.enterNpi(id)
    await wizard.validate(id, { validateBy: 'ssn', lastSsn: '5678' })
    expect((await wizard.post('addSaa', behalf({}, id))).entity).toBe(true)
    const request = await app.db
      .selectFrom('access_request')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(request).toMatchObject({ npi: id, needs_staff: true, state: 'PENDING_PROVIDER' })
    const { token } = await findMail(app, 'request.asked', signatory)
    const provider = openWizard(app)
    await review(provider, token)
    expect((await provider.get('quizForReqId', { reqId: token })).status).toBe(404)
  })

  test('addSaa on behalf limits mail to a provider, and a refused request leaves no data', async () => {
    for (let count = 0; count < 3; count++) expect((await requestOnBehalf()).reply.entity).toBe(true)
    const { form, reply } = await requestOnBehalf()
    expect(reply).toMatchObject({ status: 407, entity: { message: TOO_MUCH_MAIL } })
    expect(await grantsOf(form.email)).toEqual([])
    const account = await app.db.selectFrom('account').select('id').where('email', '=', String(form.email)).execute()
    expect(account).toEqual([])
  })
})

test('a stranger does not use up the mail limit of other addresses for the same provider', async () => {
  for (let count = 0; count < 5; count++) await requestOnBehalf()
  const send = async (address: string) => {
    const wizard = openWizard(app, { address })
    await wizard.enterNpi(npi)
    await wizard.validate(npi, claims)
    return wizard.post('addSaa', behalf())
  }
  expect((await send('203.0.113.200')).entity).toBe(true)
  const replies: number[] = []
  for (let host = 1; host < 9; host++)
    for (let count = 0; count < 3; count++) replies.push((await send(`198.51.100.${host}`)).status)
  // Twenty in total: four were sent before.
  expect(replies.filter((status) => status === 200)).toHaveLength(16)
  expect(replies.slice(16).every((status) => status === 407)).toBe(true)
})

describe('regByReqId', () => {
  test('regByReqId shows the requester and the request', async () => {
    const { form, token } = await askedLink()
    const reply = await review(openWizard(app), token)
    expect(reply).toMatchObject({
      status: 200,
      entity: {
        npiId: npi,
        npiLastName: 'Whitlock',
        regType: 'NPI',
        regRoleSel: 'SAA',
        firstName: form.firstName,
        email: form.email,
        contactFirstName: 'Eleanor',
      },
    })
  })

  test('regByReqId returns a separate status and message for unknown, expired and decided links', async () => {
    const wizard = openWizard(app)
    expect(await review(wizard, DEMO_TOKENS.open)).toMatchObject({ status: 200 })
    expect(await review(wizard, DEMO_TOKENS.expired)).toMatchObject({
      status: 498,
      entity: { message: REQUEST_LINK_EXPIRED },
    })
    expect(await review(wizard, DEMO_TOKENS.decided)).toMatchObject({
      status: 407,
      entity: { message: REQUEST_LINK_USED },
    })
    expect(await review(wizard, 'nonsense')).toMatchObject({ status: 406, entity: { message: REQUEST_LINK_UNKNOWN } })
    expect(await review(wizard, DEMO_TOKENS.activation)).toMatchObject({ status: 406 })
  })

  test('regByReqId returns the same reply for a near miss of a real token as for a random string', async () => {
    const { token } = await askedLink()
    const nonsense = await review(openWizard(app), 'nonsense')
    for (let place = 0; place < token.length; place++) {
      const letter = token[place] === 'A' ? 'B' : 'A'
      const neighbour = token.slice(0, place) + letter + token.slice(place + 1)
      expect(await review(openWizard(app), neighbour)).toEqual(nonsense)
    }
  })

  test('100 look-ups by a mail scanner change nothing', async () => {
    const { token } = await askedLink()
    const state = async () => {
      const { rows } = await sql`
        select (select md5(string_agg(r::text, '|' order by id)) from access_request r) as requests,
          (select md5(string_agg(g::text, '|' order by id)) from access_grant g) as grants,
          (select md5(string_agg(l::text, '|' order by id)) from link l) as links,
          (select count(*) from mail_message) as mails, (select count(*) from audit_event) as audits,
          (select count(*) from quiz) as quizzes`.execute(app.db)
      return rows[0]
    }
    const before = await state()
    // Limited to the number of connections, because further calls would time out in the queue.
    for (let tens = 0; tens < 10; tens += 1) {
      const replies = await Promise.all(Array.from({ length: 10 }, () => review(openWizard(app), token)))
      expect(replies.every((reply) => reply.status === 200)).toBe(true)
    }
    expect(await state()).toEqual(before)
  })
})

describe('accepting', () => {
  test('token and quiz make the staff member the active SAA', async () => {
    const { form, token } = await askedLink()
    const provider = openWizard(app)
    await review(provider, token)
    expect((await passQuiz(provider, token)).entity.status).toBe('PASS')
    // The server reads nothing else of the model, not even the registrant.
    const reply = await provider.post('addSaa', {
      reqId: token,
      acceptStaffReq: 'Y',
      regBy: 'self',
      npiId: '1400000018',
    })
    expect(reply).toMatchObject({ status: 200, entity: true })
    expect(await grantsOf(form.email)).toEqual([{ role: 'SAA', state: 'ACTIVE', scope_id: npi }])
    expect((await provider.post('addSaa', { reqId: token })).entity).toBe(true)
    expect(await review(openWizard(app), token)).toMatchObject({ status: 407 })
  })

  test('a hold blocks acceptance even after a passed quiz, and the link works again after the hold is lifted', async () => {
    const { form, token } = await askedLink()
    const provider = openWizard(app)
    await review(provider, token)
    await passQuiz(provider, token)
    const now = app.clock.now()
    const times = { event_at: now, created_at: now, expires_at: now, held_at: now }
    await app.db
      .insertInto('registration_hold')
      .values({ npi, token_hash: Buffer.from(token), ...times })
      .execute()
    const accept = () => provider.post('addSaa', { reqId: token, acceptStaffReq: 'Y' })
    expect(await accept()).toMatchObject({ status: 400, entity: { message: ON_HOLD } })
    expect((await grantsOf(form.email)).map((grant) => grant.state)).toEqual(['PENDING_PROVIDER'])
    await app.db.updateTable('registration_hold').set({ lifted_at: now }).where('npi', '=', npi).execute()
    expect(await accept()).toMatchObject({ status: 200, entity: true })
    expect((await grantsOf(form.email)).map((grant) => grant.state)).toEqual(['ACTIVE'])
  })

  test('acceptance requires a quiz and a token that belong together', async () => {
    const { form, token } = await askedLink()
    const withoutQuiz = openWizard(app)
    await review(withoutQuiz, token)
    expect((await withoutQuiz.post('addSaa', { reqId: token })).status).toBe(400)
    const withoutLink = openWizard(app)
    expect((await withoutLink.post('addSaa', { reqId: token })).status).toBe(400)
    const otherLink = openWizard(app)
    await review(otherLink, DEMO_TOKENS.open)
    await passQuiz(otherLink, DEMO_TOKENS.open)
    expect((await otherLink.post('addSaa', { reqId: token })).status).toBe(400)
    expect((await otherLink.get('quizForReqId', { reqId: token })).status).toBe(400)
    // A quiz passed for a self-registration proves nothing about a request.
    const self = openWizard(app)
    await self.proveSelf(npi, '4321')
    const cookie = self.browser.cookies.get('portico_reg') ?? ''
    await review(self, token)
    expect((await self.post('addSaa', { reqId: token })).status).toBe(400)
    self.browser.cookies.set('portico_reg', cookie)
    expect((await self.post('addSaa', behalf({ reqId: token, regBy: 'self' }))).status).toBe(200)
    expect((await grantsOf(form.email)).map((grant) => grant.state)).not.toContain('ACTIVE')
  })

  test('50 parallel acceptances of one link create one SAA', async () => {
    const { form, token } = await askedLink()
    const providers: Wizard[] = []
    for (let count = 0; count < 5; count++) {
      const provider = openWizard(app)
      await review(provider, token)
      await passQuiz(provider, token)
      providers.push(provider)
    }
    const posts = Array.from({ length: 50 }, (_, index) => providers[index % 5]?.post('addSaa', { reqId: token }))
    const replies = await Promise.all(posts)
    const accepted = replies.filter((reply) => reply?.status === 200)
    expect(accepted).toHaveLength(10)
    for (const reply of replies) expect([200, 407]).toContain(reply?.status)
    const active = (await grantsOf(form.email)).filter((grant) => grant.state === 'ACTIVE')
    expect(active).toHaveLength(1)
    const mails = await app.db
      .selectFrom('mail_message')
      .select('id')
      .where('kind', '=', 'request.activated')
      .where('to_address', '=', String(form.email))
      .execute()
    expect(mails).toHaveLength(1)
    const toProvider = app.db.selectFrom('mail_message').selectAll().where('to_address', '=', signatory)
    const confirmations = await toProvider.where('kind', '=', 'request.provider-accepted').execute()
    expect(confirmations.map(({ subject }) => subject)).toEqual([`You accepted the access request for NPI ${npi}`])
    expect(confirmations[0]?.body).toContain('can look up any member’s eligibility, sees your claims')
    expect(confirmations[0]?.body).toContain('If you didn’t accept this, or want to end this access, please call us.')
  })

  test('the first acceptance wins, and the other request is rejected with a notice', async () => {
    const first = await askedLink()
    const second = await askedLink()
    const provider = openWizard(app)
    await review(provider, first.token)
    await passQuiz(provider, first.token)
    expect((await provider.post('addSaa', { reqId: first.token })).entity).toBe(true)
    expect((await grantsOf(second.form.email)).map((grant) => grant.state)).toEqual(['REJECTED'])
    expect((await findMail(app, 'request.rejected', String(second.form.email))).body).toBeTruthy()
    expect((await review(openWizard(app), second.token)).status).toBe(407)
  })
})

describe('rejecting', () => {
  test('a rejection ends the request once, notifies the requester, and its link stays closed', async () => {
    const { form, token } = await askedLink()
    const provider = openWizard(app)
    await review(provider, token)
    await passQuiz(provider, token)
    const reply = await provider.post('rejectRegReqId', { reqId: token })
    expect(reply).toMatchObject({ status: 200, entity: true })
    expect((await grantsOf(form.email)).map((grant) => grant.state)).toEqual(['REJECTED'])
    expect((await findMail(app, 'request.rejected', String(form.email))).body).toContain(String(form.npiId))
    expect((await provider.post('rejectRegReqId', { reqId: token })).entity).toBe(true)
    expect((await openWizard(app).post('rejectRegReqId', { reqId: token })).status).toBe(407)
    expect((await provider.post('addSaa', { reqId: token })).status).toBe(407)
    expect((await review(openWizard(app), token)).status).toBe(407)
    expect((await grantsOf(form.email)).map((grant) => grant.state)).toEqual(['REJECTED'])
  })

  test('a rejection requires a valid open link', async () => {
    const stranger = openWizard(app)
    expect((await stranger.post('rejectRegReqId', { reqId: 'nonsense' })).status).toBe(406)
    expect((await stranger.post('rejectRegReqId', { reqId: DEMO_TOKENS.expired })).status).toBe(498)
    expect((await stranger.post('rejectRegReqId', { reqId: DEMO_TOKENS.decided })).status).toBe(407)
  })

  test('an expired link can be neither accepted nor rejected', async () => {
    const { form, token } = await askedLink()
    app.clock.advance(31 * 24 * 3600)
    const provider = openWizard(app)
    expect((await review(provider, token)).status).toBe(498)
    expect((await provider.post('rejectRegReqId', { reqId: token })).status).toBe(498)
    expect((await grantsOf(form.email)).map((grant) => grant.state)).not.toContain('ACTIVE')
  })
})
