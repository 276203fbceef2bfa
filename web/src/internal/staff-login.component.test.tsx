import { INTERNAL_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { getSmAgentId } from '@portico/core/registration/calls'
import { staffSignIn } from '@portico/core/signon/calls'
import { passkeyChallenge } from '@portico/core/signon/factors/calls'
import * as sentence from '@portico/core/signon/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AREAS } from '#shell/router/area.ts'
import { AreaPagesContext, page as declarePage } from '#shell/router/pages.ts'
import { Router } from '#shell/router/router.tsx'
import { readReturnAddress } from '#shell/session/return-address.ts'
import { expectFits, failWith, render, reply } from '../../test/render.tsx'
import { expectAlert, expectNone, muteGatewayLog } from '../../test/wizard.tsx'
import { StaffLogin } from './staff-login.tsx'

muteGatewayLog()

const FORGOT = 'Forgot your password?'
const pages = [declarePage('visitor', INTERNAL_PATHS.forgotPassword, FORGOT, async () => () => null)]

const openLogin = (way: 'password' | 'oidc' | 'either', query = '') =>
  render(
    <Router>
      <AreaPagesContext value={{ area: AREAS.internal, pages }}>
        <StaffLogin />
      </AreaPagesContext>
    </Router>,
    {
      address: `${INTERNAL_PATHS.login}${query}`,
      replies: [reply(staffSignIn, way), reply(getSmAgentId, 'agent'), failWith(passkeyChallenge, 503)],
    },
  )

const workAccount = () => page.getByRole('link', { name: sentence.WORK_ACCOUNT })
const password = () => page.getByLabelText('Password', { exact: true })
const start = (query: Record<string, string>) => `${INTERNAL_PATHS.area}/oidc?${new URLSearchParams(query)}`

test('with passwords, the staff login has the form and no work account', async () => {
  const { container } = openLogin('password')
  await expect.element(password()).toBeVisible()
  await expect.element(page.getByRole('link', { name: FORGOT })).toBeVisible()
  await expectNone(workAccount())
  await expectFits(container)
})

test('with the directory alone, the staff login has the work account and nothing about passwords', async () => {
  const { container } = openLogin('oidc')
  await expect.element(workAccount()).toHaveAttribute('href', start({ TARGET: INTERNAL_PATHS.home }))
  await expectNone(password())
  await expectNone(page.getByRole('link', { name: FORGOT }))
  await expectFits(container)
})

test('with either, the staff login has the work account above the form', async () => {
  const { container } = openLogin('either')
  await expect.element(workAccount()).toBeVisible()
  await expect.element(password()).toBeVisible()
  const order = workAccount().element().compareDocumentPosition(password().element())
  expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await expectFits(container)
})

test('before the plan’s way to sign in is known, no form asks for a password', async () => {
  const { promise, resolve } = Promise.withResolvers<'password'>()
  const { setReplies } = openLogin('password')
  setReplies(reply(staffSignIn, () => promise))
  await expect.element(page.getByRole('heading', { name: 'Plan staff sign in' })).toBeVisible()
  await expectNone(password())
  resolve('password')
  await expect.element(password()).toBeVisible()
})

test('if the call for the way to sign in fails, the form is offered', async () => {
  openLogin('password').setReplies(failWith(staffSignIn, 503))
  await expect.element(password()).toBeVisible()
})

test('the work account leads back to the requested page, also after it was away', async () => {
  const TARGET = INTERNAL_PATHS.requests
  const { opened } = openLogin('oidc', `?${new URLSearchParams({ TARGET })}`)
  await userEvent.click(workAccount())
  await expect.poll(() => opened).toEqual([start({ TARGET })])
  expect(readReturnAddress(AREAS.internal)).toBe(TARGET)
})

test('an invitation is accepted with the work account, or with a password where both are allowed', async () => {
  openLogin('either', '?activateId=AAAAAAAAAAAAAAAAAAAAAA')
  await expect.element(page.getByText('Sign in to accept your invitation.')).toBeVisible()
  const query = { activateId: 'AAAAAAAAAAAAAAAAAAAAAA', TARGET: INTERNAL_PATHS.home }
  await expect.element(workAccount()).toHaveAttribute('href', start(query))
  await expect
    .element(page.getByRole('link', { name: 'Set a user name and password instead' }))
    .toHaveAttribute('href', `${PROVIDER_PATHS.registration}?activateId=AAAAAAAAAAAAAAAAAAAAAA`)
})

test('an invitation offers no password where only the work account is allowed', async () => {
  openLogin('oidc', '?activateId=AAAAAAAAAAAAAAAAAAAAAA')
  await expect.element(workAccount()).toBeVisible()
  await expectNone(page.getByRole('link', { name: 'Set a user name and password instead' }))
})

test.each([
  ['directory-away', sentence.DIRECTORY_AWAY],
  ['directory-refused', sentence.DIRECTORY_REFUSED],
  ['directory-again', sentence.DIRECTORY_AGAIN],
  ['not-invited', sentence.NOT_INVITED],
])('after the refusal %s the staff login says what to do', async (reason, text) => {
  const { container } = openLogin('oidc', `?error=1&reason=${reason}`)
  await expectAlert(text)
  await expect.element(workAccount()).toBeVisible()
  await expectFits(container)
})
