import { randomBytes } from 'node:crypto'
import { hashToken } from '../server/src/platform/hash-token.ts'
import { at, bayside, enterNpi, expectAccessible, harborview, inspectEveryWidth, startSession } from './fixtures.ts'
import type { TestPlan } from './support/test-plan.ts'
import { openWindow } from './support/windows.ts'
import { alert, button, expect, heading, test } from './support/wizard.ts'

const STAFF_PAGE = (npi: string) => `/thp/portal/internal/providers?npi=${npi}`
const DAY_MS = 86_400_000

/** The link of a notice, as a mail brings it. */
async function mailLink(plan: TestPlan, npi: string, objection: object = {}): Promise<string> {
  const token = randomBytes(16).toString('base64url')
  const now = new Date()
  const times = { created_at: now, expires_at: new Date(now.getTime() + DAY_MS) }
  await plan.db
    .insertInto('registration_hold')
    .values({ npi, token_hash: hashToken(token), ...times, ...objection })
    .execute()
  return token
}

test('a notice is opened, which changes nothing; the button puts registration on hold until plan staff lift it', async ({
  page,
  plan,
  browser,
}) => {
  const provider = await plan.takeProvider('full')
  const token = await mailLink(plan, provider.npi)
  const address = at(harborview, `/thp/portal/providers/not-me?holdId=${token}`)
  await page.goto(address)
  await expect(heading(page)).toHaveText('This was not me')
  await expect(page.getByRole('main')).toContainText(provider.npi)
  expect(page.url()).not.toContain(token)
  await expectAccessible(page)
  await button(page, 'This was not me').click()
  await expect(alert(page)).toHaveText(
    'Registration for this provider is on hold. Provider Services will look into it.',
  )
  await expectAccessible(page)

  await enterNpi(page, harborview, provider.npi)
  await expect(alert(page)).toHaveText('Registration for this provider is on hold. Please contact Provider Services.')
  await page.goto(address)
  await expect(page.getByRole('main')).toContainText('This link was used already.')

  const staff = await openWindow(browser)
  await startSession(staff, harborview, 'internal', 'demostaff')
  await staff.goto(at(harborview, STAFF_PAGE(provider.npi)))
  await expect(staff.getByText('Registration is on hold')).toBeVisible()
  await inspectEveryWidth(staff, harborview, 'console-provider-hold')
  await button(staff, 'Lift the hold').click()
  await expect(alert(staff)).toHaveText(`Registration for NPI ${provider.npi} is no longer on hold.`)
  await expect(button(staff, 'Lift the hold')).toHaveCount(0)

  await enterNpi(page, harborview, provider.npi)
  await expect(heading(page)).toHaveText('Who is Registering?')
})

test('an SAA objects to a request for the role; plan staff see it and look into it', async ({
  page,
  plan,
  browser,
}) => {
  const provider = await plan.takeProvider('full')
  const request = await plan.db
    .selectFrom('access_request')
    .select(['id', 'account_id', 'reference'])
    .where('role', '=', 'SAA')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const objection = { kind: 'OBJECTION', account_id: request.account_id, request_id: request.id }
  const token = await mailLink(plan, provider.npi, objection)
  await page.goto(at(bayside, `/thp/portal/providers/not-me?holdId=${token}`))
  await expect(page.getByRole('main')).toContainText(provider.npi)
  await inspectEveryWidth(page, bayside, 'objection')
  await button(page, 'I object').click()
  await expect(button(page, 'I object')).toHaveCount(0)
  await expectAccessible(page)
  await enterNpi(page, bayside, provider.npi)
  await expect(heading(page), 'an objection holds nothing up').toHaveText('Who is Registering?')

  const staff = await openWindow(browser)
  await startSession(staff, bayside, 'internal', 'demostaff')
  await staff.goto(at(bayside, STAFF_PAGE(provider.npi)))
  await expect(staff.getByText(`objects to request ${request.reference}`)).toBeVisible()
  await inspectEveryWidth(staff, bayside, 'console-provider-objection')
  await button(staff, 'Looked into').click()
  await expect(alert(staff)).toHaveText('The objection was looked into.')
  await expect(staff.getByText('An administrator objects')).toHaveCount(0)
})
