import { randomBytes } from 'node:crypto'
import { completeTakeovers } from '../server/src/access/domain/successors/due-successors.ts'
import { transact } from '../server/src/platform/database/transaction.ts'
import { readSettings } from '../server/src/platform/settings/settings.ts'
import { insertTestAccount, testPassword } from '../server/test/accounts.ts'
import { testContext } from '../server/test/context.ts'
import { at, bayside, harborview, inspect, inspectEveryWidth, phone, startSession } from './fixtures.ts'
import { openAs } from './support/team.ts'
import type { TestPlan } from './support/test-plan.ts'
import { openWindow } from './support/windows.ts'
import { alert, button, expect, heading, test } from './support/wizard.ts'

const PAGE = '/thp/portal/providers/access/successor'
const DAY_MS = 86_400_000

/** A colleague whose account and access are old enough. */
async function insertColleague(plan: TestPlan, npi: string, role: 'SAA' | 'AU', firstName: string) {
  const userName = `s${randomBytes(4).toString('hex')}`
  const permissions = role === 'SAA' ? ['HOME', 'ELIG', 'CLAIM', 'ROSTER'] : ['HOME', 'CLAIM']
  const grants = [{ role, scopeId: npi, permissions }]
  const account = await insertTestAccount(plan.db, { username: userName, firstName, lastName: `S${npi}`, grants })
  return {
    ...account,
    userName,
    password: testPassword,
    email: `${userName}@example.org`,
    name: `${firstName} S${npi}`,
  }
}

/** The time for objections. */
async function waitForTakeover(plan: TestPlan, npi: string): Promise<boolean> {
  const settings = readSettings({ PORTICO_DATA_DIR: process.env.PORTICO_E2E_DATA_DIR })
  const { id } = await plan.db
    .selectFrom('saa_successor')
    .select('id')
    .where('entity', '=', `NPI:${npi}`)
    .executeTakeFirstOrThrow()
  const at = (days: number) =>
    transact(testContext(plan.db, settings, { now: new Date(Date.now() + days * DAY_MS) }), (inside) =>
      completeTakeovers.handle(inside, id),
    )
  expect(await at(13)).toBe(false)
  return at(14)
}

test('a named successor takes over after the SAA gave up the access and nobody objected', async ({
  page,
  plan,
  browser,
  authenticator: _,
}) => {
  test.slow()
  const provider = await plan.takeProvider('full')
  const planEmail = await plan.addPlanEmail(provider)
  const saa = await insertColleague(plan, provider.npi, 'SAA', 'Sandra')
  const successor = await insertColleague(plan, provider.npi, 'AU', 'Uma')

  // The SAA names a successor, on a desktop and with the keyboard alone.
  const office = await openAs(browser, saa)
  await office.goto(at(harborview, '/thp/portal/providers/home'))
  await office.getByRole('link', { name: 'Name a successor who takes over when you leave' }).click()
  await expect(heading(office)).toHaveText('Successors of administrators')
  await expect(button(office, 'Name as successor')).toBeVisible()
  await inspectEveryWidth(office, harborview, 'successor-choose')
  await office.getByRole('radio', { name: successor.name }).focus()
  await office.keyboard.press('Space')
  await office.keyboard.press('Enter')
  await expect(alert(office)).toContainText(`You named ${successor.name} as your successor`)
  await expect(office.getByText('Has not answered yet')).toBeVisible()
  await inspectEveryWidth(office, harborview, 'successor-named')
  await plan.findMail('successor.named', successor.email)

  // The successor agrees, on a phone of the other brand.
  await page.setViewportSize(phone)
  await startSession(page, bayside, 'providers', successor)
  await page.goto(at(bayside, '/thp/portal/providers/home'))
  await page.getByRole('link', { name: 'You were named as successor: agree or decline' }).click()
  await expect(button(page, 'Agree')).toBeVisible()
  await inspect(page, 'successor-agree-bayside-phone')
  await button(page, 'Agree').click()
  await expect(alert(page)).toContainText('You agreed to be the successor')
  await inspect(page, 'successor-agreed-bayside-phone')
  await plan.findMail('successor.answered', saa.email)

  // The SAA leaves.
  await office.reload()
  await button(office, 'Give up your access').click()
  const dialog = office.getByRole('dialog', { name: /^Give up your access to/ })
  await inspectEveryWidth(office, harborview, 'successor-leave-dialog')
  await dialog.getByRole('button', { name: 'Give up access' }).click()
  await expect(dialog).toBeHidden()
  await plan.findMail('successor.offered', successor.email)

  // The successor sets up a second factor, and takes over.
  await page.goto(at(bayside, PAGE))
  await button(page, 'Take over').click()
  await expect(alert(page)).toContainText('Taking over needs a second step at sign-in.')
  await inspect(page, 'successor-take-over-bayside-phone')
  await page.getByRole('link', { name: 'Open your profile' }).click()
  await page
    .getByRole('region', { name: 'Passkeys and second factor' })
    .getByRole('button', { name: 'Add a passkey' })
    .click()
  await button(page, 'Create a passkey').click()
  await button(page, 'I’ve saved my codes').click()
  await expect(alert(page)).toContainText('Your passkey is set up.')
  await page.goto(at(bayside, PAGE))
  await button(page, 'Take over').click()
  await expect(alert(page)).toContainText('You accepted. You become the Senior Access Administrator')
  await inspect(page, 'successor-accepted-bayside-phone')

  // The former SAA and the provider can stop it: opening the link changes nothing.
  await plan.findMail('successor.accepted', saa.email)
  const { link } = await plan.findMail('successor.accepted-provider', planEmail)
  const visitor = await openWindow(browser)
  await visitor.goto(link)
  await expect(heading(visitor)).toHaveText('Stop a takeover')
  await expect(visitor.getByRole('main')).toContainText(successor.name)
  expect(visitor.url()).not.toContain('takeoverId')
  await inspectEveryWidth(visitor, harborview, 'stop-takeover')

  // Plan staff see it.
  const console = await openWindow(browser)
  await console.goto(await startSession(console, harborview, 'internal', 'demoreview'))
  await console.goto(at(harborview, '/thp/portal/internal/successors'))
  await expect(console.getByRole('row', { name: new RegExp(successor.name) })).toContainText('Begins on')
  await inspectEveryWidth(console, harborview, 'takeovers')

  expect(await waitForTakeover(plan, provider.npi)).toBe(true)
  await plan.findMail('saa.handed-over', successor.email)
  await page.goto(at(bayside, '/thp/portal/providers/access'))
  await expect(page.getByRole('link', { name: 'Invite a person' })).toBeVisible()
  await visitor.goto(link)
  await expect(visitor.getByRole('main')).toContainText('This takeover is no longer open.')
})

test('an objection by mail stops a takeover, and plan staff decide', async ({ page, plan, browser }) => {
  const provider = await plan.takeProvider('full')
  const planEmail = await plan.addPlanEmail(provider)
  const saa = await insertColleague(plan, provider.npi, 'SAA', 'Sandra')
  const successor = await insertColleague(plan, provider.npi, 'AU', 'Uma')
  const grantOf = ({ id }: { id: string }) =>
    plan.db.selectFrom('access_grant').select('id').where('account_id', '=', id).executeTakeFirstOrThrow()
  const now = new Date()
  await plan.db
    .insertInto('saa_successor')
    .values({
      ...{ entity: `NPI:${provider.npi}`, state: 'OFFERED', cause: 'LEFT', named_at: now, agreed_at: now },
      ...{ saa_grant_id: (await grantOf(saa)).id, successor_grant_id: (await grantOf(successor)).id },
      ...{ confirm_due_at: new Date(now.getTime() + 300 * DAY_MS), offered_at: now },
    })
    .execute()
  await plan.db.updateTable('access_grant').set({ state: 'REVOKED' }).where('account_id', '=', saa.id).execute()
  const office = await openWindow(browser)
  await startSession(office, harborview, 'providers', successor)
  await plan.db
    .updateTable('account_session')
    .set({ proved_by: 'EMAIL' })
    .where('account_id', '=', successor.id)
    .execute()
  await office.goto(at(harborview, PAGE))
  await button(office, 'Take over').click()
  await expect(alert(office)).toContainText('You accepted.')

  const { link } = await plan.findMail('successor.accepted-provider', planEmail)
  await page.goto(link)
  await button(page, 'Stop the takeover').click()
  await expect(alert(page)).toHaveText('The takeover is stopped. Provider Services will review it and decide.')
  await page.goto(link)
  await expect(page.getByRole('main')).toContainText('This link was already used.')

  const console = await openWindow(browser)
  await console.goto(await startSession(console, bayside, 'internal', 'demoreview'))
  await console.goto(at(bayside, '/thp/portal/internal/successors'))
  const row = console.getByRole('row', { name: new RegExp(successor.name) })
  await expect(row).toContainText('Waiting for your decision')
  await row.getByRole('button', { name: /^Refuse/ }).click()
  const dialog = console.getByRole('dialog', { name: /^Refuse/ })
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await inspectEveryWidth(console, bayside, 'takeover-refuse-dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The provider asked us not to.')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect(alert(console)).toContainText(`You refused ${successor.name}.`)
  await expect(row).toHaveCount(0)
})
