import type { Page } from '@playwright/test'
import { at, enterNpi, expectAccessible, expectNoSidewaysScroll, harborview, phone, REGISTRATION } from './fixtures.ts'
import {
  acceptTerms,
  alert,
  button,
  chooseAndContinue,
  createAccount,
  expect,
  fillAccount,
  heading,
  newAccount,
  proveBySsn,
  reachStep3,
  replyWith,
  SSN_FIELD,
  solveCaptcha,
  test,
} from './support/wizard.ts'

/** The server is unavailable or slow during the wizard: no dead ends, and no typed text is lost. */

const UNAVAILABLE = 'Our systems are currently not available. Please try again later.'

/** Makes this call fail as if the database were away, until `comeBack`. */
async function goAway(page: Page, call: string): Promise<() => Promise<void>> {
  const address = `**/rest/nonsec/**${call}*`
  await page.route(address, (route) => route.fulfill({ status: 503, json: { status: 503, entity: {} } }))
  return () => page.unroute(address)
}

async function tryAgain(page: Page): Promise<void> {
  await expect(alert(page)).toHaveText(UNAVAILABLE)
  await expectAccessible(page)
  await button(page, 'Try again').click()
}

test('the quiz can be requested again after a failure', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  const comeBack = await goAway(page, 'quizRequest')
  await proveBySsn(page, provider.lastSsn)
  await tryAgain(page)
  await expect(button(page, 'Try again')).not.toHaveAttribute('aria-busy')
  await expect(alert(page)).toHaveText(UNAVAILABLE)
  await comeBack()
  await button(page, 'Try again').click()
  await expect(page.locator('form fieldset')).toHaveCount(4)
  await expect(alert(page)).toHaveCount(0)
  await expect(button(page, 'Try again')).toHaveCount(0)
})

test('the permissions can be requested again after a failure', async ({ page }) => {
  await enterNpi(page, harborview, '1400000018')
  const comeBack = await goAway(page, 'getSaaActivePerms')
  await chooseAndContinue(page, 'Access User (AU)')
  await expect(heading(page)).toHaveText('Registration: Request User Permissions')
  await comeBack()
  await tryAgain(page)
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await expect(button(page, 'CONTINUE')).toBeVisible()
})

for (const { what, query, call, name } of [
  { what: 'an activation link', query: 'activateId', call: 'profileByActivationId', name: 'Complete Your Account' },
  { what: 'a request', query: 'reqId', call: 'regByReqId', name: 'New Access Request' },
]) {
  test(`${what} can be looked up again after a failure`, async ({ page }) => {
    const comeBack = await goAway(page, call)
    await page.goto(at(harborview, `${REGISTRATION}?${query}=0123456789abcdef`))
    await expect(heading(page)).toHaveText(name)
    await expect(button(page, 'Send a new link')).toHaveCount(0)
    await comeBack()
    await tryAgain(page)
    await expect(alert(page)).toContainText('We could not find this')
    await expect(button(page, 'Try again')).toHaveCount(0)
  })
}

test('opening the list requests the security questions again after a failure', async ({ page }) => {
  const comeBack = await goAway(page, 'getQuestions')
  await enterNpi(page, harborview, '1200000010')
  await expect(heading(page)).toHaveText('Create Your Account')
  await expect(alert(page)).toHaveText(UNAVAILABLE)
  await page.getByLabel('First name', { exact: true }).fill('Robin')
  await comeBack()
  await page.getByRole('combobox', { name: 'Security question 1' }).click()
  await expect(page.getByRole('option')).toHaveCount(20)
  await expect(alert(page)).toHaveCount(0)
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue('Robin')
})

test('opening the portal waits for the background sign-on', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await reachStep3(page, plan, provider)
  await fillAccount(page, newAccount(), { names: false })
  await acceptTerms(page)
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/siteminderagent/**', async (route) => {
    await held
    await route.continue()
  })
  await createAccount(page)
  await button(page, 'ACCESS SECURE PORTAL').click()
  await expect(button(page, 'ACCESS SECURE PORTAL')).toHaveAttribute('aria-busy', 'true')
  letThrough()
  await page.waitForURL(at(harborview, '/thp/portal/providers/home'))
  await expect(page.getByRole('main')).toContainText(provider.npi)
})

test('the contract download shows the gateway text on a failure and the generic text if it is missing', async ({
  page,
}) => {
  await enterNpi(page, harborview, '1200000010')
  await fillAccount(page, newAccount(), { names: true })
  await solveCaptcha(page)
  await acceptTerms(page)
  await replyWith(page, 'addPoPgSaa', 200, true)
  await createAccount(page)
  await expect(heading(page)).toHaveText('Sign and Return PDF')
  const comeBack = await goAway(page, 'regContract')
  await button(page, 'DOWNLOAD PDF').click()
  await expect(alert(page)).toHaveText(UNAVAILABLE)
  await comeBack()
  await replyWith(page, 'regContract', 200, { regContract: '', reference: '' })
  await button(page, 'DOWNLOAD PDF').click()
  await expect(alert(page)).toHaveText('We were unable to process your request. Please try again momentarily.')
})

test('a name of one long word wraps on a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.route('**/valRegNpi*', async (route) => {
    const reply = await (await route.fetch()).json()
    await route.fulfill({ json: { ...reply, entity: { ...reply.entity, npiName: 'Featherstonehaugh'.repeat(5) } } })
  })
  await enterNpi(page, harborview, '1100000011')
  await chooseAndContinue(page, 'I am the Provider')
  await expect(heading(page)).toHaveText('SSN Validation')
  await expectNoSidewaysScroll(page)
})

test('a security question list opens on focus and by its arrow, and explains unlisted text', async ({ page }) => {
  await enterNpi(page, harborview, '1200000010')
  const question = page.getByRole('combobox', { name: 'Security question 1' })
  const options = page.getByRole('option')
  // A new screen focuses its heading.
  await expect(heading(page)).toBeFocused()
  // The list's code is loaded after the screen.
  await expect(question).toBeVisible()
  await page.getByLabel('Confirm password', { exact: true }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(question).toBeFocused()
  await expect(options).toHaveCount(20)
  // In forced colors an outline marks the current option and step.
  await page.keyboard.press('ArrowDown')
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(page.locator('[role="option"][aria-selected="true"]')).toHaveCSS('outline-style', 'solid')
  await expect(options.last()).toHaveCSS('outline-style', 'none')
  await expect(page.locator('[aria-current="step"]')).toHaveCSS('outline-style', 'solid')
  await page.emulateMedia({ forcedColors: 'none' })
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await button(page, 'Open Security question 1').click()
  await expect(options).toHaveCount(20)

  await question.pressSequentially('My own question?')
  const explained = page.getByText('Please choose a question from the list.')
  await expect(explained).toBeVisible()
  await expect(options).toHaveCount(0)
  await expectAccessible(page)
  await question.fill('pet')
  await expect(options).toHaveCount(1)
  await options.click()
  await expect(explained).toHaveCount(0)
})

test('on a phone no note covers the next field, and every tap reaches its field', async ({ page }) => {
  await page.setViewportSize({ width: phone.width, height: phone.height })
  await enterNpi(page, harborview, '1200000010')
  const fields = ['First name', 'Last name', 'Email', 'Confirm email', 'Phone', 'Extension (optional)', 'User name']
  for (const label of [...fields, 'Password', 'Confirm password']) {
    await page.getByLabel(label, { exact: true }).click()
    await expect(page.getByLabel(label, { exact: true })).toBeFocused()
  }
  await expect(page.getByText('8 to 16 letters and digits, at least one of each.')).toBeVisible()
  for (const slot of [1, 2, 3]) {
    await page.getByRole('combobox', { name: `Security question ${slot}` }).click()
    await page.getByRole('option').first().click()
    await page.getByLabel(`Answer ${slot}`, { exact: true }).click()
    await expect(page.getByLabel(`Answer ${slot}`, { exact: true })).toBeFocused()
  }
  // The place where a note once covered the field.
  const terms = page.getByRole('checkbox', { name: /terms of use/ })
  await terms.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await terms.boundingBox()) as { x: number; y: number; width: number; height: number }
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect(terms).toBeChecked()
})

test('a password or phone number that is too long is kept and explained', async ({ page }) => {
  await enterNpi(page, harborview, '1200000010')
  const number = page.getByLabel('Phone', { exact: true })
  await number.pressSequentially('51255')
  await expect(number).toHaveValue('(512) 55')
  await number.pressSequentially('501779')
  await expect(number).toHaveValue('(512) 555-01779')
  const tooLong = 'A phone number has 10 digits. Enter the extension in its own field.'
  await expect(number).toHaveAccessibleDescription(`10 digits, as (xxx) xxx-xxxx ${tooLong}`)
  await page.keyboard.press('Backspace')
  await expect(number).toHaveValue('(512) 555-0177')
  await expect(page.getByText(tooLong)).toHaveCount(0)
  // The caret keeps its place in the middle of the text.
  for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('9')
  await expect(number).toHaveValue('(512) 955-0177')

  const password = page.getByLabel('Password', { exact: true })
  await password.fill('Longer4ThanSixteenLetters')
  await expect(password).toHaveValue('Longer4ThanSixteenLetters')
  await expect(password).toHaveAccessibleDescription(
    /Your password has 25 characters\. The limit is 16; nothing was cut off\.$/,
  )
  await acceptTerms(page)
  await createAccount(page)
  await expect(password).toHaveAccessibleDescription(/nothing was cut off\. Invalid Password$/)
  await expectAccessible(page)
})

test('the password field declares its rules for password managers', async ({ page }) => {
  await enterNpi(page, harborview, '1200000010')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('autocomplete', 'new-password')
  await expect(password).not.toHaveAttribute('passwordrules')
  await expect(page.getByLabel('User name', { exact: true })).toHaveAttribute('autocomplete', 'username')

  await page.addInitScript(() => Object.defineProperty(navigator, 'vendor', { value: 'Apple Computer, Inc.' }))
  await enterNpi(page, harborview, '1200000010')
  await expect(password).toHaveAttribute('passwordrules', /^minlength: 8; maxlength: 16; required: lower;/)
})

test('pasting a whole Social Security number keeps the last four digits', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await chooseAndContinue(page, 'I am the Provider')
  await page.getByLabel(SSN_FIELD).fill('000-00-4321')
  await expect(page.getByLabel(SSN_FIELD)).toHaveValue('4321')
})
