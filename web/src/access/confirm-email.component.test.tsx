import { confirmEmail, emailByLink } from '@portico/core/access/calls'
import { EMAIL_LINK_UNKNOWN } from '@portico/core/access/sentences'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type DeclaredReply, expectFits, refuse, render, reply } from '../../test/render.tsx'
import { button, countSent, expectAlert, expectHeading, expectNone, muteGatewayLog } from '../../test/wizard.tsx'
import { ConfirmEmail } from './confirm-email.tsx'

muteGatewayLog()

const CONFIRM = 'Confirm my email address'
const open = (...replies: DeclaredReply[]) =>
  render(<ConfirmEmail />, { address: `${PROVIDER_PATHS.confirmEmail}?confirmId=token-1`, replies })

test('opening the link confirms nothing; the button does', async () => {
  const rendered = open(reply(emailByLink, { reference: '7QK4M-2XWHD' }), reply(confirmEmail, true))
  await expectHeading('Confirm your email address')
  await expect.element(button(CONFIRM)).toBeVisible()
  expect(location.search, 'the link leaves the address bar').toBe('')
  expect(countSent(rendered, confirmEmail)).toBe(0)
  await expectFits(rendered.container)
  await userEvent.click(button(CONFIRM))
  await expectAlert('Your email address is confirmed. We’ll email you when your request is decided.')
  expect(rendered.sent.at(-1)?.input).toEqual({ confirmId: 'token-1' })
})

test('a link that does not open says why and offers no button', async () => {
  open(refuse(emailByLink, { message: EMAIL_LINK_UNKNOWN }, 406))
  await expectAlert(EMAIL_LINK_UNKNOWN)
  await expectNone(button(CONFIRM))
})
