import type { Page } from '@playwright/test'
import { inspect, signInAs } from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import { addMember, openAs } from './support/team.ts'
import { clearWindow } from './support/windows.ts'
import {
  alert,
  button,
  chooseAndContinue,
  clickContinue,
  expect,
  heading,
  solveCaptcha,
  summary,
  test,
} from './support/wizard.ts'

const AU = 'Access User (AU)'
const NPI = 'National Provider Identifier (NPI)'

async function requestAccess(page: Page, npi: string): Promise<void> {
  await page.getByLabel(NPI).fill(npi)
  await clickContinue(page)
}

test('an AU gets access to another provider after its SAA approves, and the home page lists both', async ({
  page,
  plan,
  request,
  browser,
}) => {
  test.slow()
  const first = await registerActivePerson(request, plan)
  const user = await addMember(plan, first, 'AU', ['CLAIM'])
  const second = await registerActivePerson(request, plan)
  await signInAs(page, user)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Request additional access' }).click()
  await expect(heading(page)).toHaveText('Request additional access')
  await expect(page.getByRole('complementary', { name: 'What happens next' })).toContainText(
    'paper takes up to two business days',
  )
  await clickContinue(page)
  await expect(summary(page)).toContainText('Required')
  await requestAccess(page, second.provider.npi)
  await expect(heading(page)).toHaveText('Registration: Request User Role')
  await chooseAndContinue(page, AU)
  await page.getByRole('checkbox', { name: 'Member eligibility' }).check()
  await clickContinue(page)
  await expect(heading(page)).toHaveText('Send your request')
  await expect(page.getByLabel('User name')).toHaveCount(0)
  const steps = page.getByRole('list', { name: 'Progress' })
  await expect(steps).toHaveText(/Provider.*Access.*Request.*Decision.*Done$/)
  await expect(page.getByRole('complementary', { name: 'Your request' })).toContainText(second.provider.npi)
  await button(page, 'Send request').click()
  await expect(summary(page)).toContainText('Please complete Captcha.')
  await inspect(page, 'additional-access-send')
  await solveCaptcha(page)
  await button(page, 'Send request').click()
  await expect(heading(page)).toHaveText('Access Request Pending')

  const office = await openAs(browser, second)
  await office.goto('/thp/portal/providers/access')
  await office.getByRole('link', { name: /^Review the request of/ }).click()
  await expect(office.getByRole('main')).toContainText(user.email)
  await office.getByRole('checkbox', { name: 'Member eligibility' }).check()
  await button(office, 'Accept').click()
  await expect(alert(office)).toContainText('now has access')
  await clearWindow(office.context())

  // After the decision, reloading the last screen shows it.
  await page.reload()
  await expect(heading(page)).toHaveText('Access active')
  await expect(page.getByRole('main')).toContainText('Your access is active.')
  await expect(steps.locator('[aria-current]')).toContainText('Done')
  await inspect(page, 'additional-access-decided')

  await page.goto('/thp/portal/providers/home')
  const access = page.getByRole('region', { name: 'Your access' })
  await expect(access.getByRole('listitem')).toHaveCount(2)
  await expect(access).toContainText('Opens: Portal home, Member eligibility')
  await expect(access).toContainText('Opens: Portal home, Claim status')
})
