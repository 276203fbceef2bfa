import { at, bayside, enterNpi, harborview } from './fixtures.ts'
import {
  alert,
  answerQuiz,
  button,
  expect,
  heading,
  newAccount,
  proveBySsn,
  readQuiz,
  SSN_FIELD,
  tabTo,
  test,
} from './support/wizard.ts'

const PORTAL = '/thp/portal/providers/home'

test('a physician registers by SSN and quiz with the keyboard alone and is signed in to the portal', async ({
  page,
  plan,
}) => {
  const provider = await plan.takeProvider('full')
  const account = newAccount()
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  await page.goto(at(bayside, '/thp/portal/providers/registration'))
  const npi = page.getByLabel('National Provider Identifier (NPI)')
  await expect(heading(page)).not.toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(npi).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('.note.bad')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(npi).toBeFocused()
  await page.keyboard.type(provider.npi)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  await expect(heading(page)).toHaveText('Who is Registering?')
  await expect(heading(page)).toBeFocused()
  await tabTo(page, page.getByLabel('I am the Provider'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')

  await expect(heading(page)).toHaveText('SSN Validation')
  await type(SSN_FIELD, provider.lastSsn)
  await page.keyboard.press('Enter')

  for (const { group, right } of await readQuiz(page, plan, provider.npi)) {
    const texts = await group.locator('label').allTextContents()
    await tabTo(page, group.getByRole('radio').first())
    await page.keyboard.press('Space')
    for (let steps = texts.indexOf(right); steps > 0; steps -= 1) await page.keyboard.press('ArrowDown')
    await expect(group.getByLabel(right, { exact: true })).toBeChecked()
  }
  await tabTo(page, button(page, 'SUBMIT'))
  await page.keyboard.press('Enter')

  await expect(heading(page)).toHaveText('Create Your Account')
  await type('Email', account.email)
  await type('Confirm email', account.email)
  await type('Phone', '5125550177')
  await type('User name', `${account.userName}-!`)
  await expect(page.getByLabel('User name')).toHaveValue(account.userName)
  await type('Password', account.password)
  await type('Confirm password', account.password)
  for (const slot of [1, 2, 3]) {
    await tabTo(page, page.getByRole('combobox', { name: `Security question ${slot}` }))
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: `Security question ${slot}` })).not.toHaveValue('')
    await type(`Answer ${slot}`, `Juniper ${slot}`)
  }
  await expect(page.getByRole('checkbox', { name: /terms of use/ })).toBeChecked()
  await tabTo(page, button(page, 'CREATE ACCOUNT'))
  const signedOn = page.waitForResponse('**/siteminderagent/forms/login.fcc')
  await page.keyboard.press('Enter')

  await expect(heading(page)).toHaveText('Registration successful')
  await signedOn
  await tabTo(page, button(page, 'ACCESS SECURE PORTAL'))
  await page.keyboard.press('Enter')
  await page.waitForURL(at(bayside, PORTAL))
  await expect(page.getByRole('main')).toContainText(provider.npi)

  const mail = await plan.db
    .selectFrom('mail_message')
    .select('id')
    .where('to_address', '=', account.email)
    .executeTakeFirst()
  expect(mail, 'the confirmation that the screen promises').toBeDefined()
})

test('wrong answers to the quiz lead to the first screen with their text', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  await enterNpi(page, harborview, provider.npi)
  await proveBySsn(page, provider.lastSsn)
  await answerQuiz(page, plan, provider.npi, 'wrong')
  await expect(heading(page)).toHaveText('Provider Portal Registration')
  await expect(alert(page)).toHaveText('Your answer(s) were incorrect. Please try again.')
})
