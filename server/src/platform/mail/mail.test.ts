import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testSettings } from '../../../test/build-test-app.ts'
import { createTestClock } from '../../../test/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { events } from '../../events.ts'
import { connectDatabase, type DatabaseConnection } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { createLog } from '../observability/log.ts'
import { createMetrics } from '../observability/metrics.ts'
import type { Settings } from '../settings/settings.ts'
import {
  breaksHeader,
  findDueMail,
  isMailAddress,
  isStrangerMailAllowed,
  MailHeaderError,
  type NewMail,
  queueMail,
} from './mail.ts'
import { renderMail } from './mail-body.ts'
import { createMailSender, type MailSender } from './mail-sender.ts'

let database: TestDatabase
let connection: DatabaseConnection
const clock = createTestClock()
const closers: (() => unknown)[] = []

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app)
})

afterAll(async () => {
  await connection?.close()
  await database?.drop()
})

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  await connection.db.deleteFrom('mail_message').execute()
})

function senderWith(settings: Partial<Settings>): MailSender {
  const deps: Deps = {
    settings: testSettings(settings),
    db: connection.db,
    clock,
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    events,
  }
  const sender = createMailSender(deps)
  closers.push(() => sender.close())
  return sender
}

const letter = (change: Partial<NewMail> = {}): NewMail => ({
  kind: 'roster.answered',
  brand: 'harborview',
  to: 'robin@example.org',
  subject: 'A test letter',
  body: 'Hello Robin,\n\nthis is a test.\n',
  ...change,
})

const queue = (change: Partial<NewMail> = {}) =>
  connection.db.transaction().execute(async (trx) => {
    await queueMail({ db: trx, now: clock.now() }, letter(change))
    const newest = trx.selectFrom('mail_message').select('id').orderBy('id', 'desc').limit(1)
    return (await newest.executeTakeFirstOrThrow()).id
  })
const waiting = () => connection.db.selectFrom('mail_message').selectAll().where('sent_at', 'is', null).execute()
const messageIds = (received: string[]) => received.map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1])

test('sends mail once, with the brand as its sender', async () => {
  const server = await startMailServer()
  closers.push(server.stop)
  const sender = senderWith({ smtpUrl: `smtp://127.0.0.1:${server.port}`, mailFrom: 'Portico <no-reply@plan.example>' })
  const id = await queue({ brand: 'bayside' })
  expect(await sender.send(id)).toBe('sent')
  expect(await sender.send(id)).toBe('not-due')
  expect(await sender.sendDue()).toBe(0)
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toContain('From: Bayside Care Partners <no-reply@plan.example>')
  expect(server.received[0]).toContain('To: robin@example.org')
  expect(server.received[0]).toContain('this is a test.')
})

test('sends text and HTML as alternatives of one message', async () => {
  const server = await startMailServer()
  closers.push(server.stop)
  const sender = senderWith({ smtpUrl: `smtp://127.0.0.1:${server.port}` })
  const url = `${testSettings().publicUrls.bayside}/thp/portal/providers/login`
  const action = { sentence: 'Sign in:', url }
  const content = {
    subject: 'Hello',
    greeting: 'Zoë <b>',
    paragraphs: ['Your access to Łukasz & Co. changed.'],
    action,
  }
  await sender.send(await queue({ brand: 'bayside', body: renderMail('bayside', content) }))
  const [head = '', text = '', html = '', ...rest] = (server.received[0] ?? '').split(/\r?\n--.*?\r?\n/)
  expect(rest.join('')).toBe('')
  expect(head).toMatch(/^Content-Type: multipart\/alternative;/m)
  expect(text).toMatch(/^Content-Type: text\/plain; charset=utf-8/)
  expect(html).toMatch(/^Content-Type: text\/html; charset=utf-8/)
  expect(readPart(text)).toContain('Your access to Łukasz & Co. changed.')
  expect(readPart(text)).toContain(`Sign in:\n${url}`)
  expect(readPart(html)).toContain('Your access to Łukasz &#38; Co. changed.')
  expect(readPart(html)).toContain(`<a href="${url}"`)
})

/** Decodes the content of a quoted-printable or base64 part. */
function readPart(part: string): string {
  const content = part.slice(part.search(/\r?\n\r?\n/)).trim()
  if (/transfer-encoding: base64/i.test(part)) return Buffer.from(content, 'base64').toString('utf8')
  const bytes = content
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r', '')
}

const secretive = 'Open https://portal.example/x?resetId=AAAAAAAAAAAAAAAAAAAAAA now.\n\n123456 is your code.\n'
const bodyOf = async (id: string) =>
  (await connection.db.selectFrom('mail_message').select('body').where('id', '=', id).executeTakeFirstOrThrow()).body

test('redacts links and codes from the stored text when the mail is sent, and not before', async () => {
  const server = await startMailServer()
  closers.push(server.stop)
  const id = await queue({ body: secretive })
  expect(await bodyOf(id)).toBe(secretive)
  await senderWith({ smtpUrl: `smtp://127.0.0.1:${server.port}` }).send(id)
  expect(server.received[0]).toMatch(/A{22}.*123456/s)
  expect(await bodyOf(id)).toBe('Open https://portal.example/x?resetId=[removed] now.\n\n[removed] is your code.\n')
})

test('redacts links and codes of permanently failed mail, but not of queued mail', async () => {
  const refusing = await startMailServer(0, { code: 550 })
  closers.push(refusing.stop)
  const refused = await queue({ body: secretive })
  await senderWith({ smtpUrl: `smtp://127.0.0.1:${refusing.port}` }).send(refused)
  expect(await bodyOf(refused)).not.toMatch(/A{22}|123456/)
  const { port, stop } = await startMailServer()
  await stop()
  const waits = await queue({ body: secretive })
  expect(await senderWith({ smtpUrl: `smtp://127.0.0.1:${port}` }).send(waits)).toBe('waits')
  expect(await bodyOf(waits)).toBe(secretive)
})

test('keeps the full text for the mailbox of a demo without a mail server', async () => {
  const id = await queue({ body: secretive })
  expect(await senderWith({ demo: true }).send(id)).toBe('sent')
  expect(await bodyOf(id)).toBe(secretive)
})

test('writes a mail and its job in one transaction, and neither if the transaction fails', async () => {
  const jobs = () => findDueMail(connection.db, clock.now(), 100)
  const id = await queue()
  const before = await jobs()
  expect(before).toContain(id)
  const failing = connection.db.transaction().execute(async (trx) => {
    await queueMail({ db: trx, now: clock.now() }, letter())
    throw new Error('the business failed')
  })
  await expect(failing).rejects.toThrow('the business failed')
  expect((await waiting()).map((mail) => mail.id)).toEqual([id])
  expect(await jobs()).toEqual(before)
})

test('loses and doubles nothing while the mail server is unavailable for an hour, and keeps the Message-ID', async () => {
  const { port, stop } = await startMailServer()
  await stop()
  const senders = [1, 2].map(() => senderWith({ smtpUrl: `smtp://127.0.0.1:${port}` }))
  for (let index = 0; index < 5; index += 1) await queue({ to: `person${index}@example.org` })
  const stableIds = (await waiting()).map((mail) => mail.message_id)
  for (let minute = 0; minute < 60; minute += 5) {
    await Promise.all(senders.map((sender) => sender.sendDue()))
    clock.advance(5 * 60)
  }
  expect(await waiting()).toHaveLength(5)
  expect((await waiting()).some((mail) => mail.attempts > 1)).toBe(true)
  const server = await startMailServer(port)
  closers.push(server.stop)
  clock.advance(15 * 60)
  for (let round = 0; round < 3; round += 1) await Promise.all(senders.map((sender) => sender.sendDue()))
  expect(await waiting()).toHaveLength(0)
  expect(server.received).toHaveLength(5)
  const sentIds = messageIds(server.received)
  for (const id of stableIds) expect(sentIds.filter((sent) => sent?.includes(id))).toHaveLength(1)
})

test('fails permanently for an address the mail server rejects, without delaying other mail', async () => {
  const server = await startMailServer(0, { code: 550 })
  closers.push(server.stop)
  const sender = senderWith({ smtpUrl: `smtp://127.0.0.1:${server.port}` })
  await queue()
  await queue()
  await sender.sendDue()
  const mails = await waiting()
  expect(mails.map((mail) => mail.gave_up_at !== null)).toEqual([true, true])
  expect(mails[0]?.last_error).toContain('550')
})

test.each(['greeting', 'sender'] as const)(
  'keeps mail queued if the mail server rejects every message at the %s',
  async (at) => {
    const troubled = await startMailServer(0, { code: 554, at })
    const sender = senderWith({ smtpUrl: `smtp://127.0.0.1:${troubled.port}` })
    const id = await queue()
    expect(await sender.send(id)).toBe('waits')
    await troubled.stop()
    const server = await startMailServer(troubled.port)
    closers.push(server.stop)
    clock.advance(60)
    expect(await sender.send(id)).toBe('sent')
    expect(server.received).toHaveLength(1)
  },
)

test('resends a message claimed by a killed process once the claim has expired', async () => {
  const server = await startMailServer()
  closers.push(server.stop)
  const sender = senderWith({ smtpUrl: `smtp://127.0.0.1:${server.port}` })
  const id = await queue()
  const claimedUntil = new Date(clock.now().getTime() + 300_000)
  await connection.db.updateTable('mail_message').set({ claimed_until: claimedUntil }).where('id', '=', id).execute()
  expect(await sender.sendDue()).toBe(0)
  clock.advance(301)
  expect(await sender.sendDue()).toBe(1)
})

test('delivers to the mailbox of a demo without a mail server, and otherwise keeps mail queued', async () => {
  const id = await queue()
  expect(await senderWith({ smtpUrl: undefined, demo: false }).send(id)).toBe('waits')
  expect(await waiting()).toHaveLength(1)
  expect(await senderWith({ smtpUrl: undefined, demo: true }).send(id)).toBe('sent')
  expect(await waiting()).toHaveLength(0)
})

const injections = ['\r\nBcc: all@example.org', '\nX: 1', '\r', '\u0000', '\u2028', '\u0085', '\u001b[0m']

test.each(injections)('rejects header injection by %j in every field', async (hidden) => {
  expect(breaksHeader(`Robin${hidden}`)).toBe(true)
  for (const field of ['to', 'subject', 'kind'] as const)
    await expect(queue({ [field]: `robin@example.org${hidden}` })).rejects.toThrow(MailHeaderError)
  expect(await waiting()).toHaveLength(0)
})

test.each([
  'a@example.org, b@example.org',
  'a@example.org;b@example.org',
  'Robin <a@example.org>',
  'a@b',
  'a b@example.org',
  '"x"@example.org',
  'a@example.org\t',
])('rejects %j as an address', (address) => {
  expect(isMailAddress(address)).toBe(false)
})

test('limits mail to one address to three a day per stranger and twenty in total, also in parallel', async () => {
  const settings = testSettings()
  const attempt = (address: string) =>
    connection.db.transaction().execute(async (db) => {
      const now = clock.now()
      const allowed = await isStrangerMailAllowed({ db, now, settings, address }, 'Robin@Example.org')
      if (allowed) await queueMail({ db, now }, letter({ byStranger: true }))
      return allowed
    })
  const attempts = async (times: number, address: (time: number) => string) => {
    const results = await Promise.all(Array.from({ length: times }, (_, time) => attempt(address(time))))
    return results.filter(Boolean).length
  }
  await queue()
  expect(await attempts(8, () => '198.51.100.1')).toBe(3)
  expect(await attempts(30, (time) => `198.51.101.${time}`)).toBe(17)
  clock.advance(24 * 3600 + 1)
  expect(await attempts(1, () => '198.51.100.1')).toBe(1)
})
