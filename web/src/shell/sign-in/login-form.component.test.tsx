import { PROVIDER_PATHS } from '@portico/core/constants'
import { COMPLETE_CAPTCHA, REQUIRED } from '@portico/core/forms/messages'
import { captchaChallenge, getSmAgentId } from '@portico/core/registration/calls'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import { passkeyChallenge } from '@portico/core/signon/factors/calls'
import { SIGN_IN_NEEDS_CAPTCHA, TOO_MANY_SIGN_INS, waitToSignIn } from '@portico/core/signon/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectFits, failWith, render, reply, replyBare } from '../../../test/render.tsx'
import { muteGatewayLog } from '../../../test/wizard.tsx'
import { AREAS } from '../router/area.ts'
import { AreaPagesContext } from '../router/pages.ts'
import { Router } from '../router/router.tsx'
import { saveReturnAddress } from '../session/return-address.ts'
import { signOnFields } from '../session/sign-on.ts'
import { LoginPage } from './login-form.tsx'

muteGatewayLog()

const openLogin = (query: string, area = AREAS.providers) =>
  render(
    <Router>
      <AreaPagesContext value={{ area, pages: [] }}>
        <LoginPage heading="Sign in" intro="Use your own account." />
      </AreaPagesContext>
    </Router>,
    {
      address: `${area.login}?${query}`,
      replies: [reply(getSmAgentId, 'agent'), replyBare(captchaChallenge, {}), failWith(passkeyChallenge, 503)],
    },
  )
const captcha = () => page.getByRole('group', { name: 'Captcha' })
const alert = () => page.getByRole('alert')

test.each(Object.values(AREAS))('the $name login shows the Captcha and requires it', async (area) => {
  const { container, opened } = openLogin('error=1&captcha=altcha', area)
  await expect.element(captcha()).toBeVisible()
  await expect.element(alert()).toHaveTextContent('The user name or password is incorrect. Please try again.')
  await userEvent.fill(page.getByLabelText('User name'), 'demosaa')
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'NotThisOne')
  await userEvent.click(page.getByRole('button', { name: 'Sign in', exact: true }))
  await expect.element(captcha()).toMatchTextContent(COMPLETE_CAPTCHA)
  await expect.element(captcha()).toHaveFocus()
  expect(opened).toEqual([])
  await expectFits(container)
})

/** Fields of the form when it is posted. */
function followSubmit(): Promise<Record<string, unknown>> {
  const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>()
  const read = ({ target }: Event) => resolve(Object.fromEntries(new FormData(target as HTMLFormElement)))
  document.addEventListener('submit', read, { once: true })
  return promise
}

test.each([
  ['', PROVIDER_PATHS.home],
  [PROVIDER_PATHS.profile, PROVIDER_PATHS.profile],
  ['https://evil.example/', PROVIDER_PATHS.home],
])('the login form with TARGET "%s" posts all six fields to the sign-on agent', async (target, posted) => {
  const { opened } = openLogin(`TARGET=${encodeURIComponent(target)}`)
  await expect.poll(() => document.querySelector<HTMLInputElement>('[name=SMAGENTNAME]')?.value).toBe('agent')
  const fields = followSubmit()
  await userEvent.fill(page.getByLabelText('User name'), 'demosaa')
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'Harborview1')
  await userEvent.click(page.getByRole('button', { name: 'Sign in', exact: true }))
  expect(await fields).toEqual(signOnFields('demosaa', 'Harborview1', 'agent', posted))
  await expect.poll(() => opened).toEqual([SIGN_ON_PATH])
})

test('a wrong password shows one error and keeps the requested page', async () => {
  saveReturnAddress(AREAS.providers, PROVIDER_PATHS.profile)
  const { container } = openLogin('error=1')
  await expect.element(alert()).toHaveTextContent('The user name or password is incorrect. Please try again.')
  await expect.poll(() => document.title).toBe('Error: Sign in')
  expect(document.querySelector<HTMLInputElement>('[name=TARGET]')?.value).toBe(PROVIDER_PATHS.profile)
  await expectAccessible(container)
})

test('an opened login without an error does not lead to an earlier page', async () => {
  saveReturnAddress(AREAS.providers, PROVIDER_PATHS.profile)
  openLogin('')
  await expect.element(page.getByLabelText('User name')).toBeVisible()
  expect(document.querySelector<HTMLInputElement>('[name=TARGET]')?.value).toBe(PROVIDER_PATHS.home)
  expect(alert().elements()).toHaveLength(0)
})

test('a login without a Captcha shows none, and an empty form is refused at its fields', async () => {
  openLogin('')
  await userEvent.click(page.getByRole('button', { name: 'Sign in', exact: true }))
  await expect.element(page.getByLabelText('User name')).toHaveAccessibleDescription(REQUIRED)
  await expect.element(page.getByLabelText('User name')).toHaveFocus()
  expect(captcha().elements()).toHaveLength(0)
})

test('a login that needs the Captcha first says so', async () => {
  const { container } = openLogin('error=1&reason=captcha&captcha=altcha')
  await expect.element(alert()).toHaveTextContent(SIGN_IN_NEEDS_CAPTCHA)
  await expectAccessible(container)
})

test('too many failures are refused with the time to wait', async () => {
  const { container } = openLogin('error=1&reason=wait&seconds=8&captcha=altcha')
  await expect.element(alert()).toHaveTextContent(waitToSignIn(8))
  await expectAccessible(container)
})

test.each(['x', '-1', '1.5'])('a time to wait of %s is not shown', async (seconds) => {
  openLogin(`error=1&reason=wait&seconds=${seconds}`)
  await expect.element(alert()).toHaveTextContent(TOO_MANY_SIGN_INS)
})
