import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { at, expectAccessible, harborview, inspectEveryBrand, startSession } from './fixtures.ts'
import { registerWaitingPerson } from './support/people.ts'
import { carryOutDecision, lastDecisions, newStaff } from './support/staff.ts'
import { importOrganization, type TestOrganization } from './support/test-organization.ts'
import {
  acceptTerms,
  alert,
  button,
  createAccount,
  expect,
  fillCredentials,
  heading,
  newAccount,
  test,
} from './support/wizard.ts'

const INTERNAL = '/thp/portal/internal'
const PAGES = {
  home: ['home', 'Hello, Stafford'],
  contracts: ['contracts', 'Contracts'],
  requests: ['requests', 'Requests'],
  people: ['people', 'People'],
  person: ['people?account=demosaa', 'Sandra Ashgrove'],
  providers: ['providers?search=14000000', 'Providers'],
  provider: ['providers?npi=1400000026', 'Harriet Okonjo'],
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

test('a staff member invited on the command line completes the account and opens the console', async ({ page }) => {
  const account = newAccount()
  const { stdout } = await promisify(execFile)(
    'node_modules/.bin/node',
    ['server/src/cli.ts', 'user', 'add', '--kind', 'internal', '--email', account.email].concat([
      '--first',
      account.firstName,
      '--last',
      account.lastName,
    ]),
    {
      env: {
        ...process.env,
        PORTICO_DATA_DIR: process.env.PORTICO_E2E_DATA_DIR,
        PORT: process.env.PORTICO_E2E_PORT,
        PORTICO_DEMO: '1',
      },
    },
  )
  const link = /https?:\/\/\S+activateId=\S+/.exec(stdout)?.[0] ?? ''
  await page.goto(link)
  await expect(heading(page)).toHaveText('Complete Your Account')
  await expect(page.getByRole('main')).toContainText(account.email)
  await fillCredentials(page, account)
  await acceptTerms(page)
  await createAccount(page)
  await expect(heading(page)).toHaveText('Registration successful')
  await button(page, 'ACCESS SECURE PORTAL').click()
  await page.waitForURL(`**${INTERNAL}/home`)
  await expect(heading(page)).toHaveText(`Hello, ${account.firstName}`)
})

test('plan staff reject one request with a reason and accept the next, by keyboard', async ({
  page,
  request,
  plan,
}) => {
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
  const [rejected, accepted] = [await passToStaff(), await passToStaff()]
  const competing = await registerWaitingPerson(request, plan, rejected.provider)
  await startSession(page, harborview, 'internal', await newStaff(plan))
  const open = async (lastName: string) => {
    await page.goto(at(harborview, `${INTERNAL}/requests`))
    await page
      .getByRole('row')
      .filter({ hasText: lastName })
      .getByRole('link', { name: /^Decide/ })
      .click()
    await expect(page.getByRole('heading', { name: 'The provider could not be quizzed' })).toBeVisible()
  }
  await page.goto(at(harborview, `${INTERNAL}/requests?search=${rejected.lastName}`))
  await expect(page.getByRole('row').filter({ hasText: `Rejects Wanda ${competing.lastName}` })).toHaveCount(1)
  await open(rejected.lastName)
  await expect(page.getByRole('main')).toContainText(`NPI ${rejected.provider.npi}`)
  await expectAccessible(page)
  const expectOpen = ({ lastName }: { lastName: string }) => expect(heading(page)).toContainText(lastName)
  await page.keyboard.press('j')
  await expectOpen(accepted)
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
  await expectOpen(accepted)
  await carryOutDecision(page, plan, rejected)
  await expect(lastDecisions(page)).toContainText('is rejected')
  expect((await plan.findMail('request.rejected', rejected.email)).body).toContain('does not know this person')

  await page.keyboard.press('/')
  await expect(page.getByLabel('Search by reference, NPI, person or group')).toBeFocused()
  await open(accepted.lastName)
  await expect(button(page, 'Accept and next')).toBeVisible()
  await page.keyboard.press('v')
  await dialog.getByRole('button', { name: 'Accept and next' }).click()
  await carryOutDecision(page, plan, accepted)
  await expect(lastDecisions(page)).toContainText(`${accepted.lastName} now has access`)
  await page.goto(at(harborview, `${INTERNAL}/requests?search=${accepted.lastName}`))
  await expect(page.getByText('No results. Try fewer letters.')).toBeVisible()
  expect((await plan.findMail('request.activated', accepted.email)).subject).not.toBe('')
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

test('plan staff unlock an NPI, copy an easyReg link and invite an SAA', async ({ context, page, plan }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const organization = await importOrganization(4)
  const [group] = organization.groups as [TestOrganization['groups'][number]]
  await plan.db
    .insertInto('identity_attempt')
    .values(
      Array.from({ length: 20 }, () => ({
        kind: 'STEP1' as const,
        npi: group.npi,
        address: '203.0.113.5',
        at: new Date(),
      })),
    )
    .execute()
  await startSession(page, harborview, 'internal', 'demostaff')
  await page.goto(at(harborview, `${INTERNAL}/providers`))
  await page.getByRole('row').filter({ hasText: group.npi }).getByRole('link').click()
  await expect(page.getByText('Validation locked')).toBeVisible()
  await button(page, 'Unlock').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click()
  await expect(alert(page)).toContainText('is unlocked')
  await expect(page.getByText('Not locked')).toBeVisible()

  await page.getByRole('button', { name: 'Copy the link for Harborview Health Plan' }).click()
  await expect(page.getByText('Link copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/providers\/registration\?easyReg=Y$/)

  const account = newAccount()
  await button(page, 'Invite an SAA').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(dialog).toContainText('Please correct error(s) in red.')
  await expectAccessible(page)
  await dialog.getByLabel('SAA of').selectOption({ label: `${group.name} (Provider group)` })
  await dialog.getByLabel('First name').fill(account.firstName)
  await dialog.getByLabel('Last name').fill(account.lastName)
  await dialog.getByLabel('Email').fill(account.email)
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(alert(page)).toContainText(`The invitation was sent to ${account.email}.`)
  const { link } = await plan.findMail('account.invited', account.email)
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByRole('main')).toContainText(group.name)
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
