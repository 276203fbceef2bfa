import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { at, expectAccessible, harborview, startSession } from './fixtures.ts'
import type { TestPlan } from './support/test-plan.ts'
import { alert, button, expect, heading, tabTo, test } from './support/wizard.ts'

const MEMBERS = '/thp/portal/members'
const HOME = `${MEMBERS}/my/home`
const code = (page: Page) => page.getByLabel('Code', { exact: true })

type Family = { memberId: string; firstName: string; lastName: string; birthDate: string; email: string }

/** Inserts a subscriber with a child and an adult child, each with a claim. */
async function newFamily(plan: TestPlan): Promise<Family> {
  const unique = randomBytes(4).toString('hex')
  const base = `N${Number.parseInt(unique, 16) % 100_000_000}`.padEnd(9, '0')
  const year = new Date().getUTCFullYear() - 1
  const shared = {
    subscriber_id: `${base}01`,
    last_name: 'Okonkwo-Lindqvist',
    plan_name: 'Harborview Choice HMO',
    effective_date: '2020-01-01',
  }
  const people = [
    ['01', 'SELF', 'Ingrid', '1984-02-29', `ingrid.${unique}@mail.example`],
    ['02', 'CHILD', 'Milo', `${year - 6}-06-01`, null],
    ['03', 'CHILD', 'Astrid', `${year - 25}-06-01`, null],
  ] as const
  for (const [end, relationship, first_name, birth_date, email] of people) {
    const member_id = base + end
    await plan.db
      .insertInto('member')
      .values({ ...shared, member_id, relationship, first_name, birth_date, email })
      .execute()
    const amounts = { billed_amount: '150.00', paid_amount: '120.00' }
    const claim = { claim_number: `E${base}${end}`, npi: '1100000011', service_date: `${year}-05-04`, status: 'PAID' }
    await plan.db
      .insertInto('claim')
      .values({ ...claim, ...amounts, member_id })
      .execute()
  }
  const [, , firstName, birthDate, email] = people[0]
  return { memberId: `${base}01`, firstName, lastName: shared.last_name, birthDate, email: email ?? '' }
}

async function readCode(plan: TestPlan, email: string): Promise<string> {
  return /(\d{6}) is your code/.exec((await plan.findMail('member.code', email)).body)?.[1] ?? ''
}

test('by keyboard alone, a member registers with a mailed code, sees their own coverage and a child’s card, and signs out', async ({
  page,
  plan,
}) => {
  const family = await newFamily(plan)
  await page.goto(at(harborview, `${MEMBERS}/register`))
  await tabTo(page, page.getByLabel('Member ID'))
  await page.keyboard.type(family.memberId)
  await page.keyboard.press('Tab')
  await page.keyboard.type(family.firstName)
  await page.keyboard.press('Tab')
  await page.keyboard.type(family.lastName)
  await page.keyboard.press('Tab')
  await page.keyboard.type('02291984')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeFocused()
  await tabTo(page, code(page))
  await page.keyboard.type(await readCode(plan, family.email))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Create your account')
  await tabTo(page, page.getByLabel('Phone', { exact: true }))
  await page.keyboard.type('6175550142')
  await tabTo(page, page.getByLabel('User name', { exact: true }))
  await page.keyboard.type(`key${randomBytes(4).toString('hex')}`)
  for (const label of ['Password', 'Confirm password']) {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type('Lantern4821x')
  }
  for (const slot of [1, 2, 3]) {
    await tabTo(page, page.getByRole('combobox', { name: `Security question ${slot}` }))
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByLabel(`Answer ${slot}`, { exact: true }))
    await page.keyboard.type('Copperfield')
  }
  await tabTo(page, page.getByRole('checkbox', { name: /terms of use/ }))
  await page.keyboard.press('Space')
  await tabTo(page, button(page, 'Create account'))
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${HOME}`)
  await expect(heading(page)).toHaveText('Hello, Ingrid')
  await expect(page.getByText(family.memberId)).toBeVisible()
  // The page comes with preloaded replies.
  expect(calls.filter((path) => path.includes('/rest/sec/'))).toEqual([])
  await expect(page.getByRole('region', { name: 'Your family' })).toContainText('Milo')
  await expect(page.getByRole('region', { name: 'Your family' })).not.toContainText('Astrid')
  await expect(page.getByRole('region', { name: 'What changed' })).toContainText('Account created')
  await expectAccessible(page)
  await plan.findMail('member.registered', family.email)

  await tabTo(page, page.getByRole('link', { name: 'ID card', exact: true }))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('ID card')
  await tabTo(page, page.getByRole('radio', { name: 'You' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('img', { name: 'Front of the ID card of Milo Okonkwo-Lindqvist' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Shift+Tab')
  await tabTo(page, page.getByRole('button', { name: /^Your account/ }), 60)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Sign out' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/members/login?signedout=1')
  await expect(alert(page)).toHaveText('You have signed out.')
})

test('the ID card downloads as a PDF', async ({ page }) => {
  await startSession(page, harborview, 'members', 'demomember')
  await page.goto(at(harborview, `${MEMBERS}/my/id-card`))
  await page.getByText('Juniper', { exact: true }).click()
  const saving = page.waitForEvent('download')
  await button(page, 'Download PDF').click()
  expect((await saving).suggestedFilename()).toBe('id-card-N4100000104.pdf')
})
