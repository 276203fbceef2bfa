import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import * as sentence from '../core/src/members/sentences.ts'
import { insertTestAccount } from '../server/test/accounts.ts'
import {
  at,
  bayside,
  harborview,
  inspect,
  inspectEveryBrand,
  signIn,
  startSession,
  type TestBrand,
} from './fixtures.ts'
import type { TestPlan } from './support/test-plan.ts'
import { acceptTerms, alert, button, expect, fillCredentials, heading, summary, tabTo, test } from './support/wizard.ts'

const MEMBERS = '/thp/portal/members'
const HOME = `${MEMBERS}/my/home`
const code = (page: Page) => page.getByLabel('Code', { exact: true })

type Family = { memberId: string; firstName: string; lastName: string; birthDate: string; email: string; year: number }

/** Inserts a subscriber with a child and an adult child, each with a claim. */
async function newFamily(plan: TestPlan, change: { termination_date?: string } = {}): Promise<Family> {
  const unique = randomBytes(4).toString('hex')
  const base = `N${Number.parseInt(unique, 16) % 100_000_000}`.padEnd(9, '0')
  const year = new Date().getUTCFullYear() - 1
  const shared = {
    subscriber_id: `${base}01`,
    last_name: 'Okonkwo-Lindqvist',
    plan_name: 'Harborview Choice HMO',
    effective_date: '2020-01-01',
    termination_date: null,
    ...change,
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
  return { memberId: `${base}01`, firstName, lastName: shared.last_name, birthDate, email: email ?? '', year }
}

async function fillDetails(page: Page, family: Pick<Family, 'memberId' | 'firstName' | 'lastName' | 'birthDate'>) {
  await page.getByLabel('Member ID').fill(family.memberId)
  await page.getByLabel('First name').fill(family.firstName)
  await page.getByLabel('Last name').fill(family.lastName)
  await page.getByLabel('Birth date').fill(family.birthDate)
}

async function readCode(plan: TestPlan, email: string): Promise<string> {
  return /(\d{6}) is your code/.exec((await plan.findMail('member.code', email)).body)?.[1] ?? ''
}

const makeWrongCode = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0')

async function register(page: Page, brand: TestBrand, plan: TestPlan) {
  const family = await newFamily(plan)
  await page.goto(at(brand, `${MEMBERS}/register`))
  await fillDetails(page, family)
  await button(page, 'Send me a code').click()
  await expect(heading(page)).toHaveText('Enter your code')
  await code(page).fill(await readCode(plan, family.email))
  await button(page, 'Continue').click()
  await expect(heading(page)).toHaveText('Create your account')
  const account = { ...family, userName: `mem${randomBytes(4).toString('hex')}`, password: 'Lantern4821x' }
  await page.getByLabel('Phone', { exact: true }).fill('617 555 0142')
  await fillCredentials(page, account)
  return account
}

test('a member registers with a mailed code and sees their own coverage', async ({ page, plan }) => {
  const account = await register(page, harborview, plan)
  await expect(page.getByText(account.email)).toBeVisible()
  await expect(button(page, 'Create account')).toBeDisabled()
  await acceptTerms(page)
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await button(page, 'Create account').click()
  await page.waitForURL(`**${HOME}`)
  await expect(heading(page)).toHaveText('Hello, Ingrid')
  await expect(page.getByText(account.memberId)).toBeVisible()
  // The page comes with preloaded replies.
  expect(calls.filter((path) => path.includes('/rest/sec/'))).toEqual([])
  const family = page.getByRole('region', { name: 'Your family' })
  await expect(family).toContainText('Milo')
  await expect(family).not.toContainText('Astrid')
  await expect(page.getByRole('region', { name: 'What changed' })).toContainText('Account created')
  await plan.findMail('member.registered', account.email)
})

test('by keyboard alone, a member registers, opens a child’s card and signs out', async ({ page, plan }) => {
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
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${HOME}`)

  await tabTo(page, page.getByRole('link', { name: 'ID card', exact: true }))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('ID card')
  await tabTo(page, page.getByRole('radio', { name: 'You' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('img', { name: 'Front of the ID card of Milo Okonkwo-Lindqvist' })).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await tabTo(page, page.getByRole('button', { name: /^Your account/ }), 60)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Sign out' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/members/login?signedout=1')
  await expect(alert(page)).toHaveText('You have signed out.')
})

test('registration replies reveal nothing about a wrong birth date, ended coverage or wrong codes', async ({
  page,
  plan,
}) => {
  const right = await newFamily(plan)
  const over = await newFamily(plan, { termination_date: '2024-12-31' })
  const seen: string[] = []
  for (const details of [{ ...right, birthDate: '1984-02-28' }, over, { ...right, memberId: 'N00000000099' }, right]) {
    await page.goto(at(harborview, `${MEMBERS}/register`))
    await fillDetails(page, details)
    await button(page, 'Send me a code').click()
    await expect(heading(page)).toHaveText('Enter your code')
    seen.push(await page.locator('main').innerText())
  }
  expect(new Set(seen).size).toBe(1)
  expect(seen[0]).toContain(sentence.CODE_SENT)
  expect(seen[0]).toContain(sentence.NO_CODE)

  const wrong = makeWrongCode(await readCode(plan, right.email))
  for (const triesLeft of [4, 3, 2, 1]) {
    await code(page).fill(wrong)
    await button(page, 'Continue').click()
    await expect(code(page)).toHaveAccessibleDescription(new RegExp(sentence.codeWrong(triesLeft)))
  }
  await expect(summary(page)).toBeFocused()
  await code(page).fill(wrong)
  await button(page, 'Continue').click()
  await expect(heading(page)).toHaveText('Register as a member')
  await expect(alert(page)).toHaveText(sentence.CODES_USED_UP)
})

test('only the owner learns, by mail, that a member ID is already registered', async ({ page, plan }) => {
  const account = await register(page, bayside, plan)
  await button(page, 'Create account').click()
  await page.waitForURL(`**${HOME}`)
  await page.goto(at(bayside, `${MEMBERS}/register`))
  await fillDetails(page, account)
  await button(page, 'Send me a code').click()
  await expect(heading(page)).toHaveText('Enter your code')
  const mail = await plan.findMail('member.account-exists', account.email)
  expect(mail.body).toContain(account.userName)
})

test('registration errors appear at their fields and keep the input', async ({ page }) => {
  await page.goto(at(harborview, `${MEMBERS}/register`))
  await page.getByLabel('First name').fill('Ingrid')
  await page.getByLabel('Birth date').fill('2199-01-01')
  await button(page, 'Send me a code').click()
  await expect(summary(page)).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  await expect(page.getByLabel('Birth date')).toHaveAccessibleDescription(sentence.BAD_BIRTH_DATE)
  await expect(page.getByLabel('First name')).toHaveValue('Ingrid')
  await inspect(page, 'member-register-errors')
})

test('claims are filtered by year and person, and the chart’s numbers are also a table', async ({ page, plan }) => {
  const account = await register(page, harborview, plan)
  await acceptTerms(page)
  await button(page, 'Create account').click()
  await page.waitForURL(`**${HOME}`)
  await page.getByRole('link', { name: 'See my claims' }).click()
  await expect(heading(page)).toHaveText('Claims')
  await expect(page.getByLabel('Year')).toHaveValue(String(account.year))
  await expect(page.getByRole('table', { name: `Claims of ${account.year}` }).getByRole('row')).toHaveCount(3)
  await expect(page.locator('.tile').filter({ hasText: 'Billed by providers' })).toContainText('$300.00')
  await expect(page.locator('main')).not.toContainText('Astrid')
  await page.getByText('Show as a table').click()
  const may = page.getByRole('table', { name: 'Spending by month' }).getByRole('row', { name: /^May/ })
  await expect(may).toContainText('$300.00')
  await expect(may).toContainText('$240.00')
  await page.getByLabel('Person').selectOption('Milo')
  await expect(page.locator('.tile').filter({ hasText: 'Billed by providers' })).toContainText('$150.00')
  await page.goBack()
  await expect(page.locator('.tile').filter({ hasText: 'Billed by providers' })).toContainText('$300.00')
})

test('the ID card downloads as a PDF', async ({ page }) => {
  await startSession(page, harborview, 'members', 'demomember')
  await page.goto(at(harborview, `${MEMBERS}/my/id-card`))
  await page.getByText('Juniper', { exact: true }).click()
  const saving = page.waitForEvent('download')
  await button(page, 'Download PDF').click()
  expect((await saving).suggestedFilename()).toBe('id-card-N4100000104.pdf')
})

test('members find providers by specialty and city or by name, and print the list', async ({ page }) => {
  await startSession(page, harborview, 'members', 'demomember')
  await page.goto(at(harborview, `${MEMBERS}/my/find-a-provider`))
  await button(page, 'Search').click()
  await expect(alert(page)).toHaveText(sentence.SEARCH_FOR_SOMETHING)
  await page.getByRole('combobox', { name: 'Specialty' }).fill('pedia')
  await page.getByRole('option', { name: 'Pediatrics' }).click()
  await page.getByRole('combobox', { name: 'City' }).fill('wor')
  await page.getByRole('option', { name: 'Worcester, MA' }).click()
  await button(page, 'Search').click()
  await expect(page.getByRole('heading', { level: 2 })).toContainText('for Pediatrics in Worcester, MA')
  const entries = page.locator('.providers > li')
  for (const entry of await entries.all()) await expect(entry).toContainText('Worcester, MA')
  await expect(entries.first().getByRole('link', { name: /^Call / })).toBeVisible()
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await button(page, 'Print this list').click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')

  const first = (await entries.first().getByRole('heading').textContent()) ?? ''
  await page.goto(at(harborview, `${MEMBERS}/my/find-a-provider`))
  await page.getByRole('combobox', { name: 'Name' }).fill(first)
  await page.getByRole('option', { name: first }).first().click()
  await button(page, 'Search').click()
  await expect(entries.first().getByRole('heading')).toHaveText(first)
})

test('a member can change the phone but not the name, and sees the sessions', async ({ page, plan }) => {
  await register(page, bayside, plan)
  await button(page, 'Create account').click()
  await page.waitForURL(`**${HOME}`)
  await page.goto(at(bayside, `${MEMBERS}/my/profile`))
  await button(page, 'Change contact details').click()
  await expect(page.getByLabel('First name')).toHaveCount(0)
  await page.getByLabel('Phone', { exact: true }).fill('617 555 0199')
  await button(page, 'Save contact details').click()
  await expect(alert(page)).toHaveText('Your contact details are saved.')
  await expect(page.getByRole('region', { name: 'Contact details' })).toContainText('(617) 555-0199')
  await expect(page.getByRole('region', { name: 'Where you are signed in' })).toContainText('This device')
})

test('a provider’s session opens no member page, and a member’s session no provider page', async ({ page }) => {
  await startSession(page, harborview, 'providers', 'demosaa')
  await page.goto(at(harborview, HOME))
  await page.waitForURL('**/members/login?TARGET=*')
  await startSession(page, harborview, 'members', 'demomember')
  await page.goto(at(harborview, '/thp/portal/providers/home'))
  await page.waitForURL('**/providers/login?TARGET=*')
})

test('without a session, a member page leads to the member login and back after signing in', async ({ page }) => {
  await page.goto(at(harborview, `${MEMBERS}/my/claims`))
  await page.waitForURL('**/members/login?TARGET=*')
  await page.getByLabel('User name').fill('demomember')
  await page.getByLabel('Password', { exact: true }).fill('Harborview1')
  await button(page, 'Sign in').click()
  await page.waitForURL(`**${MEMBERS}/my/claims`)
})

test('the session timeout calls keepAliveMember and leads to the member logout', async ({ page }) => {
  await page.clock.install()
  await signIn(page, harborview, 'members', 'demomember')
  await page.waitForURL(`**${HOME}`)
  await expect(page.getByRole('region', { name: 'What changed' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(1620 * 1000)
  const warning = page.getByRole('dialog', { name: 'Your Session is About to Expire' })
  await expect(warning).toBeVisible()
  const keepalive = page.waitForResponse('**/MemberPortalWeb/rest/sec/common/keepAliveMember')
  await button(page, 'MAINTAIN SESSION').click()
  expect((await keepalive).status()).toBe(200)
  await expect(warning).toHaveCount(0)
  await page.clock.fastForward(1620 * 1000)
  await expect(warning).toBeVisible()
  await page.clock.fastForward(181 * 1000)
  await expect(page.getByRole('dialog', { name: 'Your Session has Expired' })).toBeVisible()
  await button(page, 'LOGIN').click()
  await page.waitForURL('**/members/login?expired=1')
})

test('member pages before sign-in have no accessibility faults in any brand', async ({ page }) => {
  for (const name of ['login', 'register', 'forgot-password']) {
    await page.goto(at(harborview, `${MEMBERS}/${name}`))
    await expect(heading(page)).toBeVisible()
    await inspectEveryBrand(page, `member-${name}`)
  }
})

test('signed-in member pages have no accessibility faults in any brand', async ({ page }) => {
  await signIn(page, harborview, 'members', 'demomember')
  await expect(page.getByRole('region', { name: 'What changed' })).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await inspectEveryBrand(page, 'member-home')
  for (const name of ['id-card', 'claims', 'find-a-provider?specialty=Pediatrics', 'profile']) {
    await page.goto(at(harborview, `${MEMBERS}/my/${name}`))
    await expect(heading(page)).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await inspectEveryBrand(page, `member-${name.split('?')[0]}`)
  }
})

test('members reach the FAQ and recover a user name from the sign-in page, and home shows the member ID', async ({
  page,
  plan,
}) => {
  const username = `m${randomBytes(5).toString('hex')}`
  const email = `${username}@mail.example`
  await insertTestAccount(plan.db, { username, email, kind: 'member' })
  await page.goto(at(harborview, `${MEMBERS}/login`))
  await page.getByRole('link', { name: 'FAQ' }).first().click()
  await expect(heading(page)).toHaveText('Frequently asked questions')

  await page.goto(at(bayside, `${MEMBERS}/login`))
  await page.getByRole('link', { name: 'Forgot your user name?' }).click()
  await expect(heading(page)).toHaveText('Forgot your user name?')
  await page.getByLabel('Email').fill(email)
  await button(page, 'Send my user name').click()
  await expect(page.getByText('we emailed their user names to it')).toBeVisible()
  expect((await plan.findMail('account.user-names', email)).body).toContain(username)

  await startSession(page, harborview, 'members', 'demomember')
  await page.goto(at(harborview, HOME))
  await expect(page.getByRole('main')).toContainText(/Member (?:ID|number)/)
  await expect(page.getByRole('main')).toContainText('N4100000101')
})
