import type { Page } from '@playwright/test'
import {
  at,
  bayside,
  harborview,
  inspectEveryBrand,
  signInAs,
  signInByPage,
  startSession,
  type TestBrand,
} from './fixtures.ts'
import { type Person, registerWaitingPerson } from './support/people.ts'
import { openWindow } from './support/windows.ts'
import { alert, button, expect, heading, summary, tabTo, test } from './support/wizard.ts'

const PROFILE = '/thp/portal/providers/profile'
const NEW_PASSWORD = 'Meadow7365q'
const section = (page: Page, name: string) => page.getByRole('region', { name })

async function openProfile(page: Page, brand: TestBrand, person: Person): Promise<void> {
  expect(await startSession(page, brand, 'providers', person)).toMatch(/\/providers\/status$/)
  await page.goto(at(brand, PROFILE))
  await expect(heading(page)).toHaveText('Your profile')
  await expect(button(page, 'Change contact details')).toBeVisible()
}

test('phone and names change without a password, and a pasted number is accepted', async ({ page, plan, request }) => {
  const person = await registerWaitingPerson(request, plan)
  await openProfile(page, harborview, person)
  await button(page, 'Change contact details').click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(button(page, 'Change password')).toBeDisabled()
  await page.getByLabel('Last name').fill('Renamed')
  await page.getByLabel('Phone', { exact: true }).fill('+1 (617) 555-0188')
  await page.getByLabel('Extension (optional)').fill('42x')
  await button(page, 'Save contact details').click()
  await expect(alert(page)).toHaveText('Your contact details are saved.')
  await expect(button(page, 'Change contact details')).toBeFocused()
  await expect(section(page, 'Contact details')).toContainText('(617) 555-0188 ext. 42')
  await expect(page.getByRole('button', { name: 'Your account: Wanda Renamed' })).toBeVisible()
})

test('a new email address needs the password, and the old address gets a notice', async ({ page, plan, request }) => {
  const person = await registerWaitingPerson(request, plan)
  await openProfile(page, harborview, person)
  await button(page, 'Change contact details').click()
  const address = `new.${person.email}`
  await page.getByLabel('Email', { exact: true }).fill(address)
  await page.getByLabel('Confirm email').fill(address)
  await page.getByLabel('Current password', { exact: true }).fill('NotThisOne1')
  await button(page, 'Save contact details').click()
  await expect(page.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(/incorrect/)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(address)
  await page.getByLabel('Current password', { exact: true }).fill(person.password)
  await button(page, 'Save contact details').click()
  await expect(alert(page)).toHaveText('Your contact details are saved.')
  await expect(section(page, 'Contact details')).toContainText(address)
  await plan.findMail('account.profile-changed', person.email)
})

test('by keyboard: a new password ends the other sessions', async ({ page, plan, request, browser }) => {
  const person = await registerWaitingPerson(request, plan)
  const other = await openWindow(browser)
  await signInAs(other, person, bayside)
  await other.waitForURL('**/providers/status')

  await openProfile(page, bayside, person)
  await tabTo(page, button(page, 'Change password'), 60)
  await page.keyboard.press('Enter')
  await page.keyboard.type(person.password)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('password1')
  await tabTo(page, page.getByLabel('Confirm password', { exact: true }))
  await page.keyboard.type('password1')
  await page.keyboard.press('Enter')
  await expect(alert(page)).toContainText('too common')

  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD)
  await button(page, 'Save new password').click()
  await expect(alert(page)).toContainText('Your password is changed.')
  await other.reload()
  await other.waitForURL('**/providers/login?expired=1')
  await signInByPage(other, bayside, 'providers', { userName: person.userName, password: NEW_PASSWORD })
  await other.waitForURL('**/providers/status')
})

test('a security question list offers at most 20 options and leaves out those chosen in other slots', async ({
  page,
  plan,
  request,
}) => {
  const person = await registerWaitingPerson(request, plan)
  await openProfile(page, harborview, person)
  await button(page, 'Change security questions').click()
  const slot = (number: number) => page.getByRole('combobox', { name: `Security question ${number}` })
  const taken = await slot(1).inputValue()
  await slot(2).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await page.getByRole('option').count()).toBeLessThanOrEqual(20)
  await expect(page.getByRole('option', { name: taken })).toHaveCount(0)
  const chosen = (await page.getByRole('option').last().textContent()) ?? ''
  await page.getByRole('option').last().click()
  for (const number of [1, 2, 3]) await page.getByLabel(`Answer ${number}`, { exact: true }).fill(`Juniper ${number}`)
  await button(page, 'Save security questions').click()
  await expect(summary(page)).toBeFocused()
  await page.getByLabel('Current password', { exact: true }).fill(person.password)
  await button(page, 'Save security questions').click()
  await expect(alert(page)).toHaveText('Your security questions are saved.')
  await expect(section(page, 'Security questions')).toContainText(chosen)
})

test('another session is listed and can be signed out', async ({ page, plan, request, browser }) => {
  const person = await registerWaitingPerson(request, plan)
  const other = await openWindow(browser)
  await signInAs(other, person)
  await other.waitForURL('**/providers/status')

  await openProfile(page, harborview, person)
  const sessions = section(page, 'Where you are signed in')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByText('This device')).toHaveCount(1)
  await sessions.getByRole('button', { name: /^Sign out .*signed in/ }).click()
  await expect(alert(page)).toHaveText('We signed you out on 1 other device.')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions).toContainText('You’re signed in only on this device.')
  await other.reload()
  await other.waitForURL('**/providers/login?expired=1')
})

test('the profile and its forms have no accessibility faults in any brand', async ({ page, plan, request }) => {
  const person = await registerWaitingPerson(request, plan)
  await openProfile(page, harborview, person)
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
