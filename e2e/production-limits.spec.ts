import type { Page } from '@playwright/test'
import { REGISTRATION } from './fixtures.ts'
import { startSecondServer } from './support/second-server.ts'
import {
  acceptTerms,
  alert,
  button,
  chooseAndContinue,
  clickContinue,
  createAccount,
  expect,
  fillAccount,
  heading,
  newAccount,
  reachStep3,
  SSN_FIELD,
  test,
} from './support/wizard.ts'

async function enterNpi(page: Page, origin: string, npi: string): Promise<void> {
  await page.context().clearCookies({ name: 'portico_reg' })
  await page.goto(`${origin}${REGISTRATION}`)
  await page.getByLabel('National Provider Identifier (NPI)').fill(npi)
  await button(page, 'CONTINUE WITH REGISTRATION').click()
}

test('with the limits of production a provider registers, and five wrong numbers lock another', async ({
  page,
  plan,
}) => {
  const server = await startSecondServer()
  try {
    await page.setExtraHTTPHeaders({ 'X-Forwarded-For': '198.51.100.88' })
    const provider = await plan.takeProvider('full')
    await enterNpi(page, server.origin, provider.npi)
    await reachStep3(page, plan, provider)
    await fillAccount(page, newAccount(), { names: false })
    await acceptTerms(page)
    await createAccount(page)
    await expect(heading(page)).toHaveText('Registration successful')

    const other = await plan.takeProvider('full')
    await enterNpi(page, server.origin, other.npi)
    await chooseAndContinue(page, 'I am the Provider')
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try', 'no tries']) {
      await page.getByLabel(SSN_FIELD).fill('0000')
      await clickContinue(page)
      await expect(alert(page)).toContainText(`You have ${left} left`)
    }
    await page.getByLabel(SSN_FIELD).fill(other.lastSsn)
    await clickContinue(page)
    await expect(alert(page)).toContainText(
      'There were too many attempts for this provider from your connection. Please try again in a few hours.',
    )
    await expect(page.getByText('You can still register with a signed form.')).toBeVisible()
  } finally {
    await server.stop()
  }
})
