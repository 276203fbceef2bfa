import { MEMBER_PATHS, PROVIDER_PATHS, STATUS } from '@portico/core/constants'
import { INVALID_PASSWORD } from '@portico/core/forms/messages'
import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import { getSmAgentId } from '@portico/core/registration/calls'
import * as calls from '@portico/core/signon/calls'
import { passkeyChallenge } from '@portico/core/signon/factors/calls'
import * as sentence from '@portico/core/signon/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AREAS } from '#shell/router/area.ts'
import { AreaPagesContext } from '#shell/router/pages.ts'
import { Router } from '#shell/router/router.tsx'
import { LoginPage } from '#shell/sign-in/login-form.tsx'
import { openAsVisitor } from '../../test/area.tsx'
import { type DeclaredReply, expectAccessible, failWith, refuse, render, reply } from '../../test/render.tsx'
import {
  alert,
  button,
  countSent,
  expectAlert,
  expectHeading,
  expectNone,
  expectSummary,
  field,
  muteGatewayLog,
  tabTo,
} from '../../test/wizard.tsx'
import { accountPages as memberPages } from './member-pages.ts'
import { accountPages } from './pages.ts'

muteGatewayLog()

const QUESTIONS = SECURITY_QUESTIONS.slice(0, 3)
const open = (address: string, ...replies: DeclaredReply[]) =>
  openAsVisitor(AREAS.providers, accountPages, { address, replies })
const openLink = (...replies: DeclaredReply[]) =>
  open(
    `${PROVIDER_PATHS.forgotPassword}?resetId=AAAAAAAAAAAAAAAAAAAAAA`,
    reply(calls.resetQuestions, { questions: QUESTIONS }),
    ...replies,
  )
const answer = (index: number) => page.getByLabelText(QUESTIONS[index] ?? '')
async function fillReset() {
  await userEvent.fill(answer(0), 'Copperfield')
  await userEvent.fill(answer(1), 'wrong')
  await userEvent.fill(field('New password'), 'Meadow7365q')
  await userEvent.fill(field('Confirm new password'), 'Meadow7365q')
  await userEvent.click(button('Set the new password'))
}

test('a request for a link says only what happens if there is an account', async () => {
  open(PROVIDER_PATHS.forgotPassword, reply(calls.forgotPassword, true))
  await userEvent.fill(field('User name'), 'nobodyatall1')
  await userEvent.click(button('Send the link'))
  await expectHeading('Check your email')
  await expect.element(page.getByText(sentence.RESET_MAIL_SENT)).toBeVisible()
  await userEvent.click(button('Try another user name'))
  await expect.element(field('User name')).toHaveValue('')
})

test('a user name is requested by a valid address only', async () => {
  const rendered = open(PROVIDER_PATHS.forgotUsername, reply(calls.forgotUsername, true))
  await userEvent.fill(field('Email'), 'nobody')
  await userEvent.click(button('Send my user name'))
  await expectSummary()
  expect(countSent(rendered, calls.forgotUsername)).toBe(0)
  await userEvent.fill(field('Email'), ' nobody@nowhere.example ')
  await userEvent.click(button('Send my user name'))
  await expectHeading('Check your email')
  await expect.element(page.getByText(sentence.USER_NAME_MAIL_SENT)).toBeVisible()
  expect(rendered.sent.at(-1)?.input).toEqual({ email: 'nobody@nowhere.example' })
})

test('by keyboard: too few answers and a weak password are reported at their fields', async () => {
  const { container } = openLink()
  await expect.element(answer(0)).toBeVisible()
  await tabTo(answer(0))
  await userEvent.keyboard('Copperfield')
  await tabTo(field('New password'))
  await userEvent.keyboard('short{Enter}')
  await expectSummary(sentence.ANSWER_TWO)
  await expect.element(answer(1)).toHaveAccessibleDescription(expect.stringContaining(sentence.ANSWER_TWO))
  await expect.element(field('New password')).toHaveAccessibleDescription(expect.stringContaining(INVALID_PASSWORD))
  await expectAccessible(container)
})

test('wrong answers show the tries left and stay in the form, and the last attempt ends the link', async () => {
  const { setReplies } = openLink()
  for (const left of [2, 1]) {
    setReplies(refuse(calls.resetPassword, { message: sentence.answersWrong(left) }, STATUS.notFound))
    await fillReset()
    await expectAlert(sentence.answersWrong(left))
    await expect.element(answer(0)).toHaveValue('Copperfield')
  }
  setReplies(refuse(calls.resetPassword, { message: sentence.RESET_LINK_ENDED }, STATUS.notAcceptable))
  await fillReset()
  await expectAlert(sentence.RESET_LINK_ENDED)
  await expectNone(answer(0))
})

test.each([
  [sentence.RESET_LINK_UNKNOWN, STATUS.notAcceptable],
  [sentence.RESET_LINK_EXPIRED, STATUS.expired],
  [sentence.RESET_LINK_USED, STATUS.pageMessage],
])('a reset link that no longer works offers a new one: %s', async (message, status) => {
  openLink(refuse(calls.resetQuestions, { message }, status))
  await expectAlert(message)
  await userEvent.click(button('Get a new link'))
  await expectHeading('Forgot your password?')
  await expectNone(alert())
})

test('the member login links to both recovery pages of its area', async () => {
  render(
    <Router>
      <AreaPagesContext value={{ area: AREAS.members, pages: memberPages }}>
        <LoginPage heading="Member sign in" intro="" />
      </AreaPagesContext>
    </Router>,
    { address: MEMBER_PATHS.login, replies: [reply(getSmAgentId, 'agent'), failWith(passkeyChallenge, 503)] },
  )
  const link = (name: string) => page.getByRole('link', { name })
  await expect.element(link('Forgot your password?')).toHaveAttribute('href', MEMBER_PATHS.forgotPassword)
  await expect.element(link('Forgot your user name?')).toHaveAttribute('href', MEMBER_PATHS.forgotUsername)
})
