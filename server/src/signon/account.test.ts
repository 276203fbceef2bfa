import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import { COMMON_PASSWORD } from '@portico/core/forms/sentences'
import * as signon from '@portico/core/signon/calls'
import { proveFactor } from '@portico/core/signon/factors/calls'
import * as sentence from '@portico/core/signon/sentences'
import type { Me } from '@portico/core/signon/shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertTestAccount, testAnswers, testPassword, testQuestions } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'

let test: TestApp
let count = 0

beforeAll(async () => {
  test = await buildTestApp({ database: 'migrated' })
})
afterAll(() => test.close())
beforeEach(() => test.clock.advance(24 * 3600))

/** A new person with a unique user name. */
async function newPerson(change: { state?: 'ACTIVE' | 'SUSPENDED'; email?: string; kind?: 'member' } = {}) {
  count += 1
  const username = `person${count}`
  const { id } = await insertTestAccount(test.db, { username, ...change, grants: [{ role: 'AU' }] })
  return { id, username, email: change.email ?? `${username}@example.org` }
}

async function signedIn(username: string, password = testPassword) {
  const browser = test.openBrowser()
  const reply = await browser.signIn(username, password)
  expect(String(reply.headers.location)).not.toContain('error')
  return browser
}

const mailsTo = (address: string) =>
  test.db.selectFrom('mail_message').selectAll().where('to_address', '=', address).orderBy('id').execute()

async function requestReset(username: string) {
  const browser = test.openBrowser()
  const reply = await browser.postCall<boolean>(signon.forgotPassword.path, { userName: username })
  const mail = (await mailsTo(`${username}@example.org`)).at(-1)
  return { browser, reply, resetId: /resetId=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '' }
}

const answersOf = (...answers: (string | undefined)[]) =>
  answers.map((answer, index) => ({ question: testQuestions[index] ?? '', answer: answer ?? '' }))
const newPassword = { password: 'Bayside2027', confirmPassword: 'Bayside2027' }

describe('forgot password', () => {
  it('links each user kind to the reset page of its own area', async () => {
    for (const [kind, area] of [
      ['provider', 'providers'],
      ['internal', 'internal'],
      ['member', 'members'],
    ] as const) {
      const username = `reset${kind.slice(0, 6)}`
      await insertTestAccount(test.db, { username, kind })
      await requestReset(username)
      const [mail] = await mailsTo(`${username}@example.org`)
      expect(mail?.body).toContain(`/thp/portal/${area}/forgot-password?resetId=`)
    }
  })

  it('answers known, unknown and suspended users the same and mails only the known one', async () => {
    const known = await newPerson()
    const suspended = await newPerson({ state: 'SUSPENDED' })
    const replies = []
    for (const name of [known.username.toUpperCase(), suspended.username, 'nobody99'])
      replies.push(await test.openBrowser().postCall(signon.forgotPassword.path, { userName: name }))
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(replies[0]).toMatchObject({ http: 200, status: 200, entity: true })
    expect(await mailsTo(known.email)).toHaveLength(1)
    expect(await mailsTo(suspended.email)).toHaveLength(0)
  })

  it('sets the new password after two right answers, ends every session and mails the owner', async () => {
    const person = await newPerson()
    const elsewhere = await signedIn(person.username)
    const { browser, resetId } = await requestReset(person.username)
    const questions = await browser.getCall<{ questions: string[] }>(signon.resetQuestions.path, { resetId })
    expect(questions.entity.questions).toEqual(testQuestions)
    const answers = answersOf(` ${testAnswers[0]?.toUpperCase()} `, '', testAnswers[2])
    const reply = await browser.postCall(signon.resetPassword.path, { resetId, answers, ...newPassword })
    expect(reply).toMatchObject({ status: 200, entity: { login: '/thp/portal/providers/login' } })
    expect((await elsewhere.getCall(signon.isProviderUser.path)).http).toBe(401)
    await signedIn(person.username, newPassword.password)
    expect((await test.openBrowser().signIn(person.username, testPassword)).headers.location).toContain('error=1')
    expect((await mailsTo(person.email)).map((mail) => mail.kind)).toEqual([
      'account.reset-link',
      'account.password-changed',
      'account.new-device',
    ])
    const again = await browser.postCall(signon.resetPassword.path, { resetId, answers, ...newPassword })
    expect(again).toMatchObject({ status: 407, entity: { message: sentence.RESET_LINK_USED } })
  })

  it('requires answers to two different questions', async () => {
    const { browser, resetId } = await requestReset((await newPerson()).username)
    const one = { question: testQuestions[0], answer: testAnswers[0] }
    const post = (answers: unknown) => browser.postCall(signon.resetPassword.path, { resetId, answers, ...newPassword })
    expect(await post(answersOf(testAnswers[0], ' '))).toMatchObject({
      status: 400,
      entity: { message: sentence.ANSWER_TWO },
    })
    expect(await post([one, one, one])).toMatchObject({ status: 404 })
    expect(await post(answersOf(testAnswers[0], testAnswers[0]))).toMatchObject({ status: 404 })
  })

  it('ends the reset link after five wrong answers and then rejects right ones', async () => {
    const { browser, resetId } = await requestReset((await newPerson()).username)
    const wrong = { resetId, answers: answersOf('x', 'y', 'z'), ...newPassword }
    const statuses = []
    for (let i = 0; i < 6; i += 1) statuses.push((await browser.postCall(signon.resetPassword.path, wrong)).status)
    expect(statuses).toEqual([404, 404, 404, 404, 406, 406])
    const right = { resetId, answers: answersOf(...testAnswers), ...newPassword }
    expect(await browser.postCall(signon.resetPassword.path, right)).toMatchObject({ status: 406 })
    expect(await browser.getCall(signon.resetQuestions.path, { resetId })).toMatchObject({ status: 406 })
  })

  it('checks only five of many parallel guesses', async () => {
    const { browser, resetId } = await requestReset((await newPerson()).username)
    const wrong = { resetId, answers: answersOf('x', 'y'), ...newPassword }
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => browser.postCall(signon.resetPassword.path, wrong)),
    )
    const refused = await test.db
      .selectFrom('audit_event')
      .select('id')
      .where('action', '=', 'account.reset-refused')
      .execute()
    expect(replies.every((reply) => reply.status !== 200)).toBe(true)
    const { rows } = await sql<{
      tries: number
    }>`select wrong_answers as tries from link order by id desc limit 1`.execute(test.db)
    expect(rows[0]?.tries).toBe(5)
    expect(refused.length).toBeGreaterThanOrEqual(5)
  })

  it('counts no attempt if the new password breaks the rules', async () => {
    const { browser, resetId } = await requestReset((await newPerson()).username)
    const right = { resetId, answers: answersOf(...testAnswers) }
    const post = (password: string, confirmPassword = password) =>
      browser.postCall(signon.resetPassword.path, { ...right, password, confirmPassword })
    expect((await post('short1')).status).toBe(400)
    expect((await post('Bayside2027', 'Bayside2028')).status).toBe(400)
    expect(await post('password1')).toMatchObject({ status: 407, entity: { message: COMMON_PASSWORD } })
    expect((await post('Bayside2027')).status).toBe(200)
  })

  it('returns a different message for each kind of invalid reset link', async () => {
    const person = await newPerson()
    const first = await requestReset(person.username)
    test.clock.advance(16 * 60)
    const second = await requestReset(person.username)
    const look = (resetId: string) => first.browser.getCall(signon.resetQuestions.path, { resetId })
    expect(await look(first.resetId)).toMatchObject({ status: 406, entity: { message: sentence.RESET_LINK_ENDED } })
    expect(await look(`${second.resetId.slice(0, -1)}_`)).toMatchObject({
      status: 406,
      entity: { message: sentence.RESET_LINK_UNKNOWN },
    })
    test.clock.advance(30 * 60 + 1)
    expect(await look(second.resetId)).toMatchObject({ status: 498, entity: { message: sentence.RESET_LINK_EXPIRED } })
  })

  it('limits an address to three reset requests a day, also for an unknown user', async () => {
    const person = await newPerson()
    for (const name of [person.username, 'nobody77']) {
      const statuses = []
      for (let i = 0; i < 4; i += 1) {
        statuses.push((await test.openBrowser().postCall(signon.forgotPassword.path, { userName: name })).status)
        test.clock.advance(16 * 60)
      }
      expect(statuses).toEqual([200, 200, 200, 407])
    }
    expect(await mailsTo(person.email)).toHaveLength(3)
  })

  it('a stranger elsewhere does not use up the owner’s reset requests, which end after twenty in all', async () => {
    const person = await newPerson()
    const requestLink = async (address: string) =>
      (await test.openBrowser({ address }).postCall(signon.forgotPassword.path, { userName: person.username })).status
    for (let i = 0; i < 5; i += 1) await requestLink('198.51.100.1')
    expect(await requestLink('198.51.100.2')).toBe(200)
    for (let i = 0; i < 16; i += 1) expect(await requestLink(`198.51.100.${10 + i}`)).toBe(200)
    expect(await requestLink('198.51.100.90')).toBe(407)
  })

  it('sends no new link while a recent one still works, also for parallel requests', async () => {
    const person = await newPerson()
    const requested = await Promise.all(Array.from({ length: 3 }, () => requestReset(person.username)))
    expect(requested.map(({ reply }) => reply.status)).toEqual([200, 200, 200])
    expect(await mailsTo(person.email)).toHaveLength(1)
    const [first] = requested
    const resetId = /resetId=([\w-]+)/.exec((await mailsTo(person.email))[0]?.body ?? '')?.[1] ?? ''
    expect((await first?.browser.getCall(signon.resetQuestions.path, { resetId }))?.status).toBe(200)
  })

  it('sends a new link immediately if the last one no longer works', async () => {
    const person = await newPerson()
    const { browser, resetId } = await requestReset(person.username)
    const wrong = { resetId, answers: answersOf('x', 'y', 'z'), ...newPassword }
    for (let i = 0; i < 5; i += 1) await browser.postCall(signon.resetPassword.path, wrong)
    const second = await requestReset(person.username)
    expect(second.resetId).not.toBe(resetId)
    expect((await browser.getCall(signon.resetQuestions.path, { resetId: second.resetId })).status).toBe(200)
  })

  it('ends the reset link after a change of password or email address', async () => {
    const changed = await newPerson()
    const moved = await newPerson()
    const { browser, resetId } = await requestReset(changed.username)
    const here = await signedIn(changed.username)
    await here.postCall(signon.changePassword.path, { currentPassword: testPassword, ...newPassword })
    const look = (id: string) => browser.getCall(signon.resetQuestions.path, { resetId: id })
    expect(await look(resetId)).toMatchObject({ status: 406, entity: { message: sentence.RESET_LINK_ENDED } })
    const sent = await requestReset(moved.username)
    const email = 'moved@example.org'
    const contact = { firstName: 'Robin', lastName: 'Sample', phone: '5125550142', phoneExt: '' }
    const there = await signedIn(moved.username)
    const change = { ...contact, email, confirmEmail: email, currentPassword: testPassword }
    expect((await there.postCall(signon.updateContact.path, change)).status).toBe(200)
    expect(await look(sent.resetId)).toMatchObject({ status: 406, entity: { message: sentence.RESET_LINK_ENDED } })
  })
})

describe('forgot user name', () => {
  it('mails every user name of an address in one mail', async () => {
    const email = 'office@example.org'
    const first = await newPerson({ email })
    const second = await newPerson({ email })
    await newPerson({ email, state: 'SUSPENDED' })
    const reply = await test.openBrowser().postCall(signon.forgotUsername.path, { email: 'OFFICE@example.org' })
    expect(reply).toMatchObject({ status: 200, entity: true })
    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail?.body).toContain(first.username)
    expect(mail?.body).toContain(second.username)
    expect(mail?.body).not.toMatch(new RegExp(`\\bperson${count}\\b`))
    expect(mail?.body).toMatch(/Sign in:\nhttp:\/\/localhost\/thp\/portal\/providers\/login\n/)
  })

  it('names the page of each user name in place of an action if the pages differ', async () => {
    const email = 'both@example.org'
    const provider = await newPerson({ email })
    const member = await newPerson({ email, kind: 'member' })
    await test.openBrowser().postCall(signon.forgotUsername.path, { email })
    const [mail] = await mailsTo(email)
    expect(mail?.body).toContain(`${provider.username}  (sign in at http://localhost/thp/portal/providers/login)`)
    expect(mail?.body).toContain(`${member.username}  (sign in at http://localhost/thp/portal/members/login)`)
    expect(mail?.body).not.toContain('Sign in:')
  })

  it('sends user names once in fifteen minutes and applies the limits of forgotten passwords', async () => {
    const { email } = await newPerson()
    const requestUserName = async (address?: string) =>
      (await test.openBrowser(address ? { address } : {}).postCall(signon.forgotUsername.path, { email })).status
    expect([
      await requestUserName(),
      await requestUserName(),
      await requestUserName(),
      await requestUserName(),
    ]).toEqual([200, 200, 200, 407])
    expect(await mailsTo(email)).toHaveLength(1)
    test.clock.advance(16 * 60)
    expect(await requestUserName('198.51.100.3')).toBe(200)
    expect(await mailsTo(email)).toHaveLength(2)
  })

  it('answers an unknown address the same and rejects an invalid one', async () => {
    const requestUserName = (email: string) => test.openBrowser().postCall(signon.forgotUsername.path, { email })
    expect(await requestUserName('nobody@example.org')).toMatchObject({ http: 200, status: 200, entity: true })
    expect((await requestUserName('nobody')).status).toBe(400)
    expect((await requestUserName('a@example.org\nBcc: b@example.org')).status).toBe(400)
  })
})

describe('profile', () => {
  it('stores for each member of staff whether the console uses keyboard shortcuts', async () => {
    const uses = async (browser: TestBrowser) => (await browser.getCall<Me>(signon.me.path)).entity.usesShortcuts
    const open = async (username: string) => {
      await insertTestAccount(test.db, { username, kind: 'internal' })
      return signedIn(username)
    }
    const [one, other] = [await open('keysoff'), await open('keyson')]
    expect(await uses(one)).toBe(true)
    expect(await one.postCall(signon.saveShortcuts.path, { on: false })).toMatchObject({ status: 200 })
    expect(await uses(one)).toBe(false)
    expect(await uses(await signedIn('keysoff'))).toBe(false)
    expect(await uses(other)).toBe(true)
  })

  const contact = { firstName: 'Robin', lastName: 'Sample', phone: '+1 (512) 555-0142', phoneExt: '12' }

  it('changes the password only with the old one and ends the other sessions', async () => {
    const person = await newPerson()
    const here = await signedIn(person.username)
    const there = await signedIn(person.username)
    const change = (currentPassword: string, password = newPassword.password) =>
      here.postCall(signon.changePassword.path, { currentPassword, password, confirmPassword: password })
    expect(await change('Wrong2026')).toMatchObject({
      status: 407,
      entity: { message: sentence.CURRENT_PASSWORD_WRONG },
    })
    expect(await change(testPassword, testPassword)).toMatchObject({
      status: 407,
      entity: { message: sentence.PASSWORD_UNCHANGED },
    })
    expect(await change(testPassword)).toMatchObject({ status: 200, entity: true })
    expect((await here.getCall(signon.isProviderUser.path)).http).toBe(200)
    expect((await there.getCall(signon.isProviderUser.path)).http).toBe(401)
    expect((await mailsTo(person.email)).map((mail) => mail.kind)).toEqual([
      'account.new-device',
      'account.password-changed',
    ])
  })

  it('counts wrong passwords in all calls and sessions together, delays the next one and notifies the owner once', async () => {
    const person = await newPerson()
    const browsers = [await signedIn(person.username), await signedIn(person.username)]
    const moved = { ...contact, email: 'moved@example.org', confirmEmail: 'moved@example.org' }
    const questions = SECURITY_QUESTIONS.slice(0, 3).map((question) => ({ question, answer: 'an answer' }))
    const places: ((browser: TestBrowser, password: string) => ReturnType<TestBrowser['postCall']>)[] = [
      (browser, currentPassword) => browser.postCall(signon.changePassword.path, { currentPassword, ...newPassword }),
      (browser, currentPassword) => browser.postCall(signon.updateContact.path, { ...moved, currentPassword }),
      (browser, currentPassword) =>
        browser.postCall(signon.changeSecurityQuestions.path, { currentPassword, questions }),
      (browser, password) => browser.postCall(proveFactor.path, { kind: 'password', password }),
    ]
    const guess = (round: number, password = 'Wrong2026') =>
      places[round % places.length]?.(browsers[round % 2] as TestBrowser, password)
    for (let round = 0; round < 5; round += 1)
      expect((await guess(round))?.entity.message).toBe(sentence.CURRENT_PASSWORD_WRONG)
    for (let round = 0; round < places.length; round += 1)
      expect((await guess(round, testPassword))?.entity).toMatchObject({
        message: sentence.waitToSignIn(2),
        messageCode: 'wait',
      })
    const login = String((await test.openBrowser().signIn(person.username, 'Wrong2026')).headers.location)
    expect(login).toContain('reason=captcha')
    test.clock.advance(2)
    expect((await guess(1))?.entity.message).toBe(sentence.CURRENT_PASSWORD_WRONG)
    expect((await guess(2, testPassword))?.entity.message).toBe(sentence.waitToSignIn(4))
    const mails = (await mailsTo(person.email)).filter(({ kind }) => kind === 'account.sign-ins-failed')
    expect(mails).toHaveLength(1)
    test.clock.advance(4)
    expect((await guess(2, testPassword))?.entity).toBe(true)
  })

  it('sends to at most three new email addresses a day', async () => {
    const browser = await signedIn((await newPerson()).username)
    const move = (email: string) =>
      browser.postCall(signon.updateContact.path, {
        ...contact,
        email,
        confirmEmail: email,
        currentPassword: testPassword,
      })
    for (const index of [1, 2, 3]) expect((await move(`moved${index}@example.org`)).entity).toBe(true)
    const refused = await move('moved4@example.org')
    expect(refused).toMatchObject({ status: 407, entity: { message: sentence.TOO_MANY_NEW_EMAILS } })
    expect(await mailsTo('moved4@example.org')).toEqual([])
    expect((await move('moved3@example.org')).entity, 'the address stays').toBe(true)
  })

  it('checks only five of twelve wrong passwords that arrive at once', async () => {
    const browser = await signedIn((await newPerson()).username)
    const body = { currentPassword: 'Wrong2026', ...newPassword }
    const guesses = Array.from({ length: 12 }, () => browser.postCall(signon.changePassword.path, body))
    const messages = (await Promise.all(guesses)).map(({ entity }) => entity.message)
    expect(messages.filter((message) => message === sentence.CURRENT_PASSWORD_WRONG)).toHaveLength(5)
  })

  it('does not delay a signed-in owner for the failures of others at the login page', async () => {
    const person = await newPerson()
    const browser = await signedIn(person.username)
    const stranger = test.openBrowser({ address: '203.0.113.98' })
    for (let wrong = 0; wrong < 5; wrong += 1) await stranger.signIn(person.username, 'Wrong2026')
    const body = { currentPassword: testPassword, ...newPassword }
    expect((await browser.postCall(signon.changePassword.path, body)).status).toBe(200)
  })

  it('changes contact details, but the email address only with the password', async () => {
    const person = await newPerson()
    const browser = await signedIn(person.username)
    const same = { ...contact, email: person.email, confirmEmail: person.email }
    expect((await browser.postCall(signon.updateContact.path, same)).status).toBe(200)
    const moved = { ...same, email: 'new@example.org', confirmEmail: 'new@example.org' }
    expect(await browser.postCall(signon.updateContact.path, moved)).toMatchObject({
      status: 407,
      entity: { message: sentence.CURRENT_PASSWORD_NEEDED },
    })
    const known = { ...moved, currentPassword: testPassword }
    expect((await browser.postCall(signon.updateContact.path, known)).status).toBe(200)
    const me = (await browser.getCall<Me>(signon.me.path)).entity
    expect(me).toMatchObject({ email: 'new@example.org', phone: '5125550142', phoneExt: '12' })
    expect((await mailsTo(person.email)).map((mail) => mail.kind)).toEqual(['account.profile-changed'])
    expect((await mailsTo('new@example.org')).map((mail) => mail.kind)).toEqual(['account.profile-changed'])
  })

  it('changes the security questions to different questions from the list only', async () => {
    const person = await newPerson()
    const browser = await signedIn(person.username)
    const [a = '', b = '', c = ''] = SECURITY_QUESTIONS
    const change = (chosen: string[], currentPassword = testPassword) =>
      browser.postCall(signon.changeSecurityQuestions.path, {
        currentPassword,
        questions: chosen.map((question) => ({ question, answer: 'An answer' })),
      })
    expect((await change([a, a, b])).status).toBe(400)
    expect((await change([a, b, 'My own?'])).status).toBe(400)
    expect((await change([a, b, c], 'Wrong2026')).status).toBe(407)
    expect((await change([c, a, b])).status).toBe(200)
    expect((await browser.getCall(signon.securityQuestions.path)).entity).toEqual([c, a, b])
  })
})

describe('stored secrets', () => {
  it('writes no password, answer or link in clear text to logs or tables', async () => {
    const person = await newPerson()
    const { browser, resetId } = await requestReset(person.username)
    const canaries = { password: 'Canary4711x', confirmPassword: 'Canary4711x' }
    const answers = answersOf('canary answer 4712', 'canary answer 4713')
    await browser.postCall(signon.resetPassword.path, { resetId, answers, ...canaries })
    await browser.postCall(signon.resetPassword.path, { resetId, answers: answersOf(...testAnswers), ...canaries })
    await browser.signIn('Canary4714', 'Canary4715x')
    await signedIn(person.username, canaries.password)
    await browser.getCall(signon.resetQuestions.path, { resetId })

    const secrets = /Canary471|canary answer|First answer/
    expect(test.logLines.join('')).not.toMatch(secrets)
    expect(test.logLines.join('')).not.toContain(resetId)
    const tables = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = 'public'`.execute(test.db)
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(test.db)
      const text = rows.map((row) => row.text).join('\n')
      // Dumps show bytes in hexadecimal, so the test also decodes them as text.
      const bytes = [...text.matchAll(/\\\\?x([0-9a-f]+)/g)].map(([, hex]) =>
        Buffer.from(hex ?? '', 'hex').toString('latin1'),
      )
      expect(text + bytes.join('\n'), name).not.toMatch(secrets)
    }
  })
})
