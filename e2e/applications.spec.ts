import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { MEMBER_PATHS } from '@portico/core/constants'
import { sql } from 'kysely'
import { at, bayside, harborview, inspectEveryBrand, inspectEveryWidth, startSession } from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import { addMember, openAs, selectAccount } from './support/team.ts'
import { alert, button, expect, heading, test } from './support/wizard.ts'

const APP = at(harborview, '/demo/app')

type State = { signedIn: boolean; signedInBy?: string; problem?: string | null }
/** Asked by the page, because only browsers resolve the brands' hosts. */
const read = (page: Page, address: string) => page.evaluate(async (url) => (await fetch(url)).json(), address)
const stateOf = (page: Page, app: string): Promise<State> => read(page, `${app}/state.json`)

async function fillLogin(page: Page, userName: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign in').click()
}

test('signs in to an application, to a second one without a login, with a stronger proof, and out everywhere', async ({
  page,
  authenticator: device,
  plan,
  request,
}) => {
  const person = await registerActivePerson(request, plan)
  await page.goto(`${APP}/sign-in`)
  await page.waitForURL('**/providers/login?TARGET=*')
  await fillLogin(page, person.userName, 'wrong')
  await expect(alert(page)).toBeVisible()
  await fillLogin(page, person.userName, person.password)
  await page.waitForURL(APP)
  expect(await stateOf(page, APP)).toMatchObject({ signedIn: true, signedInBy: 'password' })
  await page.goto(at(harborview, '/thp/portal/providers/home'))
  await page.getByRole('region', { name: 'Applications' }).getByRole('link', { name: 'Learning center' }).click()
  await page.waitForURL(`${APP}2`)
  expect(await stateOf(page, `${APP}2`)).toMatchObject({ signedIn: true })

  // Without a factor, the person reads what to do.
  await page.goto(`${APP}/sign-in?factor=1`)
  await expect(heading(page)).toHaveText('Confirm it’s you')
  await expect(page.getByText('needs a second factor')).toBeVisible()
  await inspectEveryWidth(page, harborview, 'application-no-factor')
  await page.getByRole('link', { name: 'your profile' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await button(page, 'Create a passkey').click()
  await button(page, 'I’ve saved my codes').click()
  await expect(alert(page)).toContainText('Your passkey is set up.')
  await plan.db
    .updateTable('account_session')
    .set({ proved_by: 'PASSWORD' })
    .where('account_id', 'in', selectAccount(plan, person))
    .execute()
  // A remembered browser signs in with the password alone.
  await plan.db
    .updateTable('account_device')
    .set({ trusted_until: new Date(Date.now() + 86_400_000) })
    .where('account_id', 'in', selectAccount(plan, person))
    .execute()
  await page.goto(`${APP}/sign-in?factor=1`)
  await expect(heading(page)).toHaveText('Confirm it’s you')
  await inspectEveryWidth(page, harborview, 'application-step-up')
  await button(page, 'Use a passkey').click()
  await page.waitForURL(APP)
  expect(await stateOf(page, APP)).toMatchObject({ signedInBy: 'passkey' })

  await page.goto(`${APP}/sign-out`)
  await expect(heading(page)).toHaveText('Sign out')
  await inspectEveryWidth(page, harborview, 'application-sign-out')
  // Otherwise the device signs in again on the login page, without a click.
  await device.answer(false)
  await button(page, 'Sign out').click()
  await page.waitForURL('**/providers/login?signedout=1')
  await expect(heading(page)).toHaveText('Provider sign in')
  expect(await stateOf(page, `${APP}2`)).toMatchObject({ signedIn: false })
})

test('signs in to an application at another origin with the password, and out again', async ({
  page,
  plan,
  request,
}) => {
  const person = await registerActivePerson(request, plan)
  const tool = createServer((_request, reply) => reply.end('The tool')).listen(0, '127.0.0.1')
  await once(tool, 'listening')
  const { port } = tool.address() as AddressInfo
  const origin = `http://localhost:${port}`
  const client_id = 'demo-harborview-app2'
  await plan.db
    .updateTable('hub_client')
    .set({
      redirect_uris: sql`array_append(redirect_uris, ${`${origin}/callback`})`,
      post_logout_uris: sql`array_append(post_logout_uris, ${`${origin}/bye`})`,
    })
    .where('client_id', '=', client_id)
    .execute()
  try {
    const asked = new URLSearchParams({
      client_id,
      redirect_uri: `${origin}/callback`,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    await page.goto(at(harborview, `/oidc/auth?${asked}`))
    await fillLogin(page, person.userName, person.password)
    await page.waitForURL(`${origin}/callback?code=*`)
    const ended = new URLSearchParams({ client_id, post_logout_redirect_uri: `${origin}/bye` })
    await page.goto(at(harborview, `/oidc/session/end?${ended}`))
    await button(page, 'Sign out').click()
    await page.waitForURL(`${origin}/bye`)
  } finally {
    tool.close()
  }
})

test('an application asks for consent once, and again after it was withdrawn in the profile', async ({
  page,
  plan,
}) => {
  const app = at(bayside, '/demo/app2')
  await plan.db
    .updateTable('hub_client')
    .set({ asks_consent: true })
    .where('client_id', '=', 'demo-bayside-app2')
    .execute()
  await startSession(page, bayside, 'members', 'demomember')
  const open = () => page.goto(`${app}/sign-in`)
  await open()
  await expect(heading(page)).toHaveText(/^Allow .* to sign you in\?$/)
  await expect(page.getByRole('listitem').filter({ hasText: 'Your name' })).toBeVisible()
  await inspectEveryWidth(page, bayside, 'application-consent')
  await button(page, 'Do not allow').click()
  await page.waitForURL(app)
  expect(await stateOf(page, app)).toMatchObject({ signedIn: false, problem: 'access_denied' })
  await open()
  // By keyboard alone: after the skip link and the logo.
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab')
  await expect(button(page, 'Allow')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL(app)
  expect(await stateOf(page, app)).toMatchObject({ signedIn: true })
  await open()
  await page.waitForURL(app)

  await page.goto(at(bayside, MEMBER_PATHS.profile))
  const connected = page.getByRole('region', { name: 'Connected applications' })
  await connected.getByRole('button', { name: /^Withdraw/ }).click()
  await expect(alert(page)).toContainText('can no longer see your data.')
  await inspectEveryWidth(page, bayside, 'application-connected')
  expect(await stateOf(page, app)).toMatchObject({ signedIn: false })
  await open()
  await expect(heading(page)).toHaveText(/^Allow/)
})

test('a sign-on that cannot continue says so, and leads to the area of the person', async ({ page, plan }) => {
  const changes = JSON.stringify({ client_id: 'for-offices', kinds: ['provider'] })
  await sql`
    insert into hub_client select (jsonb_populate_record(c, ${changes}::jsonb)).* from hub_client c
    where client_id = 'demo-bayside-app'`.execute(plan.db)
  const asked = new URLSearchParams({
    client_id: 'for-offices',
    redirect_uri: at(bayside, '/demo/app/callback'),
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  await startSession(page, bayside, 'members', 'demomember')
  const logo = page.getByRole('link', { name: bayside.name })
  for (const [path, title, name] of [
    [`/oidc/auth?${asked}`, 'You cannot open this application', 'application-refused'],
    ['/oidc/interaction/AAAAAAAAAAAAAAAAAAAAAA', 'This sign-in has expired', 'application-expired'],
    ['/oidc/auth?client_id=unknown', 'You could not be signed in', 'application-error'],
  ] as const) {
    await page.goto(at(bayside, path))
    await expect(heading(page)).toHaveText(title)
    await expect(logo).toHaveAttribute('href', MEMBER_PATHS.home)
    await inspectEveryWidth(page, bayside, name)
  }
})

test('access that an SAA removes ends in an open application', async ({ page, browser, plan, request }) => {
  const saa = await registerActivePerson(request, plan)
  const member = await addMember(plan, saa, 'AU', ['HOME', 'CLAIM'])
  await startSession(page, harborview, 'providers', member)
  await page.goto(`${APP}/sign-in`)
  await page.waitForURL(APP)
  const ask = () => read(page, `${APP}/may.json?npi=${saa.provider.npi}&permission=CLAIM`)
  expect(await ask()).toEqual({ may: true })

  const office = await openAs(browser, saa)
  await office.goto(at(harborview, '/thp/portal/providers/access'))
  await office.getByRole('link', { name: new RegExp(member.lastName) }).click()
  await button(office, 'Remove').click()
  await office.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(alert(office)).toContainText('no longer has access')
  expect(await ask()).toEqual({ error: 'invalid_token' })
  expect(await stateOf(page, APP)).toEqual({ signedIn: false, problem: 'invalid_grant' })
})

test('an application added in the console has a tile on Home until it is disabled', async ({ page, plan, request }) => {
  const name = `Messages ${Date.now()}`
  const person = await registerActivePerson(request, plan)
  const tile = page.getByRole('region', { name: 'Applications' }).getByRole('link', { name })
  const openHome = async () => page.goto(await startSession(page, harborview, 'providers', person))

  await startSession(page, harborview, 'internal', 'demostaff')
  await page.goto(at(harborview, '/thp/portal/internal/applications'))
  await page.getByRole('link', { name: 'Register an application' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Brand').selectOption(harborview.id)
  await page.getByLabel('Redirect addresses').fill('https://messages.example.org/callback')
  await page.getByLabel('Tile on Home opens').fill('https://messages.example.org/')
  await inspectEveryBrand(page, 'application-form')
  await button(page, 'Register').click()
  await expect(page.getByRole('dialog')).toContainText('We show it only once')
  await inspectEveryWidth(page, harborview, 'application-secret')
  await button(page, 'I’ve stored it').click()
  await expect(alert(page)).toContainText(`${name} is registered.`)
  await expect(heading(page)).toHaveText(name)
  const address = page.url()
  await inspectEveryBrand(page, 'application-page')

  await openHome()
  await expect(tile).toBeVisible()

  await startSession(page, harborview, 'internal', 'demostaff')
  await page.goto(address)
  await button(page, 'Disable').click()
  await button(page, 'Disable now').click()
  await expect(alert(page)).toContainText('is disabled')
  await openHome()
  await expect(page.getByRole('region', { name: 'Applications' })).toBeVisible()
  await expect(tile).toHaveCount(0)
})
