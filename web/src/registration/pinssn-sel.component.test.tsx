import { INVALID_EMAIL, SIGNATORY_EMAIL_MISMATCH } from '@portico/core/forms/messages'
import {
  captchaChallenge,
  checkPendingSaaRequestsForProvider,
  valRegNpi,
  valRegProfile,
} from '@portico/core/registration/calls'
import type { ModelChange } from '@portico/core/registration/model'
import type { NpiProfile } from '@portico/core/registration/model-shapes'
import { PENDING_SAA_REQUEST } from '@portico/core/registration/texts/later-messages'
import { BUTTONS, CANNOT_BEGIN, HEADINGS, REGISTRANT_CHOICES } from '@portico/core/registration/texts/messages'
import { CLAIMS_EXPLAINED, identityMismatch } from '@portico/core/registration/texts/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ACCOUNT, PHYSICIAN } from '../../test/registration-examples.ts'
import { type DeclaredReply, expectAccessible, refuse, reply, replyBare } from '../../test/render.tsx'
import {
  button,
  chooseAndContinue,
  clickContinue,
  createAccount,
  enterNpi,
  expectAlert,
  expectHeading,
  expectNone,
  field,
  muteGatewayLog,
  openScreen,
  openWizard,
  terms,
} from '../../test/wizard.tsx'

/** Office staff register on behalf of a provider: the warning, the ways to validate, the claims, the signatory. */

muteGatewayLog()

const SIGNED_FORM = 'You can still register with a signed form.'
const ON_BEHALF: ModelChange = { ...PHYSICIAN, regType: 'NPI', regRoleSel: 'SAA', regBy: 'behalf' }
const starts = () => page.getByRole('button', { name: /^Start with/ })
const dialog = () => page.getByRole('dialog')

async function chooseBehalf(profile: Partial<NpiProfile> = {}, ...replies: DeclaredReply[]) {
  const rendered = openWizard([reply(valRegNpi, { ...PHYSICIAN, ...profile }), ...replies])
  await enterNpi()
  await chooseAndContinue(REGISTRANT_CHOICES.behalf)
  return rendered
}

test('a pending request is warned about: Escape and CANCEL stay, CONTINUE goes on', async () => {
  await chooseBehalf({}, reply(checkPendingSaaRequestsForProvider, true))
  await expect.element(dialog()).toMatchTextContent(PENDING_SAA_REQUEST)
  await userEvent.keyboard('{Escape}')
  await expectNone(dialog())
  await expect.element(button(BUTTONS.continue)).toHaveFocus()
  await clickContinue()
  await userEvent.click(button(BUTTONS.cancel))
  await expectHeading(HEADINGS.regBy)
  await expect.element(field(REGISTRANT_CHOICES.behalf)).toBeChecked()
  await clickContinue()
  await userEvent.click(dialog().getByRole('button', { name: BUTTONS.continue }))
  await expectHeading(HEADINGS.pinssnSel)
})

test('the ways to validate are those the plan has data for', async () => {
  await chooseBehalf()
  await expectHeading(HEADINGS.pinssnSel)
  const offered = page.getByRole('heading', { level: 2, name: /^Validate with/ }).elements()
  expect(offered.map((element) => element.textContent)).toEqual([
    'Validate with SSN',
    'Validate with TIN',
    'Validate with CLAIMS',
  ])
  expect(
    starts()
      .elements()
      .map((element) => element.textContent),
  ).toEqual(['Start', 'Start', 'Start'])
  await userEvent.click(button('Start with TIN'))
  await expectHeading(HEADINGS.step1.tin)
  await userEvent.click(button(BUTTONS.goBack))
  await expectHeading(HEADINGS.pinssnSel)
  await userEvent.click(button(BUTTONS.goBack))
  await expectHeading(HEADINGS.regBy)
})

test('a provider without an SSN on file is offered TIN and claims', async () => {
  await chooseBehalf({ foundSsn: false })
  await expect.element(button('Start with TIN')).toBeVisible()
  expect(starts().elements()).toHaveLength(2)
})

test('with every way locked, staff read that registration cannot begin and are offered the signed form', async () => {
  const { container } = await chooseBehalf({ lockedMethods: ['ssn', 'tin', 'claim'] })
  await expect.element(page.getByRole('heading', { name: 'Registration cannot begin' })).toBeVisible()
  await expect.element(page.getByText(CANNOT_BEGIN)).toBeVisible()
  await expectNone(starts())
  await expect.element(page.getByText(SIGNED_FORM)).toBeVisible()
  await expectAccessible(container)
})

test('with every way locked, the provider is led home, and the signed form leads to the account form', async () => {
  const locked = { ...PHYSICIAN, lockedMethods: ['ssn' as const, 'tin' as const, 'claim' as const] }
  const { container } = openWizard([reply(valRegNpi, locked), replyBare(captchaChallenge, {})])
  await enterNpi()
  await chooseAndContinue(REGISTRANT_CHOICES.self)
  await expectAlert(CANNOT_BEGIN)
  await expectHeading(HEADINGS.home)
  await expect.element(page.getByText(SIGNED_FORM)).toBeVisible()
  await expectAccessible(container)
  await userEvent.click(button('Register with a signed form'))
  await expectHeading(HEADINGS.step3)
  await expect.element(page.getByRole('group', { name: 'Captcha' })).toBeVisible()
})

const claim = (which: 'First' | 'Second') => page.getByRole('group', { name: `${which} claim` })
const number = (which: 'First' | 'Second') => claim(which).getByLabelText('Claim number')
const amount = (which: 'First' | 'Second') => claim(which).getByLabelText('Billed amount')

test('a provider with neither SSN nor TIN is validated by two claims, which are required', async () => {
  await chooseBehalf({ foundSsn: false, foundTaxId: false })
  await expectHeading(HEADINGS.step1.claim)
  await expect.element(page.getByText(CLAIMS_EXPLAINED)).toBeVisible()
  await clickContinue()
  for (const which of ['First', 'Second'] as const) {
    await expect.element(number(which)).toHaveAccessibleDescription(/Required\.$/)
    await expect.element(amount(which)).toHaveAccessibleDescription(/Required\.$/)
  }
})

test('billed amounts are cleaned as they are typed and sent; a mismatch stays, a match leads to the form', async () => {
  const { sent, setReplies } = openScreen('step1', { ...ON_BEHALF, validateBy: 'claim' }, [
    refuse(valRegProfile, { message: identityMismatch(4) }, 404),
  ])
  await userEvent.fill(number('First'), 'HV-1')
  await userEvent.fill(amount('First'), '$ 210')
  await userEvent.fill(number('Second'), 'HV-2')
  await expect.element(amount('First')).toHaveValue('210.00')
  await userEvent.fill(amount('Second'), '64.7')
  await clickContinue()
  await expectAlert(identityMismatch(4))
  const posted = sent.find(({ path }) => path === valRegProfile.path)?.input
  expect(posted).toMatchObject({ billAmt1: '210.00', billAmt2: '64.70' })
  setReplies(reply(valRegProfile, true))
  await clickContinue()
  await expectHeading(HEADINGS.step3)
})

test('the provider to ask is named by the NPI, and the address is checked and confirmed', async () => {
  openScreen('step3', {
    ...ON_BEHALF,
    ...ACCOUNT,
    validateBy: 'ssn',
    contactFirstName: PHYSICIAN.npiFirstName,
    contactLastName: PHYSICIAN.npiLastName,
  })
  const [email, confirm] = [field('Physician’s email'), field('Confirm physician’s email')]
  await expect.element(field('Physician’s last name')).toHaveValue(PHYSICIAN.npiLastName)
  await userEvent.fill(email, 'someone@practice.example')
  await userEvent.fill(confirm, 'nobody@practice.example')
  await userEvent.click(terms())
  await createAccount()
  await expect.element(confirm).toHaveAccessibleDescription(new RegExp(`${SIGNATORY_EMAIL_MISMATCH}$`))
  await userEvent.fill(email, 'no address')
  await expect.element(email).toHaveAccessibleDescription(new RegExp(`${INVALID_EMAIL}$`))
})

test('a request on behalf ends with whom it was sent to', async () => {
  openScreen('step3', {
    ...ON_BEHALF,
    ...ACCOUNT,
    validateBy: 'ssn',
    contactFirstName: 'Amara',
    contactLastName: 'Whitfield',
    signatoryEmail: 'amara@practice.example',
    signatoryConfEmail: 'amara@practice.example',
  })
  await userEvent.click(terms())
  await createAccount()
  await expectHeading(HEADINGS.requestPending)
  await expect.element(page.getByRole('main')).toMatchTextContent('amara@practice.example')
})
