import { enterNpi, harborview } from './fixtures.ts'
import type { TestPlan } from './support/test-plan.ts'
import {
  acceptTerms,
  alert,
  button,
  createAccount,
  expect,
  fillAccount,
  heading,
  newAccount,
  proveBySsn,
  tabTo,
  test,
} from './support/wizard.ts'

/** A physician whose email address the plan has on file. */
async function takeReachable(plan: TestPlan) {
  const provider = await plan.takeProvider('full')
  return { provider, email: await plan.addPlanEmail(provider) }
}

const readCode = async (plan: TestPlan, email: string) =>
  /(\d{6}) is your code/.exec((await plan.findMail('identity.code', email)).body)?.[1] ?? ''

test('a code replaces the questions, also after a wrong code and a second email', async ({ page, plan }) => {
  const { provider, email } = await takeReachable(plan)
  await enterNpi(page, harborview, provider.npi)
  await proveBySsn(page, provider.lastSsn)
  const send = button(page, 'Send a code to p•••@c•••.example')
  await send.click()
  const field = page.getByLabel('Code', { exact: true })
  await expect(page.getByText('We emailed a 6-digit code to p•••@c•••.example.')).toBeVisible()
  const first = await readCode(plan, email)
  await field.fill(first === '000000' ? '000001' : '000000')
  await button(page, 'Confirm code').click()
  await expect(alert(page)).toHaveText('This code is incorrect. You have 2 tries left.')

  await button(page, 'Send a new code').click()
  await expect(field).toHaveValue('')
  await expect.poll(() => readCode(plan, email)).not.toBe(first)
  const code = await readCode(plan, email)
  // Pasted as from a mail program, with the keyboard alone.
  await tabTo(page, field)
  await page.keyboard.insertText(` ${code.slice(0, 3)}-${code.slice(3)} `)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Create Your Account')

  await fillAccount(page, newAccount(), { names: false })
  await acceptTerms(page)
  await createAccount(page)
  await expect(heading(page)).toHaveText('Registration successful')
})
