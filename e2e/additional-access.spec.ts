import type { Page } from '@playwright/test'
import { at, bayside, inspect, phone, signInAs, startSession } from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import { addMember, openAs } from './support/team.ts'
import { clearWindow } from './support/windows.ts'
import {
  alert,
  answerQuiz,
  button,
  chooseAndContinue,
  clickContinue,
  expect,
  heading,
  proveBySsn,
  solveCaptcha,
  summary,
  test,
} from './support/wizard.ts'

const ACCESS = '/thp/portal/providers/access'
const ADDITIONAL = '/thp/portal/providers/additional-access'
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

test('a physician proves another NPI with the usual proofs and gets access at once', async ({
  page,
  plan,
  request,
}) => {
  test.slow()
  const person = await registerActivePerson(request, plan)
  const wanted = await plan.takeProvider('full')
  await page.setViewportSize(phone)
  expect(await startSession(page, bayside, 'providers', person)).toMatch(/\/providers\/home$/)
  await page.goto(at(bayside, ADDITIONAL))
  await requestAccess(page, wanted.npi)
  await proveBySsn(page, wanted.lastSsn)
  await answerQuiz(page, plan, wanted.npi, 'right')
  await expect(heading(page)).toHaveText('Send your request')
  await inspect(page, 'bayside-phone-additional-access')
  await button(page, 'Send request').click()
  await expect(heading(page)).toHaveText('Access added')
  await page.getByRole('link', { name: 'Go to your home page' }).click()
  await page.waitForURL('**/providers/home')
  await expect(page.getByRole('region', { name: 'Your access' }).getByRole('listitem')).toHaveCount(2)

  // With two providers the list has a filter, and an invitation asks for the provider.
  await page.goto(at(bayside, ACCESS))
  await expect(page.getByText('2 entries')).toBeVisible()
  await page.getByLabel('Provider, group or organization').selectOption(`NPI:${wanted.npi}`)
  await expect(page.getByText('1 entry')).toBeVisible()
  await expect(page.getByRole('row').last()).toContainText(`NPI ${wanted.npi}`)
  await inspect(page, 'bayside-phone-access-two-scopes')
  await page.goto(at(bayside, `${ACCESS}/invite`))
  await button(page, 'Send the invitation').click()
  await expect(page.getByLabel('Access to')).toHaveAccessibleDescription('Please select an option.')
})
