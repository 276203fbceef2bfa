import type { Page } from '@playwright/test'
import { at, bayside, signInAs, signInByPage, startSession, type TestBrand } from './fixtures.ts'
import { type Person, registerWaitingPerson } from './support/people.ts'
import { openWindow } from './support/windows.ts'
import { alert, button, expect, heading, tabTo, test } from './support/wizard.ts'

const PROFILE = '/thp/portal/providers/profile'
const NEW_PASSWORD = 'Meadow7365q'

async function openProfile(page: Page, brand: TestBrand, person: Person): Promise<void> {
  expect(await startSession(page, brand, 'providers', person)).toMatch(/\/providers\/status$/)
  await page.goto(at(brand, PROFILE))
  await expect(heading(page)).toHaveText('Your profile')
  await expect(button(page, 'Change contact details')).toBeVisible()
}

test('by keyboard: a new password ends the other sessions', async ({ page, plan, request, browser }) => {
  const person = await registerWaitingPerson(request, plan)
  const other = await openWindow(browser)
  await signInAs(other, person, bayside)
  await other.waitForURL('**/providers/status')

  await openProfile(page, bayside, person)
  await tabTo(page, button(page, 'Change password'), 60)
  await page.keyboard.press('Enter')
  await page.keyboard.type(person.password)
  await tabTo(page, page.getByLabel('New password', { exact: true }))
  await page.keyboard.type('password1')
  await tabTo(page, page.getByLabel('Confirm new password', { exact: true }))
  await page.keyboard.type('password1')
  await page.keyboard.press('Enter')
  await expect(alert(page)).toContainText('too common')

  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm new password', { exact: true }).fill(NEW_PASSWORD)
  await button(page, 'Save new password').click()
  await expect(alert(page)).toContainText('Your password is changed.')
  await other.reload()
  await other.waitForURL('**/providers/login?expired=1')
  await signInByPage(other, bayside, 'providers', { userName: person.userName, password: NEW_PASSWORD })
  await other.waitForURL('**/providers/status')
})
