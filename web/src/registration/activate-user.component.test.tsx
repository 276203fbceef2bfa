import { PROVIDER_PATHS } from '@portico/core/constants'
import { GATEWAY_UNAVAILABLE } from '@portico/core/forms/messages'
import {
  ACTIVATION_LINK_EXPIRED,
  ACTIVATION_LINK_UNKNOWN,
  ACTIVATION_LINK_USED,
  USER_NAME_TAKEN,
} from '@portico/core/forms/sentences'
import {
  activateUserAccount,
  profileByActivationId,
  receipt as receiptCall,
  resendActivation,
} from '@portico/core/registration/calls'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import {
  CONTACT_EDIT_NOTE,
  NEW_LINK_ON_ITS_WAY,
  TOO_MANY_LINKS_REQUESTED,
} from '@portico/core/registration/texts/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ACCOUNT, INVITED, PHYSICIAN, RECEIPT } from '../../test/registration-examples.ts'
import { type DeclaredReply, expectAccessible, failWith, refuse, reply } from '../../test/render.tsx'
import {
  alert,
  button,
  createAccount,
  expectAlert,
  expectHeading,
  expectNone,
  expectSummary,
  field,
  muteGatewayLog,
  openScreen,
  openWizard,
  terms,
} from '../../test/wizard.tsx'

muteGatewayLog()

const openLink = (...replies: DeclaredReply[]) =>
  openWizard([reply(profileByActivationId, INVITED), ...replies], `${PROVIDER_PATHS.registration}?activateId=link-1`)
/** With user name, password and answers filled in. */
const openFilled = (...replies: DeclaredReply[]) =>
  openScreen(
    'activateUser',
    { ...ACCOUNT, regType: 'accountActivation' },
    [reply(profileByActivationId, INVITED), ...replies],
    `${PROVIDER_PATHS.registration}?activateId=link-1`,
  )
const keptInTab = () => [
  sessionStorage.getItem('portico.mailed-link') !== null,
  sessionStorage.getItem('portico.submitted'),
]
const main = () => page.getByRole('main')

test('an activation link leaves the address bar and is looked up', async () => {
  const { sent } = openLink()
  await expectHeading(HEADINGS.activateUser)
  expect(location.search).toBe('')
  await expect.element(page.getByRole('list', { name: 'Progress' })).toHaveTextContent('1. Account2. Done')
  await expect
    .poll(() => sent.find(({ path }) => path === profileByActivationId.path)?.input)
    .toEqual({ activationId: 'link-1' })
})

test('activateUser shows the invitation and reports missing fields', async () => {
  const { container } = openLink()
  for (const fact of [PHYSICIAN.npiId, 'Robin', 'Sample', ACCOUNT.email, '(617) 555-0142', CONTACT_EDIT_NOTE])
    await expect.element(main()).toMatchTextContent(fact)
  await expect.element(button(BUTTONS.createAccount)).toBeDisabled()
  await userEvent.click(terms())
  await createAccount()
  await expectSummary()
  for (const label of ['User name', 'Password', 'Security question 1', 'Answer 1', 'Security question 3'])
    await expect.element(alert().getByRole('link', { name: `${label}: Required.`, exact: true })).toBeVisible()
  await expectAccessible(container)
})

test('activateUser reports a taken user name at its field, allows spaces and completes the account', async () => {
  const { sent, setReplies, opened } = openFilled(
    refuse(activateUserAccount, { message: USER_NAME_TAKEN }, 405),
    reply(receiptCall, { ...RECEIPT, path: 'INVITATION', regRoleSel: 'AU' }),
  )
  await userEvent.fill(field('User name'), 'r sample12_!')
  await expect.element(field('User name')).toHaveValue('r sample12')
  await userEvent.click(terms())
  await createAccount()
  await expect.element(field('User name')).toHaveAccessibleDescription(new RegExp(`${USER_NAME_TAKEN}$`))
  setReplies(reply(activateUserAccount, true))
  await createAccount()
  await expectHeading('Registration successful')
  expect(sent.findLast(({ path }) => path === activateUserAccount.path)?.input).toMatchObject({
    userName: 'r sample12',
  })
  const receipt = page.getByRole('region', { name: 'Your receipt' })
  await expect.element(receipt).toMatchTextContent(/Reference number.*Invited on.*Completed on.*Active/)
  // A reload shows this screen again.
  expect(keptInTab()).toEqual([false, `${PROVIDER_PATHS.registration}#`])
  await userEvent.click(button(BUTTONS.accessSecurePortal))
  await expect.poll(() => opened).toEqual([PROVIDER_PATHS.home])
})

test('an invitation without a receipt shows none', async () => {
  openFilled(
    reply(activateUserAccount, true),
    reply(profileByActivationId, { ...INVITED, npiId: '', npiName: '', regRoleSel: '' }),
    refuse(receiptCall, { message: 'none' }, 404),
  )
  await userEvent.click(terms())
  await createAccount()
  await expectHeading('Registration successful')
  await expectNone(page.getByRole('region', { name: 'Your receipt' }))
  // A reload looks the link up again, which says that it was used.
  expect(keptInTab()).toEqual([true, null])
})

test.each([ACTIVATION_LINK_UNKNOWN, ACTIVATION_LINK_USED, ACTIVATION_LINK_EXPIRED])(
  'a link that does not open says why and offers a new one: %s',
  async (says) => {
    openLink(refuse(profileByActivationId, { message: says }, 406))
    await expectAlert(says)
    await expectHeading(HEADINGS.activateUser)
    await expect.element(button('Send a new link')).toBeVisible()
  },
)

test('a new activation link requires an address, and the reply is the same for every address', async () => {
  const { sent } = openLink(
    refuse(profileByActivationId, { message: ACTIVATION_LINK_UNKNOWN }, 406),
    reply(resendActivation, true),
  )
  await userEvent.fill(field('Email'), 'not an address')
  await userEvent.click(button('Send a new link'))
  await expect.element(field('Email')).toHaveAccessibleDescription(/Invalid Email$/)
  await userEvent.fill(field('Email'), ACCOUNT.email)
  await userEvent.click(button('Send a new link'))
  await expect.element(page.getByText(NEW_LINK_ON_ITS_WAY)).toBeVisible()
  expect(sent.filter(({ path }) => path === resendActivation.path)).toEqual([
    { path: resendActivation.path, input: { email: ACCOUNT.email } },
  ])
})

test('too many requests for a new activation link are refused at the field', async () => {
  openLink(
    refuse(profileByActivationId, { message: ACTIVATION_LINK_UNKNOWN }, 406),
    refuse(resendActivation, { message: TOO_MANY_LINKS_REQUESTED }, 407),
  )
  await userEvent.fill(field('Email'), ACCOUNT.email)
  await userEvent.click(button('Send a new link'))
  await expect.element(field('Email')).toHaveAccessibleDescription(new RegExp(`${TOO_MANY_LINKS_REQUESTED}$`))
})

test('an activation link can be looked up again after a gateway failure, without the offer of a new one', async () => {
  const { container, setReplies } = openLink(failWith(profileByActivationId, 503))
  await expectAlert(GATEWAY_UNAVAILABLE)
  await expectHeading(HEADINGS.activateUser)
  await expectNone(button('Send a new link'))
  await expectAccessible(container)
  setReplies(refuse(profileByActivationId, { message: ACTIVATION_LINK_UNKNOWN }, 406))
  await userEvent.click(button('Try again'))
  await expectAlert(ACTIVATION_LINK_UNKNOWN)
  await expectNone(button('Try again'))
})
