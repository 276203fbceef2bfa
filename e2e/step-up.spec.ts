import { at, bayside, DEMO_PASSWORD, harborview, inspect, inspectEveryWidth, phone, startSession } from './fixtures.ts'
import { ageSession } from './support/age-session.ts'
import { registerActivePerson, registerWaitingPerson } from './support/people.ts'
import { alert, button, expect, test } from './support/wizard.ts'

const NOTHING_CHANGED = 'You didn’t confirm your identity, so nothing was changed.'

test('step-up in the middle of a form keeps the input', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await startSession(page, harborview, 'internal', 'demostaff')
  await page.goto(at(harborview, `/thp/portal/internal/providers?npi=${provider.npi}`))
  await button(page, 'Invite an SAA').click()
  const form = page.getByRole('dialog', { name: 'Invite a Senior Access Administrator' })
  await form.getByLabel('First name').fill('Ingrid')
  await form.getByLabel('Last name').fill('Vale')
  const email = form.getByLabel('Email')
  await email.fill(`ingrid.${provider.npi}@example.org`)
  await ageSession(page, plan)

  // Keyboard only from here on.
  await email.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await inspectEveryWidth(page, harborview, 'step-up')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(form.getByRole('alert')).toHaveText(NOTHING_CHANGED)
  await expect(email).toHaveValue(`ingrid.${provider.npi}@example.org`)

  await email.press('Enter')
  await expect(password).toBeFocused()
  await page.keyboard.type('NotThisOne1')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Your current password is incorrect. Please try again.')
  await expect(password).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(alert(page)).toHaveText(`The invitation was sent to ingrid.${provider.npi}@example.org.`)
  expect(
    await plan.db.selectFrom('account').select('id').where('email', 'like', `ingrid.${provider.npi}%`).execute(),
  ).toHaveLength(1)
})

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

test('a form that includes the current password does not ask for it twice', async ({ page, plan, request }) => {
  const person = await registerWaitingPerson(request, plan)
  await startSession(page, harborview, 'providers', person)
  await page.goto(at(harborview, '/thp/portal/providers/profile'))
  await button(page, 'Change password').click()
  await ageSession(page, plan)
  await page.getByLabel('Current password', { exact: true }).fill(person.password)
  await page.getByLabel('Password', { exact: true }).fill('Meadow7365q')
  await page.getByLabel('Confirm password', { exact: true }).fill('Meadow7365q')
  await button(page, 'Save new password').click()
  await expect(alert(page)).toHaveText('Your password is changed. We signed you out on your other devices.')
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
