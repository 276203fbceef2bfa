import { INTERNAL_PATHS } from '@portico/core/constants'
import { APPLICATION_TEXTS } from '@portico/core/sign-on-hub/application-form'
import type { Application, ApplicationRow } from '@portico/core/sign-on-hub/application-shapes'
import * as calls from '@portico/core/sign-on-hub/calls'
import { SIGN_IN_FAILURE_TEXTS } from '@portico/core/sign-on-hub/sign-in-failures'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { WAITS_FOR_APPROVAL } from '#shell/console/approver-help.ts'
import { applicationAddress, changeApplicationAddress } from '#shell/console/console-addresses.ts'
import { openAsUser, STAFF } from '../../test/area.tsx'
import { type DeclaredReply, expectFits, refuse, reply } from '../../test/render.tsx'
import { expectAlert, expectNone, heading, muteGatewayLog } from '../../test/wizard.tsx'
import '../internal/internal.css'
import { applicationsPage } from './console-pages.ts'

muteGatewayLog()

const SINCE = '2026-03-02T15:00:00.000Z'
const ROW: ApplicationRow = {
  clientId: 'c1',
  name: 'Claims tool',
  brand: 'harborview',
  state: 'ACTIVE',
  lastUsed: SINCE,
  failedSignIns: 0,
  failedLogouts: 0,
}
const APPLICATION: Application = {
  clientId: 'c1',
  version: 3,
  name: 'Claims tool',
  brand: 'harborview',
  state: 'ACTIVE',
  redirectUris: ['https://tool.example.org/callback'],
  logoutUri: 'https://tool.example.org/logout',
  postLogoutUris: [],
  tileUri: 'https://tool.example.org/',
  tilePermission: 'CLAIM',
  kinds: ['provider'],
  scopes: ['profile', 'access'],
  permissions: ['CLAIM'],
  asksConsent: false,
  allowsEmptyAccess: false,
  keySet: '',
  hasLogo: false,
  createdOn: SINCE,
  disabledOn: '',
  lastUsed: SINCE,
  oldSecretUntil: '',
  signIns: Array.from({ length: 30 }, (_, index) => ({
    day: `2026-03-${String(index + 1).padStart(2, '0')}`,
    count: index,
  })),
  failures: [],
  logouts: [],
}
const SECRET = 'k3yTh4tIsSh0wn0nce'
const LONG = 'Authorizations'.repeat(7)

const open = (address: string, ...replies: DeclaredReply[]) =>
  openAsUser([applicationsPage], { address, me: STAFF, replies })
const openOne = (changed: Partial<Application> = {}, ...replies: DeclaredReply[]) =>
  open(applicationAddress('c1'), reply(calls.openApplication, { ...APPLICATION, ...changed }), ...replies)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const sentTo = (sent: { path: string; input: unknown }[], path: string) =>
  sent.filter((call) => call.path === path).map(({ input }) => input)

test('an empty list leads to the form', async () => {
  open(INTERNAL_PATHS.applications, reply(calls.listApplications, []))
  await expect.element(page.getByText('No application is registered yet.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Register an application' }))
    .toHaveAttribute('href', applicationAddress('new'))
})

test('the list shows state and problems, and fits with a long name', async () => {
  const rows = [
    ROW,
    {
      ...ROW,
      clientId: 'c2',
      name: LONG,
      state: 'DISABLED' as const,
      lastUsed: '',
      failedSignIns: 3,
      failedLogouts: 1,
    },
  ]
  const { container } = open(INTERNAL_PATHS.applications, reply(calls.listApplications, rows))
  const row = page.getByRole('row', { name: LONG })
  for (const text of ['Disabled', 'Never', '3 failed sign-ins in 7 days', '1 failed logout'])
    await expect.element(row).toMatchTextContent(text)
  await expectFits(container)
})

test('an application shows its registration, use, failed sign-ins and failed logouts', async () => {
  const { container } = openOne({
    name: LONG,
    redirectUris: [`https://${LONG.toLowerCase()}.example.org/callback`],
    failures: [
      { reason: 'redirect', at: SINCE, count: 1 },
      { reason: 'client', at: SINCE, count: 412 },
    ],
    logouts: [
      { queuedOn: SINCE, error: 'HTTP 500', attempts: 3, nextAttempt: SINCE },
      { queuedOn: SINCE, error: 'ECONNREFUSED', attempts: 1, nextAttempt: '' },
    ],
  })
  await expect.element(heading()).toMatchTextContent(LONG)
  await expect.element(page.getByText('435 sign-ins in the last 30 days')).toBeVisible()
  const failed = page.getByRole('region', { name: 'Failed sign-ins' })
  for (const text of [SIGN_IN_FAILURE_TEXTS.redirect, SIGN_IN_FAILURE_TEXTS.client, '412 times within a minute'])
    await expect.element(failed).toMatchTextContent(text)
  const logouts = page.getByRole('region', { name: 'Failed logouts' })
  for (const text of [
    'replied with HTTP 500',
    'tried 3 times, next try',
    'ECONNREFUSED',
    'tried 1 time, not sent again',
  ])
    await expect.element(logouts).toMatchTextContent(text)
  await expectFits(container)
})

test('a new application’s secret is shown once, and Escape does not close it', async () => {
  const { sent, opened: _ } = open(
    applicationAddress('new'),
    reply(calls.addApplication, { clientId: 'c1', clientSecret: SECRET, waiting: false }),
    reply(calls.openApplication, APPLICATION),
  )
  await userEvent.fill(page.getByLabelText('Name', { exact: true }), ' Claims tool ')
  await userEvent.selectOptions(page.getByLabelText('Brand'), 'harborview')
  await userEvent.fill(page.getByLabelText('Redirect addresses'), 'https://a.example/cb\nhttps://b.example/cb\n')
  await userEvent.click(page.getByLabelText('Claim status', { exact: true }))
  await userEvent.click(button('Register'))
  await expect.element(dialog()).toMatchTextContent(SECRET)
  await expectFits(document.body)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).toMatchTextContent(SECRET)
  expect(sentTo(sent, calls.addApplication.path)).toMatchObject([
    {
      name: 'Claims tool',
      brand: 'harborview',
      redirectUris: ['https://a.example/cb', 'https://b.example/cb'],
      kinds: ['provider'],
      permissions: ['CLAIM'],
      keySet: '',
    },
  ])
  await userEvent.click(button('I’ve stored it'))
  await expectAlert('Claims tool is registered.')
  await expect.element(heading()).toMatchTextContent('Claims tool')
  expect(document.body.textContent).not.toContain(SECRET)
})

test('the form names what is missing, and its fields are reached by keyboard', async () => {
  const { container } = open(applicationAddress('new'))
  await userEvent.click(page.getByLabelText('Provider offices'))
  await userEvent.click(page.getByLabelText('A key set'))
  await userEvent.fill(page.getByLabelText('Logout address'), 'tool.example.org')
  await userEvent.fill(page.getByRole('textbox', { name: 'Key set' }), 'not JSON')
  await userEvent.click(button('Register'))
  for (const text of ['name', 'redirect', 'kinds', 'address', 'json'] as const)
    await expect.element(page.getByRole('link', { name: APPLICATION_TEXTS[text] })).toBeVisible()
  await expectFits(container)
  await userEvent.click(page.getByRole('link', { name: APPLICATION_TEXTS.name }))
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveFocus()
})

test('a refused address keeps the input', async () => {
  const message = 'http://x.example/ is not an https address.'
  open(
    changeApplicationAddress('c1'),
    reply(calls.openApplication, APPLICATION),
    refuse(calls.changeApplication, { message }),
  )
  await userEvent.fill(page.getByLabelText('Redirect addresses'), 'http://x.example/')
  await userEvent.click(button('Save'))
  await expectAlert(message)
  await expect.element(page.getByLabelText('Redirect addresses')).toHaveValue('http://x.example/')
})

test('a change sends the version, and a waiting one leads to the list', async () => {
  const { sent } = open(
    changeApplicationAddress('c1'),
    reply(calls.openApplication, APPLICATION),
    reply(calls.changeApplication, { clientId: '', clientSecret: '', waiting: true }),
    reply(calls.listApplications, [ROW]),
  )
  await userEvent.fill(page.getByLabelText('Name', { exact: true }), 'Renamed')
  await userEvent.click(button('Save'))
  await expectAlert(WAITS_FOR_APPROVAL)
  const { brand: _, ...kept } = APPLICATION
  expect(sentTo(sent, calls.changeApplication.path)).toMatchObject([
    { clientId: 'c1', version: 3, name: 'Renamed', redirectUris: kept.redirectUris, tilePermission: 'CLAIM' },
  ])
})

test('after a colleague’s change, the current version can be opened', async () => {
  const rendered = open(
    changeApplicationAddress('c1'),
    reply(calls.openApplication, APPLICATION),
    refuse(calls.changeApplication, { message: APPLICATION_TEXTS.changed }, 407),
  )
  await userEvent.fill(page.getByLabelText('Name', { exact: true }), 'Mine')
  rendered.setReplies(reply(calls.openApplication, { ...APPLICATION, version: 4, name: 'Theirs' }))
  await userEvent.click(button('Save'))
  await expect.element(page.getByRole('alert')).toMatchTextContent(APPLICATION_TEXTS.changed)
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Mine')
  await userEvent.click(button('open the current version'))
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Theirs')
})

test('a new secret is made after a confirmation', async () => {
  openOne({}, reply(calls.rotateApplicationSecret, { clientId: 'c1', clientSecret: SECRET, waiting: false }))
  await userEvent.click(button('Make a new secret'))
  await expect.element(dialog()).toMatchTextContent('The old secret stays valid for one day')
  await userEvent.click(dialog().getByRole('button', { name: 'Make a new secret' }))
  await expect.element(dialog()).toMatchTextContent(SECRET)
  await userEvent.click(button('I’ve stored it'))
  await expectNone(dialog())
})

test('an application with a key set has no secret to replace', async () => {
  openOne({ keySet: '{"keys":[]}' })
  await expect.element(page.getByText('A key set', { exact: true })).toBeVisible()
  await expectNone(button('Make a new secret'))
})

test('disabling asks first, and a disabled application can be enabled', async () => {
  const rendered = openOne({}, reply(calls.disableApplication, true))
  await userEvent.click(button('Disable'))
  await expect.element(dialog()).toMatchTextContent('Everyone is signed out of it at once')
  expect(sentTo(rendered.sent, calls.disableApplication.path)).toEqual([])
  rendered.setReplies(
    reply(calls.openApplication, { ...APPLICATION, state: 'DISABLED', disabledOn: SINCE }),
    reply(calls.enableApplication, { clientId: 'c1', clientSecret: '', waiting: false }),
  )
  await userEvent.click(button('Disable now'))
  await expectAlert('Claims tool is disabled. Everyone was signed out of it.')
  await userEvent.click(button('Enable'))
  await userEvent.click(dialog().getByRole('button', { name: 'Enable' }))
  await expectAlert('Claims tool is enabled. People can sign in again.')
})
