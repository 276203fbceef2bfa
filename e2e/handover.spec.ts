import { at, enterNpi, harborview, inspect, signInAs, startSession } from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import { carryOutDecision, lastDecisions, newStaff } from './support/staff.ts'
import { addMember, openAs, selectAccount } from './support/team.ts'
import { clearWindow } from './support/windows.ts'
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
  solveCaptcha,
  test,
} from './support/wizard.ts'

const ACCESS = '/thp/portal/providers/access'

test('an SAA hands over to an AA: the roles change places and both get mail', async ({
  page,
  plan,
  request,
  browser,
}) => {
  test.slow()
  const saa = await registerActivePerson(request, plan)
  await startSession(page, harborview, 'providers', saa)
  await page.goto(ACCESS)
  await page.getByRole('link', { name: 'Hand over the Senior Access Administrator role' }).click()
  await expect(page.getByRole('main')).toContainText('No one can take over yet.')

  const successor = await addMember(plan, saa, 'AA', ['CLAIM', 'ELIG'])
  const name = `${successor.firstName} ${successor.lastName}`
  await page.reload()
  await button(page, 'Hand over').click()
  const choice = page.getByRole('radio', { name })
  await expect(page.getByRole('group', { name: 'Who takes over?' })).toHaveAccessibleDescription(
    'Please select an option.',
  )
  await expect(choice).toBeFocused()
  await choice.check()
  await button(page, 'Hand over').click()
  const dialog = page.getByRole('dialog', { name: `Make ${name} the Senior Access Administrator?` })
  await inspect(page, 'hand-over-dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(button(page, 'Hand over')).toBeFocused()
  await button(page, 'Hand over').click()
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(alert(page)).toContainText(`${name} is now the Senior Access Administrator`)

  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Senior Access Administrator')
  await expect(page.getByRole('row', { name: /You/ })).toContainText('Access Administrator')
  await expect(page.getByRole('link', { name: 'Hand over the Senior Access Administrator role' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Invite a person' }).click()
  await expect(page.getByRole('radio')).toHaveCount(1)
  await page.goto(`${ACCESS}/mine`)
  await expect(page.getByRole('main')).toContainText(successor.email)
  await plan.findMail('saa.handed-over', successor.email)
  await plan.findMail('saa.replaced', saa.email)

  const office = await openAs(browser, successor)
  await office.goto(ACCESS)
  await office.getByRole('link', { name: 'Invite a person' }).click()
  await expect(office.getByRole('radio')).toHaveCount(2)
  await clearWindow(office.context())
})

test('plan staff decide a pending request when the administrator is suspended', async ({ page, plan, request }) => {
  test.slow()
  const saa = await registerActivePerson(request, plan)
  const account = newAccount()
  const name = `${account.firstName} ${account.lastName}`
  await enterNpi(page, harborview, saa.provider.npi)
  await chooseAndContinue(page, 'Access User (AU)')
  await button(page, 'Select All').click()
  await clickContinue(page)
  await fillAccount(page, account, { names: true })
  await solveCaptcha(page)
  await acceptTerms(page)
  await createAccount(page)
  await expect(heading(page)).toHaveText('Access Request Pending')

  await startSession(page, harborview, 'internal', await newStaff(plan))
  await page.goto(at(harborview, '/thp/portal/internal/requests'))
  await expect(heading(page)).toHaveText('Requests')
  await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(0)
  await plan.db
    .updateTable('access_grant')
    .set({ state: 'SUSPENDED', suspended_reason: 'Left the practice.', suspended_as: 'STAFF' })
    .where('account_id', 'in', selectAccount(plan, saa))
    .execute()
  await page.reload()
  await page.getByRole('link', { name: new RegExp(`Decide about ${name}`) }).click()
  await page.getByRole('checkbox', { name: 'SCO Trakker' }).check()
  await button(page, 'Accept and next').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept and next' }).click()
  await carryOutDecision(page, plan, account)
  await expect(lastDecisions(page)).toContainText(`${name} now has access`)

  await page.goto(at(harborview, '/thp/portal/internal/logout'))
  await signInAs(page, account)
  await page.waitForURL('**/providers/home')
  const access = page.getByRole('region', { name: 'Your access' })
  await expect(access).toContainText('SCO Trakker')
  await expect(access).not.toContainText('SCO invoices')
  await page.goto(ACCESS)
  await expect(page.getByRole('main')).toContainText('Provider Services, because there is no administrator')
})
