import { DEMO_PATIENTS_FILE, type DemoBook, type DemoMail } from '@portico/core/demo-book'
import { findManyEligibility } from '@portico/core/plan-data/calls'
import type { ListAnswers } from '@portico/core/plan-data/eligibility-list-shapes'
import { BAD_DAY } from '@portico/core/plan-data/sentences'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { filledModel, openWizard } from '../../test/wizard.ts'
import { ELIGIBILITY_TEXTS } from '../plan-data/domain/eligibility.ts'
import { DEMO_PASSWORD } from './seed/demo-access.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ settings: { demo: true } })
})
afterAll(() => app.close())

test('returns a card for every demo provider, the accounts and the links', async () => {
  const book = (await app.openBrowser().get('/demo/scenarios.json')).json() as DemoBook
  expect(book.scenarios).toHaveLength(13)
  expect(book.accounts.map((account) => account.area)).toEqual(
    expect.arrayContaining(['providers', 'internal', 'members']),
  )
  expect(book.links.length).toBeGreaterThan(0)
})

test('offers a list of patients, to paste and as a file, with results of every kind', async () => {
  const { patients } = (await app.openBrowser().get('/demo/scenarios.json')).json() as DemoBook
  const [headings, ...lines] = patients.split('\n').map((line) => line.split('\t'))
  expect(headings).toEqual(['Member ID', 'First name', 'Last name', 'Birth date', 'Date of service'])
  const rows = lines.map(([memberId, firstName, lastName, birthDate, onDate]) => ({
    ...{ memberId, firstName, lastName, birthDate, onDate },
  }))
  const browser = app.openBrowser()
  await browser.signIn('demosaa', DEMO_PASSWORD)
  const { entity } = await browser.postCall<ListAnswers>(findManyEligibility.path, { rows })
  expect(entity.rows.map(({ message, coveredOnDate, pcpIsOwn }) => message ?? [coveredOnDate, pcpIsOwn])).toEqual([
    [true, true],
    [true, true],
    [true, false],
    [false, expect.any(Boolean)],
    [true, true],
    ELIGIBILITY_TEXTS.notFound,
    BAD_DAY,
  ])
  const file = await app.openBrowser().get(`/demo/${DEMO_PATIENTS_FILE}`)
  expect(file.headers['content-disposition']).toBe('attachment; filename="todays-patients.csv"')
  expect(file.body).toBe(`\uFEFF${patients.replaceAll('\t', ',').replaceAll('\n', '\r\n')}\r\n`)
})

test('resets a scenario after a registration, and shows its mail', async () => {
  const wizard = openWizard(app)
  await wizard.proveSelf('1100000011', '4321')
  const model = filledModel('1100000011')
  expect(await wizard.post('addSaa', model)).toMatchObject({ status: 200, entity: true })
  const mails = (await wizard.browser.get('/demo/mail.json')).json() as DemoMail[]
  const [mail] = mails.filter(({ to }) => to === model.email)
  expect(mail).toMatchObject({
    subject: expect.stringMatching(/\w/),
    body: expect.stringContaining('Eleanor Whitlock'),
  })
  const shown = await wizard.browser.get(`/demo/mail/${mail?.id}`)
  expect(shown.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(shown.headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  expect(shown.body).toContain('Hello Eleanor Whitlock,</p>')
  expect((await wizard.browser.get('/demo/mail/999999')).statusCode).toBe(404)
  const reset = await wizard.browser.post('/demo/reset/1100000011')
  expect(reset.json()).toEqual({ reset: true })
  expect((await openWizard(app).enterNpi('1100000011')).entity.regExists).toBe(false)
})

test('requires the anti-forgery token and a demo provider to reset a scenario', async () => {
  const forged = await app.app.inject({ method: 'POST', url: '/demo/reset/1100000011', payload: {} })
  expect(forged.statusCode).toBe(403)
  expect((await app.openBrowser().post('/demo/reset/1500000017')).statusCode).toBe(404)
})

test('does not exist outside demo mode', async () => {
  const plain = await buildTestApp({ settings: { demo: false }, database: 'migrated' })
  for (const path of [
    '/demo',
    '/demo/scenarios.json',
    '/demo/mail/1',
    `/demo/${DEMO_PATIENTS_FILE}`,
    '/demo/app',
    '/demo/app/state.json',
    '/demo/app2/sign-in',
  ]) {
    expect((await plain.openBrowser().get(path)).statusCode, path).toBe(404)
  }
  await plain.close()
})
