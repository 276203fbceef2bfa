import { TOO_MANY_REQUESTS } from '@portico/core/forms/sentences'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { filledModel, openWizard, solveCaptcha } from '../../test/wizard.ts'

/** Visitors without a session make as many requests about a provider as they can. */
const covered = '1400000018'
const DAY = 24 * 3600
let app: TestApp
beforeAll(async () => {
  const limits = { noticesPerDay: 2, requestsPerDayPerNpi: 3 }
  app = await buildTestApp({ settings: { captcha: { provider: 'altcha', cost: 1 }, limits } })
})
beforeEach(() => app.reset())
afterAll(() => app.close())

async function requestAsUser(address: string) {
  const wizard = openWizard(app, { address })
  await wizard.enterNpi(covered)
  await wizard.chooseRole(covered, 'AU')
  const permissionList = [{ referenceId: 'CLAIM', referenceShortDesc: '', readOnly: 'FALSE', checked: true }]
  const captchaRes = await solveCaptcha(wizard)
  const form = filledModel(covered, { regRoleSel: 'AU', permissionList, captchaRes })
  return { form, reply: await wizard.post('addNonSaaUser', form) }
}

async function requestOnBehalf(address: string) {
  const wizard = openWizard(app, { address })
  await wizard.enterNpi(covered)
  await wizard.validate(covered, { validateBy: 'ssn', lastSsn: '8642' })
  const signatory = `${address}@practice.example`
  const contact = { contactFirstName: 'Ann', contactLastName: 'Example' }
  const behalf = { regBy: 'behalf', replaceSaa: true, signatoryEmail: signatory, signatoryConfEmail: signatory }
  return wizard.post('addSaa', filledModel(covered, { ...behalf, ...contact }))
}

const mailsOf = (kind: string) =>
  app.db.selectFrom('mail_message').selectAll().where('kind', '=', kind).orderBy('id').execute()

const leave = (kind: string) =>
  app.db.updateTable('mail_message').set({ sent_at: app.clock.now() }).where('kind', '=', kind).execute()

test('administrators get a few single notices a day, and then one summary of further requests', async () => {
  for (let client = 1; client <= 5; client += 1)
    expect((await requestAsUser(`198.51.100.${client}`)).reply).toMatchObject({ status: 200, entity: true })
  const mails = await mailsOf('request.approval-needed')
  expect(new Set(mails.map((mail) => mail.to_address)).size).toBe(mails.length / 2)
  const more = await mailsOf('request.more-to-approve')
  expect(more).toHaveLength(mails.length / 2)
  expect(more[0]).toMatchObject({
    next_attempt_at: app.clock.now(),
    body: expect.stringContaining('/providers/access'),
  })

  // The next summary is sent a day after the last.
  await leave('request.more-to-approve')
  app.clock.advance(60)
  await requestAsUser('198.51.100.6')
  await requestAsUser('198.51.100.7')
  const later = await mailsOf('request.more-to-approve')
  expect(later).toHaveLength(2 * more.length)
  expect(later.at(-1)?.next_attempt_at).toEqual(new Date(app.clock.now().getTime() + (DAY - 60) * 1000))

  app.clock.advance(DAY)
  await requestAsUser('198.51.100.8')
  expect(await mailsOf('request.approval-needed')).toHaveLength(mails.length + more.length)
})

test('the provider and the current SAA get a few single notices a day, and then one summary with a working link', async () => {
  const onFile = 'provider@held.example'
  await app.db.updateTable('network_provider').set({ provider_email: onFile }).where('npi', '=', covered).execute()
  for (let client = 1; client <= 4; client += 1)
    expect(await requestOnBehalf(`198.51.100.${client}`)).toMatchObject({ status: 200, entity: true })
  expect(await mailsOf('request.provider-notice')).toHaveLength(2)
  expect(await mailsOf('request.saa-notice')).toHaveLength(2)
  for (const [kind, objection] of [
    ['request.more-for-provider', false],
    ['request.more-saa', true],
  ] as const) {
    const [mail, ...others] = await mailsOf(kind)
    expect(others).toEqual([])
    const holdId = /holdId=([\w-]{22})/.exec(mail?.body ?? '')?.[1] ?? ''
    const shown = await openWizard(app).get('holdByLink', { holdId })
    expect(shown).toMatchObject({ status: 200, entity: { npi: covered, objection } })
  }
})

test('one address can make a few requests a day about a provider, and does not block other addresses', async () => {
  for (let times = 1; times <= 3; times += 1) expect((await requestAsUser('198.51.100.9')).reply.status).toBe(200)
  const { form, reply } = await requestAsUser('198.51.100.9')
  expect(reply).toMatchObject({ status: 407, entity: { message: TOO_MANY_REQUESTS } })
  const left = await app.db.selectFrom('account').select('id').where('email', '=', String(form.email)).execute()
  expect(left).toEqual([])
  expect((await requestAsUser('198.51.100.10')).reply.status).toBe(200)
  app.clock.advance(DAY)
  expect((await requestAsUser('198.51.100.9')).reply.status).toBe(200)
})
