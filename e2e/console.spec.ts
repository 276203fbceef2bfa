import type { Page } from '@playwright/test'
import { at, expectAccessible, harborview, inspectEveryBrand, startSession } from './fixtures.ts'
import { registerWaitingPerson } from './support/people.ts'
import { carryOutDecision, lastDecisions, newStaff } from './support/staff.ts'
import { alert, button, expect, heading, test } from './support/wizard.ts'

const INTERNAL = '/thp/portal/internal'
const PAGES = {
  home: ['home', 'Hello, Stafford'],
  contracts: ['contracts', 'Contracts'],
  requests: ['requests', 'Requests'],
  people: ['people', 'People'],
  person: ['people?account=demosaa', 'Sandra Ashgrove'],
  providers: ['providers?search=14000000', 'Providers'],
  provider: ['providers?npi=1400000026', 'Harriet Okonjo'],
  changes: ['changes', 'Directory changes'],
  audit: ['audit', 'Audit'],
  mail: ['mail', 'Mail'],
  applications: ['applications', 'Applications'],
} as const

/** Opens a page and waits until it has loaded all its data. */
async function openPage(page: Page, name: keyof typeof PAGES): Promise<void> {
  const [path, title] = PAGES[name]
  await page.goto(at(harborview, `${INTERNAL}/${path}`))
  await expect(heading(page)).toHaveText(title)
  await expect(page.locator('.skeleton')).toHaveCount(0)
}

test('every page of the console is accessible', async ({ page }) => {
  await startSession(page, harborview, 'internal', 'demostaff')
  for (const name of Object.keys(PAGES) as (keyof typeof PAGES)[]) {
    await openPage(page, name)
    await inspectEveryBrand(page, `console-${name}`)
  }
})

test('plan staff reject a request with a reason and come to the next, by keyboard', async ({ page, request, plan }) => {
  // Consecutive in the queue: no other test uses these times.
  let askedAt = Date.now() - 9 * 86_400_000
  const passToStaff = async () => {
    const person = await registerWaitingPerson(request, plan, await plan.takeProvider('full'))
    askedAt += 1
    await plan.db
      .updateTable('access_request')
      .set({ needs_staff: true, created_at: new Date(askedAt) })
      .where('npi', '=', person.provider.npi)
      .execute()
    return person
  }
  const [rejected, next] = [await passToStaff(), await passToStaff()]
  const competing = await registerWaitingPerson(request, plan, rejected.provider)
  await startSession(page, harborview, 'internal', await newStaff(plan))
  await page.goto(at(harborview, `${INTERNAL}/requests?search=${rejected.lastName}`))
  await expect(page.getByRole('row').filter({ hasText: `Rejects Wanda ${competing.lastName}` })).toHaveCount(1)
  // The whole queue, so that the next request follows.
  await page.goto(at(harborview, `${INTERNAL}/requests`))
  await page
    .getByRole('row')
    .filter({ hasText: rejected.lastName })
    .getByRole('link', { name: /^Decide/ })
    .click()
  await expect(page.getByRole('heading', { name: 'The provider could not be quizzed' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`NPI ${rejected.provider.npi}`)
  await expectAccessible(page)
  const expectOpen = ({ lastName }: { lastName: string }) => expect(heading(page)).toContainText(lastName)
  await page.keyboard.press('j')
  await expectOpen(next)
  await page.keyboard.press('k')
  await expectOpen(rejected)
  await expect(button(page, 'Reject')).toBeVisible()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog).toContainText('Required')
  await dialog.getByLabel('Reason').fill('The practice does not know this person.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Reject and next' }).click()
  await expectOpen(next)
  await carryOutDecision(page, plan, rejected)
  await expect(lastDecisions(page)).toContainText('is rejected')
  expect((await plan.findMail('request.rejected', rejected.email)).body).toContain('does not know this person')

  await page.keyboard.press('/')
  await expect(page.getByLabel('Search by reference, NPI, person or group')).toBeFocused()
})

test('plan staff find a person, suspend the account with a reason and reopen it', async ({ page, request, plan }) => {
  const person = await registerWaitingPerson(request, plan)
  await startSession(page, harborview, 'internal', 'demostaff')
  await page.goto(at(harborview, `${INTERNAL}/people`))
  await page.getByLabel('Search by name, email, user name or NPI').fill(`${person.lastName} wanda`)
  await expect(page.getByText('1 found', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: `Wanda ${person.lastName}` }).click()
  await expect(page.getByText('Waiting for the provider')).toBeVisible()
  await button(page, 'Suspend').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Left the office.')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(alert(page)).toContainText('is suspended')
  await expect(page.getByText('The account was suspended.')).toBeVisible()
  await button(page, 'Reopen').click()
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await expect(alert(page)).toContainText('is open again')
  await page.goBack()
  await expect(page.getByLabel('Search by name, email, user name or NPI')).toHaveValue(`${person.lastName} wanda`)
})

test('the audit trail is filtered and verified, and a mail body is shown in the demo', async ({
  page,
  request,
  plan,
}) => {
  const person = await registerWaitingPerson(request, plan)
  await startSession(page, harborview, 'internal', 'demostaff')
  await page.goto(at(harborview, `${INTERNAL}/audit?npi=${person.provider.npi}`))
  const made = page.getByRole('row').filter({ hasText: person.lastName })
  await expect(made).toContainText('Requested access.')
  await expect(made).toContainText('request.made')
  await page.getByLabel('Person').fill('no such person')
  await expect(page.getByText('No records match.')).toBeVisible()
  await button(page, 'Show everything').click()
  await expect(page.getByRole('row').filter({ hasText: 'request.made' }).first()).toBeVisible()
  await button(page, 'Verify now').click()
  await expect(alert(page)).toContainText('The audit trail is complete')

  await page.goto(at(harborview, `${INTERNAL}/mail`))
  await page.getByLabel('Search by address, subject or kind').fill(person.email)
  await page.getByRole('row').filter({ hasText: person.email }).first().getByRole('button').click()
  await expect(page.getByRole('dialog')).toContainText(`To ${person.email}`)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
