import { PROVIDER_PATHS } from '@portico/core/constants'
import { GATEWAY_UNAVAILABLE, GENERIC, NPI_TEN_DIGITS } from '@portico/core/forms/messages'
import { addPoPgSaa, captchaChallenge, valRegNpi } from '@portico/core/registration/calls'
import { BUTTONS, HEADINGS, REGISTRANT_CHOICES } from '@portico/core/registration/texts/messages'
import { signerAlwaysNeeded, signerNeeded } from '@portico/core/registration/texts/review-promise'
import {
  NPI_CHECK_DIGIT,
  NPI_DEACTIVATED,
  NPI_NOT_IN_NETWORK,
  NPI_UNKNOWN,
} from '@portico/core/registration/texts/sentences'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PHYSICIAN } from '../../test/registration-examples.ts'
import { breakConnection, refuse, reply, replyBare } from '../../test/render.tsx'
import {
  alert,
  button,
  clickContinue,
  enterNpi,
  expectAlert,
  expectHeading,
  expectNone,
  expectSummary,
  field,
  heading,
  muteGatewayLog,
  NPI_FIELD,
  openWizard,
  tabTo,
  waitForMoves,
} from '../../test/wizard.tsx'

muteGatewayLog()

const npi = () => field(NPI_FIELD)
const send = () => userEvent.click(button(BUTTONS.continueWithRegistration))

test('an empty NPI shows an error, also in the page title, and focuses the summary', async () => {
  const { sent } = openWizard()
  await send()
  await expectSummary(`${NPI_FIELD}: Required`)
  await expect.element(npi()).toHaveAccessibleDescription(/Required$/)
  expect(document.title).toMatch(/^Error: Provider Portal Registration/)
  expect(sent.map(({ path }) => path)).not.toContain(valRegNpi.path)
})

test('a short NPI has a red error with a link to the field, and the tenth digit removes it', async () => {
  openWizard()
  await userEvent.fill(npi(), '110000001')
  await send()
  await expect.element(npi()).toHaveAccessibleDescription(new RegExp(NPI_TEN_DIGITS))
  await expect.element(npi()).toHaveAttribute('aria-invalid', 'true')
  expect(getComputedStyle(npi().element()).borderTopColor).toBe(colorOf('--danger'))
  await userEvent.click(page.getByRole('link', { name: NPI_TEN_DIGITS }))
  await expect.element(npi()).toHaveFocus()
  await userEvent.keyboard('{End}1')
  await expectNone(alert())
  await expect.poll(() => document.title).toMatch(/^Provider Portal Registration/)
})

/** As the browser computes a token's color. */
function colorOf(token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

test('the NPI field accepts only ten digits, typed or pasted', async () => {
  openWizard()
  await userEvent.click(npi())
  await userEvent.keyboard('1a1-0 0.00000119')
  await expect.element(npi()).toHaveValue('1100000001')
  const copied = document.createElement('input')
  copied.value = 'NPI: 1100-000-011'
  document.body.append(copied)
  copied.select()
  await userEvent.copy()
  copied.remove()
  await userEvent.tripleClick(npi())
  await userEvent.paste()
  await expect.element(npi()).toHaveValue('1100000011')
})

test.each([
  ['unknown', NPI_UNKNOWN],
  ['mistyped', NPI_CHECK_DIGIT],
  ['deactivated', NPI_DEACTIVATED],
  ['out of the network', NPI_NOT_IN_NETWORK],
])(
  'an NPI that is %s cannot register: the reason stands on the same screen, and the number stays',
  async (_why, says) => {
    openWizard([refuse(valRegNpi, { message: says })])
    await enterNpi()
    await expectAlert(says)
    await expect.element(npi()).toHaveValue(PHYSICIAN.npiId)
    await expectHeading(HEADINGS.home)
  },
)

test('any other status of the NPI lookup shows the generic text', async () => {
  openWizard([refuse(valRegNpi, { message: 'internal' }, 500)])
  await enterNpi()
  await expectAlert(GENERIC)
})

test('a failed NPI lookup keeps the number, logs the call and can be repeated', async () => {
  const { setReplies } = openWizard([breakConnection(valRegNpi)])
  await enterNpi()
  await expectAlert(GATEWAY_UNAVAILABLE)
  await expect.element(npi()).toHaveValue(PHYSICIAN.npiId)
  expect(vi.mocked(console.error).mock.calls).toContainEqual(['GET /rest/nonsec/reg/valRegNpi 516'])
  setReplies(reply(valRegNpi, PHYSICIAN))
  await send()
  await expectHeading(HEADINGS.regBy)
})

test('the next screen has the focus, the title, the NPI and its step; the browser’s Back and GO BACK return', async () => {
  openWizard()
  await enterNpi()
  await expectHeading(HEADINGS.regBy)
  await expect.element(heading()).toHaveFocus()
  expect(document.title).toMatch(/^Who is Registering\?/)
  expect(location.pathname).toBe(PROVIDER_PATHS.registration)
  await expect
    .element(page.getByRole('complementary', { name: 'Your registration' }))
    .toMatchTextContent(PHYSICIAN.npiId)
  expect(document.querySelector('[aria-current="step"]')?.textContent).toContain('Identity')

  history.back()
  await expectHeading(HEADINGS.home)
  await expect.element(heading()).toHaveFocus()
  await expect.element(npi()).toHaveValue(PHYSICIAN.npiId)
  history.forward()
  await expectHeading(HEADINGS.regBy)
  await tabTo(button(BUTTONS.goBack))
  const moved = waitForMoves()
  await userEvent.keyboard('{Enter}')
  await expectHeading(HEADINGS.home)
  await moved
  history.forward()
  await expectHeading(HEADINGS.regBy)
  expect(location.pathname).toBe(PROVIDER_PATHS.registration)
})

test('the first screen says what to have ready', async () => {
  openWizard()
  const ready = page.getByRole('complementary')
  await expect.element(ready).toMatchTextContent(signerNeeded(2))
  await expect.element(ready).toMatchTextContent('SSN')
})

test('an easyReg link announces the signed form and leads directly to the account form with the Captcha', async () => {
  openWizard([replyBare(captchaChallenge, {}), reply(addPoPgSaa, true)], `${PROVIDER_PATHS.registration}?easyReg=Y`)
  const ready = page.getByRole('complementary')
  await expect.element(ready).toMatchTextContent(signerAlwaysNeeded(2))
  await expect.element(ready).not.toMatchTextContent('SSN')
  await enterNpi()
  await expectHeading(HEADINGS.step3)
  await expect.element(field('First name')).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Captcha' })).toBeVisible()
})

test('regBy requires a choice', async () => {
  openWizard()
  await enterNpi()
  await expectHeading(HEADINGS.regBy)
  await expect.element(field(REGISTRANT_CHOICES.self)).not.toBeChecked()
  await clickContinue()
  await expectSummary('Please select an option.')
})
