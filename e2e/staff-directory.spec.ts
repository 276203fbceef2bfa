import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { INTERNAL_PATHS } from '@portico/core/constants'
import * as sentence from '@portico/core/signon/sentences'
import { createLink } from '../server/src/platform/identity/links.ts'
import { insertTestAccount } from '../server/test/accounts.ts'
import { findFreePort } from '../server/test/free-port.ts'
import { CLIENT, startTestDirectory } from '../server/test/test-directory.ts'
import { harborview, inspectEveryWidth } from './fixtures.ts'
import { ageSession } from './support/age-session.ts'
import { startSecondServer } from './support/second-server.ts'
import type { TestPlan } from './support/test-plan.ts'
import { alert, button, expect, heading, test } from './support/wizard.ts'

/** The portal with a directory for its staff, which is another OpenID provider in another process. */
async function startWithDirectory() {
  const port = await findFreePort()
  const portal = `http://localhost:${port}`
  const directory = await startTestDirectory([`${portal}${INTERNAL_PATHS.area}/oidc/callback`], { page: true })
  const server = await startSecondServer({
    PORT: String(port),
    PORTICO_STAFF_SIGN_IN: 'oidc',
    PORTICO_STAFF_OIDC_ISSUER: directory.issuer,
    PORTICO_STAFF_OIDC_CLIENT_ID: CLIENT.id,
    PORTICO_STAFF_OIDC_CLIENT_SECRET: CLIENT.secret,
  })
  const stop = async () => {
    await server.stop()
    await directory.stop()
  }
  return { portal, directory, stop }
}

/** Returns the token of the invitation's link. */
async function inviteStaff({ db }: TestPlan, unique: string): Promise<string> {
  const name = { firstName: 'Wilma', lastName: 'Worthington' }
  const { id } = await insertTestAccount(db, { username: unique, kind: 'internal', state: 'INVITED', ...name })
  return createLink({ db, now: new Date() }, { purpose: 'ACTIVATION', accountId: id, lifetimeSeconds: 3600 })
}

const workAccount = (page: Page) => page.getByRole('link', { name: sentence.WORK_ACCOUNT })

const account = (page: Page) => page.getByRole('button', { name: 'Wilma Worthington' })

async function signInWithWorkAccount(page: Page): Promise<void> {
  await workAccount(page).click()
  await expect(heading(page)).toHaveText('Work account')
  await button(page, 'Sign in').click()
  await page.waitForURL(`**${INTERNAL_PATHS.home}`)
}

test('plan staff sign in with their work account, confirm with it, sign out, and read that it is away', async ({
  page,
  plan,
}) => {
  const { portal, directory, stop } = await startWithDirectory()
  const unique = `w${randomBytes(5).toString('hex')}`
  directory.now.person = { sub: unique }
  try {
    await page.goto(`${portal}${INTERNAL_PATHS.login}?activateId=${await inviteStaff(plan, unique)}`)
    await expect(workAccount(page)).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
    await inspectEveryWidth(page, harborview, 'work-account')
    await signInWithWorkAccount(page)
    await expect(account(page)).toBeVisible()

    await page.goto(`${portal}${INTERNAL_PATHS.staff}`)
    await button(page, 'Add a colleague').click()
    const form = page.getByRole('dialog', { name: 'Add a colleague' })
    await form.getByLabel('First name').fill('Colleen')
    await form.getByLabel('Last name').fill('Zander')
    await form.getByLabel('Email').fill(`${unique}@plan.example`)
    await form.getByLabel('Auditor').check()
    await ageSession(page, plan)
    await form.getByRole('button', { name: 'Send the invitation' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await expect(confirm).toBeVisible()
    await inspectEveryWidth(page, harborview, 'work-account-step-up')
    const opening = page.waitForEvent('popup')
    await confirm.getByRole('link', { name: 'Use your work account' }).click()
    const popup = await opening
    await button(popup, 'Sign in').click()
    await expect(heading(popup)).toHaveText('Your identity is confirmed')
    await inspectEveryWidth(popup, harborview, 'work-account-confirmed')
    await popup.close()
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    await expect(alert(page)).toHaveText(`The invitation was sent to ${unique}@plan.example.`)

    await account(page).click()
    await page.getByRole('link', { name: 'Sign out' }).click()
    await expect(alert(page)).toHaveText('You have signed out.')

    await directory.stop()
    await workAccount(page).click()
    await expect(alert(page)).toHaveText(sentence.DIRECTORY_AWAY)
    await inspectEveryWidth(page, harborview, 'work-account-away')
    await directory.restart()
    // The directory still knows the person.
    await workAccount(page).click()
    await expect(account(page)).toBeVisible()

    // The account has no factor in the portal, so the link opens nothing.
    const { id: accountId } = await plan.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', unique)
      .executeTakeFirstOrThrow()
    const link = { purpose: 'STAFF_DOOR', accountId, lifetimeSeconds: 900 } as const
    const token = await createLink({ db: plan.db, now: new Date() }, link)
    await page.goto(`${portal}${INTERNAL_PATHS.area}/oidc/open-door?doorId=${token}`)
    await expect(heading(page)).toHaveText('Emergency sign-in')
    await inspectEveryWidth(page, harborview, 'emergency-sign-in')
    await button(page, 'Continue').click()
    await expect(page.getByText(sentence.DOOR_LINK_OVER)).toBeVisible()
    await inspectEveryWidth(page, harborview, 'emergency-sign-in-over')
  } finally {
    await stop()
  }
})
