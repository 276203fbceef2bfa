import { SSN_ERROR, TIN_ERROR } from '@portico/core/forms/messages'
import { valRegNpi, valRegProfile } from '@portico/core/registration/calls'
import { CANNOT_BEGIN, HEADINGS, REGISTRANT_CHOICES } from '@portico/core/registration/texts/messages'
import { identityMismatch, TOO_MANY_ATTEMPTS } from '@portico/core/registration/texts/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PHYSICIAN, PROVED } from '../../test/registration-examples.ts'
import { expectAccessible, refuse, reply } from '../../test/render.tsx'
import {
  button,
  chooseAndContinue,
  clickContinue,
  countSent,
  enterNpi,
  expectAlert,
  expectHeading,
  expectSummary,
  field,
  muteGatewayLog,
  openScreen,
  openWizard,
  SSN_FIELD,
  TIN_FIELD,
} from '../../test/wizard.tsx'

muteGatewayLog()

const SIGNED_FORM = 'Register with a signed form'
const openStep1 = (replies: Parameters<typeof openWizard>[0] = [], model: object = {}) =>
  openScreen('step1', { ...PROVED, lastSsn: '', identifyFound: false, transactionId: '', ...model }, replies)

test('step1 says at the field and in the summary that the number is incomplete, and sends nothing', async () => {
  const rendered = openStep1()
  await userEvent.fill(field(SSN_FIELD), '12')
  await clickContinue()
  await expectSummary(SSN_ERROR)
  await expect.element(field(SSN_FIELD)).toHaveAccessibleDescription(`Enter the last four digits only. ${SSN_ERROR}`)
  await expect.element(field(SSN_FIELD)).toHaveAttribute('aria-invalid', 'true')
  expect(countSent(rendered, valRegProfile)).toBe(0)
  await expectAccessible(rendered.container)
})

test('step1 shows a mismatch on the page, keeps the number and names a phone number to call', async () => {
  openStep1([refuse(valRegProfile, { message: identityMismatch(4) }, 404)])
  await userEvent.fill(field(SSN_FIELD), '0000')
  await clickContinue()
  await expectAlert(
    'What you entered does not match our records. Please check it and try again. You have 4 tries left.',
  )
  await expectHeading(HEADINGS.step1.ssn)
  await expect.element(field(SSN_FIELD)).toHaveValue('0000')
  await expect.element(page.getByText(/Not sure what we have on file\?/)).toBeVisible()
  await expect
    .element(page.getByRole('main').getByRole('link', { name: /^\d/ }).first())
    .toHaveAttribute('href', expect.stringMatching(/^tel:\d+$/))
  await expect.element(page.getByRole('complementary')).toMatchTextContent('Provider Services')
})

test('step1 offers the signed form when the network is refused', async () => {
  const { container } = openStep1([
    refuse(valRegProfile, { message: TOO_MANY_ATTEMPTS, messageCode: 'address-locked' }, 404),
  ])
  await userEvent.fill(field(SSN_FIELD), '4321')
  await clickContinue()
  await expectAlert(TOO_MANY_ATTEMPTS)
  await expect.element(button(SIGNED_FORM)).toBeVisible()
  await expect.element(page.getByText('You can still register with a signed form.')).toBeVisible()
  await expectAccessible(container)
})

test('step1 leads home with the server’s text after any other status', async () => {
  openStep1([refuse(valRegProfile, { message: 'The identity file is being renewed.' }, 500)])
  await userEvent.fill(field(SSN_FIELD), '4321')
  await clickContinue()
  await expectHeading(HEADINGS.home)
  await expectAlert('The identity file is being renewed.')
})

test('step1 asks a physician without an SSN on file for the TIN', async () => {
  openWizard([reply(valRegNpi, { ...PHYSICIAN, foundSsn: false })])
  await enterNpi()
  await chooseAndContinue(REGISTRANT_CHOICES.self)
  await expectHeading(HEADINGS.step1.tin)
  await userEvent.fill(field(TIN_FIELD), '12-34')
  await clickContinue()
  await expect.element(field(TIN_FIELD)).toHaveAccessibleDescription(`Enter nine digits, without dashes. ${TIN_ERROR}`)
  await userEvent.fill(field(TIN_FIELD), '12-3456789')
  await expect.element(field(TIN_FIELD)).toHaveValue('123456789')
  await clickContinue()
  await expectHeading(HEADINGS.step2)
})

test('a provider with neither SSN nor TIN on file is led home with the reason', async () => {
  openWizard([reply(valRegNpi, { ...PHYSICIAN, foundSsn: false, foundTaxId: false })])
  await enterNpi()
  await chooseAndContinue(REGISTRANT_CHOICES.self)
  await expectAlert(CANNOT_BEGIN)
  await expectHeading(HEADINGS.home)
})

test('pasting a whole Social Security number keeps the last four digits', async () => {
  openStep1()
  await userEvent.fill(field(SSN_FIELD), '000-00-4321')
  await expect.element(field(SSN_FIELD)).toHaveValue('4321')
})

test('a name of one long word wraps on a narrow screen', async () => {
  await page.viewport(320, 640)
  openStep1([], { npiName: 'Featherstonehaugh'.repeat(5) })
  await expectHeading(HEADINGS.step1.ssn)
  await document.fonts.ready
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
})
