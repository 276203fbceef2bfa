import { MEMBER_PATHS } from '@portico/core/constants'
import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import { COMMON_PASSWORD, USER_NAME_TAKEN } from '@portico/core/forms/sentences'
import * as calls from '@portico/core/members/calls'
import * as sentence from '@portico/core/members/sentences'
import type { ConfirmedMember } from '@portico/core/members/shapes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertTestAccount } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'

let test: TestApp
let count = 0

beforeAll(async () => {
  test = await buildTestApp({
    database: 'migrated',
    settings: { limits: { memberRegistrationsPerHourPerAddress: 1000 } },
  })
})
afterAll(() => test.close())
beforeEach(() => test.clock.advance(24 * 3600))

type NewMember = { email?: string | null; termination_date?: string; left_at?: Date; effective_date?: string }

/** Inserts a member for one test. */
async function newMember(change: NewMember = {}) {
  count += 1
  const memberId = `N71000${String(count).padStart(3, '0')}01`
  const email = change.email === undefined ? `member${count}@mail.example` : change.email
  await test.db
    .insertInto('member')
    .values({
      member_id: memberId,
      subscriber_id: memberId,
      relationship: 'SELF',
      first_name: 'José',
      last_name: "O'Neil",
      birth_date: '1980-05-05',
      plan_name: 'Harborview HMO',
      effective_date: '2020-01-01',
      termination_date: null,
      ...change,
      email,
    })
    .execute()
  return { email: email ?? '', details: { memberId, firstName: 'José', lastName: "O'Neil", birthDate: '1980-05-05' } }
}

const mailsTo = (address: string) =>
  test.db.selectFrom('mail_message').selectAll().where('to_address', '=', address).orderBy('id').execute()

async function codeTo(address: string): Promise<string> {
  const body = (await mailsTo(address)).at(-1)?.body ?? ''
  return /(\d{6}) is your code/.exec(body)?.[1] ?? ''
}

const begin = (browser: TestBrowser, details: unknown) => browser.postCall(calls.beginRegistration.path, details)
const confirm = (browser: TestBrowser, code: string) =>
  browser.postCall<ConfirmedMember>(calls.confirmCode.path, { code })
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

function accountOf(userName: string, change: Record<string, unknown> = {}) {
  return {
    phone: '(617) 555-0142',
    phoneExt: '',
    userName,
    password: 'Lantern4821x',
    confirmPassword: 'Lantern4821x',
    securityQuestion1: SECURITY_QUESTIONS[0],
    securityQuestion2: SECURITY_QUESTIONS[1],
    securityQuestion3: SECURITY_QUESTIONS[2],
    securityAns1: 'One',
    securityAns2: 'Two',
    securityAns3: 'Three',
    termsAccepted: true,
    ...change,
  }
}
const createAccount = (browser: TestBrowser, body: unknown) => browser.postCall(calls.createAccount.path, body)

/** Registers a member up to the account form. */
async function confirmedMember(host = 'localhost') {
  const member = await newMember()
  const browser = test.openBrowser({ host })
  await begin(browser, member.details)
  const reply = await confirm(browser, await codeTo(member.email))
  return { ...member, browser, reply }
}

describe('registering', () => {
  it('mails a code to the address on file, creates the account and signs in to the member home', async () => {
    const { browser, email, details, reply } = await confirmedMember()
    expect(reply).toMatchObject({ status: 200, entity: { firstName: 'José', email } })
    expect(await createAccount(browser, accountOf('JoseO1'))).toMatchObject({ status: 200, entity: true })
    const account = await test.db
      .selectFrom('account')
      .select(['kind', 'state', 'member_id', 'first_name', 'email', 'phone', 'brand'])
      .where('username_key', '=', 'joseo1')
      .executeTakeFirstOrThrow()
    expect(account).toEqual({
      kind: 'member',
      state: 'ACTIVE',
      member_id: details.memberId,
      first_name: 'José',
      email,
      phone: '6175550142',
      brand: 'harborview',
    })
    expect((await browser.signIn('joseo1', 'Lantern4821x')).headers.location).toBe(MEMBER_PATHS.home)
    expect((await mailsTo(email)).map((mail) => mail.kind)).toEqual(['member.code', 'member.registered'])
    expect((await mailsTo(email))[1]?.body).toContain('Call Member Services at 1-800-555-0120')
  })

  it('ignores accents, case and spaces in names and in the member ID', async () => {
    const { details, email } = await newMember()
    const memberId = `${details.memberId.slice(0, 5)} ${details.memberId.slice(5)}`
    await begin(test.openBrowser(), { ...details, memberId, firstName: ' JOSE ', lastName: 'oneil' })
    expect(await mailsTo(email)).toHaveLength(1)
    const lower = await newMember()
    await begin(test.openBrowser(), { ...lower.details, memberId: lower.details.memberId.toLowerCase() })
    expect(await mailsTo(lower.email)).toHaveLength(1)
  })

  it('accepts a repeated registration, but only from the same browser with the same user name', async () => {
    const { browser } = await confirmedMember()
    const body = accountOf('repeat1')
    const replies = await Promise.all([createAccount(browser, body), createAccount(browser, body)])
    expect(replies.map((reply) => reply.status)).toEqual([200, 200])
    expect(await createAccount(browser, accountOf('other001'))).toMatchObject({
      status: 407,
      entity: { message: sentence.REGISTERED_ALREADY },
    })
    expect(await createAccount(test.openBrowser(), body)).toMatchObject({
      status: 400,
      entity: { message: sentence.START_AGAIN },
    })
  })

  it('creates only one account for two parallel registrations of a member', async () => {
    const member = await newMember()
    const browsers = [test.openBrowser(), test.openBrowser()]
    for (const browser of browsers) {
      await begin(browser, member.details)
      expect((await confirm(browser, await codeTo(member.email))).status).toBe(200)
    }
    const replies = await Promise.all(
      browsers.map((browser, index) => createAccount(browser, accountOf(`twice0${index}`))),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 407])
  })

  it('rejects an account form that breaks the account rules', async () => {
    await insertTestAccount(test.db, { username: 'TakenName1' })
    const { browser } = await confirmedMember()
    const refusals: [Record<string, unknown>, number, string?][] = [
      [{ userName: 'takenname1' }, 405, USER_NAME_TAKEN],
      [{ userName: 'short' }, 405],
      [{ password: 'password1', confirmPassword: 'password1' }, 407, COMMON_PASSWORD],
      [{ password: 'Lantern4821x', confirmPassword: 'Lantern4821y' }, 400],
      [{ phone: '123' }, 400],
      [{ securityQuestion2: SECURITY_QUESTIONS[0] }, 400],
      [{ securityQuestion1: 'A question of my own?' }, 407],
      [{ termsAccepted: false }, 400],
    ]
    for (const [change, status, message] of refusals) {
      const reply = await createAccount(browser, accountOf('rules001', change))
      expect(reply.status, JSON.stringify(change)).toBe(status)
      if (message) expect(reply.entity.message).toBe(message)
    }
    expect((await createAccount(browser, accountOf('rules001'))).status).toBe(200)
  })

  it('sends registration mail in the brand of the host', async () => {
    const { email } = await confirmedMember('partner.localhost')
    expect((await mailsTo(email))[0]?.body).toContain('Bayside Care Partners')
  })
})

describe('registration by a stranger', () => {
  it('answers wrong details, ended coverage, a missing address and an existing account the same at every step', async () => {
    const right = await newMember()
    const registered = await newMember()
    const { id } = await insertTestAccount(test.db, { username: 'existing1', kind: 'member', email: registered.email })
    await test.db.updateTable('account').set({ member_id: registered.details.memberId }).where('id', '=', id).execute()
    const over = await newMember({ termination_date: '2025-12-31' })
    const left = await newMember({ left_at: new Date('2026-01-10T12:00:00Z') })
    const unreachable = await newMember({ email: null })
    const attempts = [
      right.details,
      { ...right.details, memberId: 'N9999999999' },
      { ...(await newMember()).details, birthDate: '1980-05-06' },
      { ...(await newMember()).details, firstName: 'Maria' },
      registered.details,
      over.details,
      left.details,
      unreachable.details,
    ]
    const courses: string[] = []
    for (const details of attempts) {
      const browser = test.openBrowser()
      const replies: unknown[] = [await begin(browser, details)]
      const wrong = wrongFor(await codeTo(right.email))
      for (let i = 0; i < 6; i += 1) replies.push(await confirm(browser, wrong))
      replies.push(await createAccount(browser, accountOf('stranger1')))
      courses.push(JSON.stringify(replies))
    }
    expect(new Set(courses).size).toBe(1)
    const kinds = async (address: string) => (await mailsTo(address)).map((mail) => mail.kind)
    expect(await kinds(right.email)).toEqual(['member.code'])
    expect(await kinds(registered.email)).toEqual(['member.account-exists'])
    expect(await kinds(over.email)).toEqual([])
    expect(await kinds(left.email)).toEqual([])
  })

  it('ends a registration after five wrong codes and then rejects the right one', async () => {
    const member = await newMember()
    const browser = test.openBrowser()
    await begin(browser, member.details)
    const code = await codeTo(member.email)
    const messages = []
    for (let i = 0; i < 5; i += 1) messages.push((await confirm(browser, wrongFor(code))).entity.message)
    expect(messages).toEqual([4, 3, 2, 1].map(sentence.codeWrong).concat(sentence.CODES_USED_UP))
    expect(await confirm(browser, code)).toMatchObject({ status: 406, entity: { message: sentence.CODES_USED_UP } })
  })

  it('checks only five of many parallel code guesses', async () => {
    const member = await newMember()
    const browser = test.openBrowser()
    await begin(browser, member.details)
    const wrong = wrongFor(await codeTo(member.email))
    const replies = await Promise.all(Array.from({ length: 20 }, () => confirm(browser, wrong)))
    expect(replies.filter((reply) => reply.status === 404)).toHaveLength(4)
  })

  it('accepts a code for fifteen minutes and for its own registration only', async () => {
    const member = await newMember()
    const browser = test.openBrowser()
    await begin(browser, member.details)
    const code = await codeTo(member.email)
    const other = test.openBrowser()
    await begin(other, (await newMember()).details)
    expect((await confirm(other, code)).status).toBe(404)
    test.clock.advance(15 * 60)
    expect(await confirm(browser, code)).toMatchObject({ status: 498, entity: { message: sentence.CODE_EXPIRED } })
    expect(await confirm(test.openBrowser(), code)).toMatchObject({ status: 400 })
  })

  it('limits registrations per typed ID, known or unknown, and per network', async () => {
    const known = await newMember()
    for (const details of [known.details, { ...known.details, memberId: 'N8888888888' }]) {
      const statuses: number[] = []
      // Case and spaces do not make a different ID.
      const typed = [
        details.memberId,
        details.memberId.toLowerCase(),
        details.memberId.replace('N', 'n '),
        details.memberId,
      ]
      for (const memberId of typed) statuses.push((await begin(test.openBrowser(), { ...details, memberId })).status)
      expect(statuses).toEqual([200, 200, 200, 407])
    }
    const strict = await buildTestApp({
      database: 'migrated',
      settings: { limits: { memberRegistrationsPerHourPerAddress: 2 } },
    })
    const tries = []
    for (const id of ['N1', 'N2', 'N3'])
      tries.push(await begin(strict.openBrowser(), { ...known.details, memberId: `${id}000000001` }))
    expect(tries.map((reply) => reply.entity.message ?? true)).toEqual([true, true, sentence.TOO_MANY_FROM_HERE])
    await strict.close()
  })

  it('a stranger elsewhere does not use up the member’s registrations, which end after twenty in all', async () => {
    const { details } = await newMember()
    for (let i = 0; i < 5; i += 1) await begin(test.openBrowser({ address: '198.51.100.1' }), details)
    expect((await begin(test.openBrowser({ address: '198.51.100.2' }), details)).status).toBe(200)
    for (let i = 0; i < 16; i += 1)
      expect((await begin(test.openBrowser({ address: `198.51.100.${10 + i}` }), details)).status).toBe(200)
    expect((await begin(test.openBrowser({ address: '198.51.100.90' }), details)).status).toBe(407)
  })

  it('sends one code in fifteen minutes, which works in every registration of the member', async () => {
    const { details, email } = await newMember()
    const stranger = test.openBrowser({ address: '198.51.100.1' })
    await begin(stranger, details)
    const owner = test.openBrowser()
    await begin(owner, details)
    expect(await mailsTo(email)).toHaveLength(1)
    const code = await codeTo(email)
    for (let i = 0; i < 5; i += 1) await confirm(stranger, wrongFor(code))
    expect((await confirm(owner, wrongFor(code))).status).toBe(404)
    expect((await confirm(owner, code)).status).toBe(200)
    test.clock.advance(15 * 60)
    await begin(owner, details)
    expect(await mailsTo(email)).toHaveLength(2)
    expect((await confirm(owner, await codeTo(email))).status).toBe(200)
  })

  it('mails a member with an account at most once in fifteen minutes', async () => {
    const registered = await newMember()
    const { id } = await insertTestAccount(test.db, { username: 'existing2', kind: 'member', email: registered.email })
    await test.db.updateTable('account').set({ member_id: registered.details.memberId }).where('id', '=', id).execute()
    for (let i = 0; i < 3; i += 1) await begin(test.openBrowser(), registered.details)
    const mails = await mailsTo(registered.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.body).toContain('existing2')
  })

  it('writes no name, birth date or code to the log', async () => {
    const { email, browser } = await confirmedMember()
    await createAccount(browser, accountOf('logging1'))
    const log = test.logLines.join('')
    for (const secret of [await codeTo(email).then(() => email), "O'Neil", '1980-05-05', 'Lantern4821x', 'N71000'])
      expect(log).not.toContain(secret)
  })
})
