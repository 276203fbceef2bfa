import { at, bayside, DEMO_PASSWORD, harborview, inspect, inspectEveryWidth, phone, startSession } from './fixtures.ts'
import { ageSession } from './support/age-session.ts'
import { registerActivePerson } from './support/people.ts'
import { alert, button, expect, test } from './support/wizard.ts'

const NOTHING_CHANGED = 'You didn’t confirm your identity, so nothing was changed.'

test('a download needs step-up once; another tab is not prompted again', async ({ page, plan }) => {
  await page.setViewportSize(phone)
  await startSession(page, bayside, 'providers', 'demosaa')
  await page.goto(at(bayside, '/thp/portal/providers/claims'))
  await expect(button(page, 'Download CSV')).toBeEnabled()
  await ageSession(page, plan)
  await button(page, 'Download CSV').click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog).toBeVisible()
  await inspect(page, 'step-up-download-bayside-phone')
  await dialog.getByRole('button', { name: 'CANCEL' }).click()
  await expect(alert(page)).toHaveText(NOTHING_CHANGED)
  await expect(button(page, 'Download CSV')).toBeFocused()

  await button(page, 'Download CSV').click()
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  expect((await download).suggestedFilename()).toBe('claims.csv')
  await expect(page.getByText('claims.csv was saved.')).toBeVisible()

  const tab = await page.context().newPage()
  await tab.goto(at(bayside, '/thp/portal/providers/claims'))
  const again = tab.waitForEvent('download')
  await button(tab, 'Download CSV').click()
  await again
  await expect(tab.getByRole('dialog')).toBeHidden()
})

test('a user with a passkey confirms with it and is not asked for the password', async ({
  page,
  authenticator: _,
  plan,
  request,
}) => {
  const person = await registerActivePerson(request, plan)
  await startSession(page, harborview, 'providers', person)
  await page.goto(at(harborview, '/thp/portal/providers/profile'))
  await page
    .getByRole('region', { name: 'Passkeys and second factor' })
    .getByRole('button', { name: 'Add a passkey' })
    .click()
  await button(page, 'Create a passkey').click()
  await button(page, 'I’ve saved my codes').click()
  await expect(alert(page)).toContainText('Your passkey is set up.')

  await page.goto(at(harborview, '/thp/portal/providers/claims'))
  await expect(button(page, 'Download CSV')).toBeEnabled()
  await ageSession(page, plan)
  await button(page, 'Download CSV').click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveCount(0)
  await inspectEveryWidth(page, harborview, 'step-up-passkey')
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toBe('claims.csv')
  await expect(dialog).toBeHidden()
})
