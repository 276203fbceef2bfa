import { PROVIDER_PATHS, SIGNED_IN_COOKIE } from '@portico/core/constants'
import { SHARED_BUTTONS } from '@portico/core/forms/messages'
import { keepAliveProvider, me } from '@portico/core/signon/calls'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TextField } from '#kit/text-field.tsx'
import { SAA } from '../../../test/area.tsx'
import { passTime } from '../../../test/clock.ts'
import { expectFits, render, reply } from '../../../test/render.tsx'
import {
  answerLogout,
  COUNTDOWN_MS,
  expectClockStarted,
  expired,
  WARNING_MS,
  warning,
} from '../../../test/session-clock.ts'
import { button, expectNone, field } from '../../../test/wizard.tsx'
import { AREAS, expiredLogoutUrl } from '../router/area.ts'
import { PublicLayout } from './public-layout.tsx'

const openPublicPage = () =>
  render(
    <PublicLayout home={PROVIDER_PATHS.login}>
      <h1>Registration</h1>
      <TextField label="NPI" name="npi" />
    </PublicLayout>,
    { replies: [reply(me, SAA), reply(keepAliveProvider, true), answerLogout(AREAS.providers)] },
  )
const signInLink = () => page.getByRole('link', { name: 'Sign in', exact: true })

test('a public page asks nothing about a visitor and links to the sign-in', async () => {
  const { sent } = openPublicPage()
  await expect.element(signInLink()).toBeVisible()
  expect(sent).toEqual([])
})

test('a signed-in user keeps header and input on a public page, and the session warns and expires there', async () => {
  await cookieStore.set(SIGNED_IN_COOKIE, '1')
  const { container, opened } = openPublicPage()
  await userEvent.fill(field('NPI'), '1100000011')
  await expect.element(page.getByRole('button', { name: 'Your account: Sandra Ashgrove' })).toBeVisible()
  await expectNone(signInLink())
  await expectClockStarted()
  await expectFits(container)
  passTime(WARNING_MS)
  await userEvent.click(button(SHARED_BUTTONS.maintainSession))
  await expectNone(warning())
  await expect.element(field('NPI')).toHaveValue('1100000011')
  passTime(WARNING_MS + COUNTDOWN_MS)
  await expect.element(expired()).toBeVisible()
  await expect.poll(() => document.querySelector('main')?.textContent).toBe('You are signed out')
  await userEvent.click(button(SHARED_BUTTONS.login))
  await expect.poll(() => opened).toEqual([expiredLogoutUrl(AREAS.providers)])
})
