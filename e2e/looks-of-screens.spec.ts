import type { Page } from '@playwright/test'
import {
  at,
  desktop,
  expect,
  harborview,
  inspect,
  inspectEveryBrand,
  phone,
  signIn,
  signInByPage,
  startSession,
  test,
} from './fixtures.ts'
import { registerWaitingPerson } from './support/people.ts'
import { button, heading, summary } from './support/wizard.ts'

/** Screens with their dialogs and errors in every brand, for `npm run soak`. In `npm test`, component tests and journeys check them. */

const PROVIDERS = '/thp/portal/providers'
const MEMBERS = '/thp/portal/members'
const CONTENT = '/thp/portal/internal/content'
const rows = (page: Page) => page.locator('tbody tr')

async function chooseProvider(page: Page, typed: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Provider' }).pressSequentially(typed)
  await page.getByRole('listbox').getByRole('option').first().click()
}

test('the portal’s functions have no faults in any brand', async ({ page, plan }) => {
  // axe needs long for long tables.
  test.slow()
  const { member_id: memberId } = await plan.db
    .selectFrom('member')
    .select('member_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const picture = (name: string) => inspectEveryBrand(page, name)
  await startSession(page, harborview, 'providers', 'demosaa')
  await page.goto(at(harborview, `${PROVIDERS}/claims`))
  await expect(rows(page)).toHaveCount(50)
  await picture('claims-many')
  await chooseProvider(page, 'martin')
  await button(page, 'Search').click()
  await expect(button(page, 'Next')).toHaveCount(0)
  await picture('claims')
  await rows(page).first().getByRole('button').click()
  await expect(page.getByRole('dialog')).toContainText('Service date')
  await picture('claim')
  await page.goto(at(harborview, `${PROVIDERS}/eligibility`))
  await button(page, 'Check eligibility').click()
  await picture('eligibility-error')
  await page.getByRole('textbox', { name: 'Member ID' }).fill(memberId)
  await button(page, 'Check eligibility').click()
  await expect(button(page, 'Print')).toBeVisible()
  await picture('eligibility')
  await page.goto(at(harborview, `${PROVIDERS}/roster`))
  await page.getByLabel('Name or NPI').fill('ra')
  await expect(rows(page)).toHaveCount(1)
  await picture('roster')
  await page.getByRole('button', { name: /^Report a change/ }).click()
  await button(page, 'Send report').click()
  await picture('report-change')
  for (const name of ['sco-trakker', 'sco-invoice']) {
    await page.goto(at(harborview, `${PROVIDERS}/${name}`))
    await chooseProvider(page, 'martin')
    await expect(page.getByRole('heading', { level: 2, name: /for NPI/ })).toBeVisible()
    await picture(name)
  }
})

test('the forgot pages have no faults in any brand', async ({ page, plan, request }) => {
  const person = await registerWaitingPerson(request, plan)
  await page.goto(at(harborview, `${PROVIDERS}/forgot-username`))
  await button(page, 'Send my user name').click()
  await inspectEveryBrand(page, 'forgot-username-error')
  await page.goto(at(harborview, `${PROVIDERS}/forgot-password`))
  await inspectEveryBrand(page, 'forgot-password')
  await page.getByLabel('User name').fill(person.userName)
  await button(page, 'Send the link').click()
  await expect(heading(page)).toHaveText('Check your email')
  const { link } = await plan.findMail('account.reset-link', person.email)
  await page.goto(at(harborview, `${PROVIDERS}/forgot-password${new URL(link).search}`))
  await expect(heading(page)).toHaveText('Set a new password')
  await inspectEveryBrand(page, 'reset-password')
})

test('the status page is accessible in every brand', async ({ page }) => {
  for (const userName of ['demowait', 'demolate', 'demodone']) {
    await signIn(page, harborview, 'providers', userName)
    await page.waitForURL(`**${PROVIDERS}/status`)
    await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible()
    await inspectEveryBrand(page, `status-${userName}`)
    await page.goto(at(harborview, `${PROVIDERS}/logout`))
  }
})

test('the profile and its forms have no faults in any brand', async ({ page, plan, request }) => {
  const person = await registerWaitingPerson(request, plan)
  await startSession(page, harborview, 'providers', person)
  await page.goto(at(harborview, `${PROVIDERS}/profile`))
  await expect(button(page, 'Change contact details')).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await inspectEveryBrand(page, 'profile')
  await button(page, 'Change contact details').click()
  await page.getByLabel('Email', { exact: true }).fill('not an address')
  await button(page, 'Save contact details').click()
  await inspectEveryBrand(page, 'profile-contact')
  await button(page, 'Cancel').click()
  await button(page, 'Change security questions').click()
  await expect(page.getByLabel('Answer 3')).toBeVisible()
  await inspectEveryBrand(page, 'profile-questions')
  await button(page, 'Cancel').click()
  await button(page, 'Change password').click()
  await inspectEveryBrand(page, 'profile-password')
})

test('home and menu have no faults in any brand', async ({ page }) => {
  await signInByPage(page, harborview, 'providers', 'demosaa')
  await expect(page.getByRole('heading', { name: 'Your access' })).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await inspectEveryBrand(page, 'home')
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size)
    await page.getByRole('button', { name: size === phone ? 'Menu' : /^Your account/ }).click()
    await expect(page.getByRole('link', { name: 'Sign out' })).toBeVisible()
    await inspect(page, `home-menu-${size.name}`)
    await page.keyboard.press('Escape')
  }
})

test('the content pages have no accessibility faults', async ({ page }) => {
  const picture = (name: string) => inspectEveryBrand(page, `content-${name}`)
  await startSession(page, harborview, 'internal', 'demostaff')
  await page.goto(at(harborview, CONTENT))
  await expect(page.getByRole('link', { name: 'What do I need to register?' })).toBeVisible()
  await picture('lists')
  await page.getByRole('link', { name: 'What do I need to register?' }).click()
  await expect(page.getByRole('region', { name: 'As readers see it' }).getByText('the practice’s tax ID')).toBeVisible()
  await picture('question')
  await page.goto(at(harborview, `${CONTENT}?banner=new`))
  await button(page, 'Save').click()
  await expect(summary(page)).toBeFocused()
  await picture('banner-errors')
})

test('the pages of user administration are accessible in every brand', async ({ page }) => {
  test.slow()
  await startSession(page, harborview, 'providers', 'demosaa')
  const pages = {
    people: ['', 'User administration'],
    invite: ['/invite', 'Invite a person'],
    'invite-many': ['/invite-many', 'Invite many from a file'],
    'hand-over': ['/hand-over', 'Hand over the Senior Access Administrator role'],
    confirm: ['/confirm', 'Confirm people'],
    mine: ['/mine', 'Who controls your access'],
  }
  for (const [name, [path, title]] of Object.entries(pages)) {
    await page.goto(at(harborview, `${PROVIDERS}/access${path}`))
    await expect(heading(page)).toHaveText(title as string)
    await expect(page.getByRole('main').locator('.skeleton')).toHaveCount(0)
    await inspectEveryBrand(page, `access-${name}`)
  }
  await page.goto(at(harborview, `${PROVIDERS}/access`))
  await page.getByRole('link', { name: 'Anthony Bellweather' }).click()
  await expect(heading(page)).toHaveText('Anthony Bellweather')
  await expect(page.getByRole('main').locator('.skeleton')).toHaveCount(0)
  await inspectEveryBrand(page, 'access-person')
  await button(page, 'Remove').click()
  await inspectEveryBrand(page, 'access-remove')
})

test('member pages before sign-in have no faults in any brand', async ({ page }) => {
  for (const name of ['login', 'register', 'forgot-password']) {
    await page.goto(at(harborview, `${MEMBERS}/${name}`))
    await expect(heading(page)).toBeVisible()
    await inspectEveryBrand(page, `member-${name}`)
  }
})

test('signed-in member pages have no faults in any brand', async ({ page }) => {
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
