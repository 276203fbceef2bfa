import { listMyRequests } from '@portico/core/access/calls'
import { PROVIDER_PATHS, SESSION_WARNING_S, SIGNED_IN_COOKIE } from '@portico/core/constants'
import * as text from '@portico/core/forms/messages'
import { receipt as receiptCall, regContract } from '@portico/core/registration/calls'
import type { ModelChange } from '@portico/core/registration/model'
import type { Group } from '@portico/core/registration/shapes'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import { REGISTERED_GROUP_STAYS } from '@portico/core/registration/texts/sentences'
import { keepAliveProvider, me } from '@portico/core/signon/calls'
import type { Me } from '@portico/core/signon/shapes'
import { expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { AREAS } from '#shell/router/area.ts'
import { sleepFor } from '../../test/clock.ts'
import { ACCOUNT, FACILITY, PHYSICIAN, PROVED, RECEIPT, REGISTERED_IN_GROUP } from '../../test/registration-examples.ts'
import { type DeclaredReply, expectFits, failWith, refuse, reply } from '../../test/render.tsx'
import { answerLogout, expectClockStarted, expired, warning } from '../../test/session-clock.ts'
import {
  alert,
  answerSignOn,
  button,
  countSent,
  expectAlert,
  expectHeading,
  expectNone,
  muteGatewayLog,
  openScreen,
} from '../../test/wizard.tsx'

muteGatewayLog()

const SUBMITTED_FORM: ModelChange = { ...FACILITY, ...ACCOUNT, regType: 'NPI', regRoleSel: 'SAA' }
const openSuccess = (...replies: DeclaredReply[]) => openScreen('regConf', { ...PROVED, ...ACCOUNT }, replies)
const openContract = (...replies: DeclaredReply[]) => openScreen('regConf', SUBMITTED_FORM, replies)
const receipt = () => page.getByRole('region', { name: 'Your receipt' })

const SIGNED_IN: Me = {
  accountId: 'account-1',
  kind: 'provider',
  userName: ACCOUNT.userName,
  firstName: 'Amara',
  lastName: 'Whitfield',
  email: ACCOUNT.email,
  phone: '',
  phoneExt: '',
  memberId: '',
  lastSignIn: '',
  passwordChangedOn: '',
  active: true,
  staffRole: '',
  opens: [],
  permissions: [],
  roles: ['SAA'],
  administers: true,
  grants: [],
  pendingRequests: [],
  offerFactor: false,
  factorRequiredOn: '',
  usesShortcuts: true,
  unread: 0,
}

test('regConf after a proved registration shows the account and opens the portal', async () => {
  const { opened } = openSuccess()
  await expectHeading('Registration successful')
  const facts = page.getByRole('main').getByText(ACCOUNT.userName)
  await expect.element(facts).toBeVisible()
  await expect.element(page.getByRole('main')).toMatchTextContent(PHYSICIAN.npiId)
  await userEvent.click(button(BUTTONS.accessSecurePortal))
  await expect.poll(() => opened).toEqual([PROVIDER_PATHS.home])
})

test('ACCESS SECURE PORTAL waits for the background sign-on', async () => {
  const signedOn = Promise.withResolvers<void>()
  const { opened } = openSuccess(answerSignOn(signedOn.promise))
  await userEvent.click(button(BUTTONS.accessSecurePortal))
  await expect.element(button(BUTTONS.accessSecurePortal)).toHaveAttribute('aria-busy', 'true')
  expect(opened).toEqual([])
  signedOn.resolve()
  await expect.poll(() => opened).toEqual([PROVIDER_PATHS.home])
})

function wakeAfter(seconds: number): void {
  sleepFor(seconds * 1000)
  window.dispatchEvent(new Event('pageshow'))
}

test('the session of the new account warns, is renewed and ends on the last screen', async () => {
  const rendered = openSuccess(
    answerSignOn(cookieStore.set(SIGNED_IN_COOKIE, '1')),
    reply(me, SIGNED_IN),
    reply(keepAliveProvider, true),
    answerLogout(AREAS.providers),
  )
  await expect.element(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expectNone(page.getByRole('link', { name: 'Sign in' }))
  await expectClockStarted()
  wakeAfter(SESSION_WARNING_S)
  await expect.element(warning()).toBeVisible()
  await userEvent.click(button(text.SHARED_BUTTONS.maintainSession))
  await expectNone(warning())
  expect(countSent(rendered, keepAliveProvider)).toBe(1)

  wakeAfter(1800)
  await expect.element(expired()).toBeVisible()
  await expect.element(page.getByRole('main')).toHaveTextContent('You are signed out')
  await userEvent.click(button(text.SHARED_BUTTONS.login))
  await expect.poll(() => rendered.opened).toEqual([`${PROVIDER_PATHS.logout}?expired=1`])
})

test('the contract download shows the gateway text on a failure and the generic text if it is missing', async () => {
  const { setReplies } = openContract(failWith(regContract, 503))
  await expectHeading(HEADINGS.signAndReturn)
  await userEvent.click(button(BUTTONS.downloadPdf))
  await expectAlert(text.GATEWAY_UNAVAILABLE)
  for (const missing of [
    reply(regContract, { regContract: '', reference: '' }),
    refuse(regContract, { message: 'missing' }, 404),
  ]) {
    setReplies(missing)
    await userEvent.click(button(BUTTONS.downloadPdf))
    await expectAlert(text.GENERIC)
  }
})

test('the form is saved under the NPI’s name, with its reference number', async () => {
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  openContract(reply(regContract, { regContract: btoa('%PDF-'), reference: 'HV-2026-000123' }))
  await userEvent.click(button(BUTTONS.downloadPdf))
  await expect
    .element(page.getByText('Saved as'))
    .toHaveTextContent(`Saved as npi_${FACILITY.npiId}_network_contract.pdf. Your reference number is HV-2026-000123.`)
  await expectNone(alert())
  expect(saved).toEqual([`npi_${FACILITY.npiId}_network_contract.pdf`])
  click.mockRestore()
})

test('without the plan’s certificate the contract screen offers only paper', async () => {
  // Signed on, as after the background sign-on.
  openContract(answerSignOn(cookieStore.set(SIGNED_IN_COOKIE, '1')), reply(me, SIGNED_IN), reply(listMyRequests, []))
  await expect.element(page.getByRole('heading', { name: 'Sign on paper in three steps', exact: true })).toBeVisible()
  await expectNone(button('Sign online now'))
  await expect.element(button(BUTTONS.downloadPdf)).toBeVisible()
})

test('a form that was received replaces the steps to sign', async () => {
  const next = 'The contract is signed. We’ll review it within two business days.'
  const { container } = openScreen('regConf', {
    ...SUBMITTED_FORM,
    submissionStatus: { state: 'PENDING_CONTRACT', contract: 'RECEIVED', next },
  })
  await expectHeading('Signed form received')
  await expect.element(page.getByText(next)).toBeVisible()
  await expectNone(page.getByText('on paper in three steps'))
  await expectFits(container)
})

test('a receipt that failed to load can be requested again', async () => {
  const { setReplies } = openContract(refuse(receiptCall, { message: 'Not just now.' }, 503))
  await expect.element(receipt()).toMatchTextContent('Not just now.')
  setReplies(reply(receiptCall, { ...RECEIPT, path: 'CONTRACT', state: 'PENDING_CONTRACT', decidedOn: '' }))
  await userEvent.click(receipt().getByRole('button', { name: 'Try again' }))
  await expect.element(receipt().getByText(RECEIPT.reference)).toBeVisible()
  await expect.element(receipt()).not.toMatchTextContent('Not just now.')
  await expect.element(receipt()).toMatchTextContent('Waiting for the signed form')
})

test('only the receipt is printed', async () => {
  openContract()
  await expect.element(receipt()).toBeVisible()
  const left = [
    page.getByRole('complementary'),
    page.getByRole('list', { name: 'Progress' }),
    button(BUTTONS.downloadPdf),
  ]
  const notPrinted = left.map((locator) => locator.element())
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  await expect.poll(() => notPrinted.filter((element) => element.checkVisibility())).toEqual([])
  await expect.element(receipt()).toBeVisible()
  await cdp().send('Emulation.setEmulatedMedia', { media: '' })
})

test('a pending request says that no SAA is replaced, and CLOSE leads to the login page', async () => {
  const [tidewater] = REGISTERED_IN_GROUP.pgGroupKeys as [string]
  const chosen = { ...(REGISTERED_IN_GROUP.pgGroupMap[tidewater] as Group), checked: true }
  const { opened } = openScreen('regConf', {
    ...REGISTERED_IN_GROUP,
    ...ACCOUNT,
    regRoleSel: 'AU',
    regType: 'PG',
    pgGroupMap: { [tidewater]: chosen },
  })
  await expectHeading(HEADINGS.requestPending)
  await expect.element(page.getByText(`* ${REGISTERED_GROUP_STAYS}`)).toBeVisible()
  await expect.element(page.getByRole('main')).not.toMatchTextContent('becomes an Access Administrator')
  await userEvent.click(button(BUTTONS.close))
  await expect.poll(() => opened).toEqual([PROVIDER_PATHS.login])
})
