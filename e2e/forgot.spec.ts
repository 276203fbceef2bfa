import type { Page } from '@playwright/test'
import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import { at, expectAccessible, harborview, signInByPage } from './fixtures.ts'
import { type Person, registerWaitingPerson } from './support/people.ts'
import type { TestPlan } from './support/test-plan.ts'
import { alert, button, expect, heading, test } from './support/wizard.ts'

const FORGOT_PASSWORD = '/thp/portal/providers/forgot-password'
const NEW_PASSWORD = 'Meadow7365q'
const answerField = (page: Page, index: number) => page.getByLabel(SECURITY_QUESTIONS[index] as string)

async function requestLink(page: Page, userName: string, brand = harborview): Promise<void> {
  await page.goto(at(brand, FORGOT_PASSWORD))
  await page.getByLabel('User name').fill(userName)
  await button(page, 'Send the link').click()
  await expect(heading(page)).toHaveText('Check your email')
}

/** Opens the mailed link on the test server. */
async function openMailedLink(page: Page, plan: TestPlan, person: Person, brand = harborview): Promise<string> {
  await requestLink(page, person.userName, brand)
  const { link } = await plan.findMail('account.reset-link', person.email)
  const { search } = new URL(link)
  await page.goto(at(brand, `${FORGOT_PASSWORD}${search}`))
  await expect(heading(page)).toHaveText('Set a new password')
  expect(page.url(), 'the link leaves the address bar').toBe(at(brand, FORGOT_PASSWORD))
  return `${FORGOT_PASSWORD}${search}`
}

async function fillReset(page: Page, answers: [string, string, string]): Promise<void> {
  for (const [index, answer] of answers.entries()) await answerField(page, index).fill(answer)
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm new password', { exact: true }).fill(NEW_PASSWORD)
  await button(page, 'Set the new password').click()
}

test('the reset link leaves the URL at once, survives a reload, and ends with the tab', async ({
  page,
  plan,
  request,
}) => {
  const person = await registerWaitingPerson(request, plan)
  await openMailedLink(page, plan, person)
  await expect(answerField(page, 0)).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => [location.search, JSON.stringify(history.state)].join())).not.toMatch(/[\w-]{22}/)
  await page.reload()
  await expect(heading(page)).toHaveText('Set a new password')
  await page.goto(at(harborview, FORGOT_PASSWORD))
  await expect(heading(page)).toHaveText('Forgot your password?')
  await expectAccessible(page)
})

test('two of three answers set a new password, and the link cannot be used again', async ({ page, plan, request }) => {
  const person = await registerWaitingPerson(request, plan)
  const address = await openMailedLink(page, plan, person)
  await fillReset(page, [person.answers[0].toUpperCase(), '', person.answers[2]])
  await expect(heading(page)).toHaveText('Your password is changed')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await signInByPage(page, harborview, 'providers', { userName: person.userName, password: NEW_PASSWORD })
  await page.waitForURL('**/providers/status')

  await page.goto(at(harborview, address))
  await expect(alert(page)).toContainText('already been used')
  await button(page, 'Get a new link').click()
  await expect(heading(page)).toHaveText('Forgot your password?')
})
