import { PROVIDER_PATHS } from '@portico/core/constants'
import * as text from '@portico/core/forms/messages'
import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import {
  COMMON_PASSWORD,
  PHONE_TOO_LONG,
  passwordTooLong,
  QUESTION_REPEATED,
  QUESTION_UNKNOWN,
  USER_NAME_TAKEN,
} from '@portico/core/forms/sentences'
import { addPoPgSaa, addSaa, captchaChallenge, getQuestions, valRegNpi } from '@portico/core/registration/calls'
import { ACCOUNT_FOUND } from '@portico/core/registration/texts/later-messages'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import { expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { ACCOUNT, FACILITY, PROVED } from '../../test/registration-examples.ts'
import {
  breakConnection,
  type DeclaredReply,
  expectAccessible,
  failWith,
  refuse,
  reply,
  replyBare,
} from '../../test/render.tsx'
import {
  alert,
  button,
  countSent,
  createAccount,
  enterNpi,
  expectAlert,
  expectHeading,
  expectNone,
  expectSummary,
  field,
  heading,
  muteGatewayLog,
  openScreen,
  openWizard,
  question1,
  terms,
} from '../../test/wizard.tsx'

muteGatewayLog()

const options = () => page.getByRole('option')
const slot = (number: number) => page.getByRole('combobox', { name: `Security question ${number}` })
const dialog = () => page.getByRole('dialog', { name: HEADINGS.accountFound })

const openEmpty = (...replies: DeclaredReply[]) => openScreen('step3', PROVED, replies)
const openFilled = (...replies: DeclaredReply[]) => openScreen('step3', { ...PROVED, ...ACCOUNT }, replies)
async function send(): Promise<void> {
  await userEvent.click(terms())
  await createAccount()
}

test('the account form of a physician takes the names from the NPI, and waits for the terms', async () => {
  openEmpty()
  await expect.element(page.getByText('Amara Whitfield from the NPI registry')).toBeVisible()
  await expectNone(page.getByLabelText('First name'))
  await expect.element(page.getByRole('complementary')).toMatchTextContent('Verified')
  await expect.element(button(BUTTONS.createAccount)).toBeDisabled()
  await userEvent.click(terms())
  await expect.element(button(BUTTONS.createAccount)).toBeEnabled()
})

test('an empty account form reports each required field', async () => {
  openEmpty()
  await send()
  await expectSummary()
  for (const label of ['Email', 'Phone', 'User name', 'Password', 'Answer 1', 'Answer 2', 'Answer 3'])
    await expect.element(field(label)).toHaveAccessibleDescription(/Required\.?$/)
  expect(document.title).toMatch(/^Error: Create Your Account/)
})

test('each rule of the account form reports at its field and in the summary, and keeps the typed text', async () => {
  const wrong: [label: string, typed: string, says: RegExp][] = [
    ['Email', 'robin@office', /Invalid Email$/],
    ['Confirm email', 'other@office.example', /Email and Confirm E-Mail do not match$/],
    ['Phone', '512555', /Invalid Phone/],
    ['User name', 'abc', /Invalid User Name\. User Name must be at least six characters\.$/],
    ['Password', 'onlyletters', /Invalid Password$/],
    ['Confirm password', 'somethingelse1', /Password and Confirm Password is not matching$/],
  ]
  openEmpty()
  for (const [label, typed] of wrong) await userEvent.fill(field(label), typed)
  await send()
  for (const [label, , says] of wrong) await expect.element(field(label)).toHaveAccessibleDescription(says)
  await userEvent.click(alert().getByRole('link', { name: text.USER_NAME_TOO_SHORT }))
  await expect.element(field('User name')).toHaveFocus()
  await expect.element(page.getByText('6 to 12 letters and digits. Capital letters don’t matter.')).toBeVisible()
  await expect.element(field('Phone')).toHaveValue('(512) 555')
})

test('a user name keeps its letters and digits only', async () => {
  openEmpty()
  await userEvent.fill(field('User name'), 'robin4821-!')
  await expect.element(field('User name')).toHaveValue('robin4821')
})

test('a security question chosen in one field is not offered in the others', async () => {
  openEmpty()
  const [, , , fourth, fifth] = SECURITY_QUESTIONS
  await userEvent.click(slot(1))
  await userEvent.click(options().nth(3))
  await userEvent.click(slot(2))
  await expect.poll(() => options().elements().length).toBe(19)
  await expectNone(page.getByRole('option', { name: fourth }))
  await userEvent.click(options().nth(3))
  await expect.element(slot(2)).toHaveValue(fifth)
  await userEvent.click(slot(3))
  await expect.poll(() => options().elements().length).toBe(18)
  await expectNone(page.getByRole('option', { name: fifth }))
  // A reopened list offers its own question again.
  await userEvent.click(slot(1))
  await expect.element(page.getByRole('option', { name: fourth })).toBeVisible()
})

test('a security question typed by hand is taken from the list, and anything else is explained', async () => {
  const { container } = openScreen('step3', { ...PROVED, securityQuestion1: SECURITY_QUESTIONS[3] })
  const [, , , taken, , sixth, seventh] = SECURITY_QUESTIONS
  await userEvent.fill(slot(3), seventh.slice(-12).toUpperCase())
  await expect.element(options()).toHaveTextContent(seventh)
  await userEvent.fill(slot(3), seventh.toUpperCase())
  await userEvent.tab()
  await expect.element(slot(3)).toHaveValue(seventh)
  await userEvent.fill(slot(3), sixth.toUpperCase())
  await userEvent.keyboard('{Enter}')
  await expect.element(slot(3)).toHaveValue(sixth)
  await expectHeading(HEADINGS.step3)
  await userEvent.fill(slot(3), taken)
  await userEvent.tab()
  await expect.element(page.getByText(QUESTION_REPEATED)).toBeVisible()
  await userEvent.fill(slot(3), 'no such question')
  await userEvent.tab()
  await expect.element(slot(3)).toHaveValue('no such question')
  await expect.element(page.getByText(QUESTION_UNKNOWN)).toBeVisible()
  await send()
  await expect.element(slot(3)).toHaveAccessibleDescription(QUESTION_UNKNOWN)
  await expectAccessible(container)
})

test('a security question list opens on focus and by its arrow', async () => {
  const { container } = openEmpty()
  await expect.element(heading()).toHaveFocus()
  await expect.element(question1()).toBeVisible()
  await userEvent.click(field('Confirm password'))
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(question1()).toHaveFocus()
  await expect.poll(() => options().elements().length).toBe(20)
  await userEvent.keyboard('{Escape}')
  await expectNone(options())
  await userEvent.click(button('Open Security question 1'))
  await expect.poll(() => options().elements().length).toBe(20)
  await userEvent.fill(question1(), 'My own question?')
  await expect.element(page.getByText(QUESTION_UNKNOWN)).toBeVisible()
  await expectNone(options())
  await expectAccessible(container)
  await userEvent.fill(question1(), 'pet')
  await userEvent.click(options())
  await expectNone(page.getByText(QUESTION_UNKNOWN))
})

test('in forced colors an outline marks the current option and the current step', async () => {
  openEmpty()
  await userEvent.click(question1())
  await expect.poll(() => options().elements().length).toBe(20)
  await userEvent.keyboard('{ArrowDown}')
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] })
  const outlineOf = (selector: string) => {
    const element = document.querySelector(selector)
    return element && getComputedStyle(element).outlineStyle
  }
  await expect.poll(() => outlineOf('[role="option"][aria-selected="true"]')).toBe('solid')
  expect(outlineOf('[role="option"]:last-child')).toBe('none')
  expect(outlineOf('[aria-current="step"]')).toBe('solid')
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: '' }] })
})

test('a user name that is taken is reported at its field; the rest stays as typed', async () => {
  const { setReplies, sent } = openFilled(refuse(addSaa, { message: USER_NAME_TAKEN }, 405))
  await send()
  await expectSummary(USER_NAME_TAKEN)
  await expect.element(field('User name')).toHaveAccessibleDescription(/already in use/)
  await expect.element(field('Email')).toHaveValue(ACCOUNT.email)
  await expect.element(field('Answer 3')).toHaveValue(ACCOUNT.securityAns3)
  await expect.element(terms()).toBeChecked()
  setReplies(reply(addSaa, true))
  await userEvent.fill(field('User name'), 'another12')
  await expectNone(alert())
  await createAccount()
  await expectHeading('Registration successful')
  const posted = sent.filter(({ path }) => path === addSaa.path)
  expect(posted).toHaveLength(2)
  expect(posted[1]?.input).toMatchObject({ userName: 'another12', phone: ACCOUNT.phone, email: ACCOUNT.email })
})

test('a common password is refused on the page and stays in its field', async () => {
  openFilled(refuse(addSaa, { message: COMMON_PASSWORD }, 407))
  await send()
  await expectAlert(COMMON_PASSWORD)
  await expectHeading(HEADINGS.step3)
  await expect.element(field('Password')).toHaveValue(ACCOUNT.password)
})

test('Account Found can be canceled or leads to another account', async () => {
  const { setReplies, sent } = openFilled(refuse(addSaa, { message: 'found' }, 403))
  await send()
  await expect.element(dialog()).toMatchTextContent(ACCOUNT_FOUND)
  await userEvent.click(button(BUTTONS.cancel))
  await expectNone(dialog())
  await expect.element(button(BUTTONS.createAccount)).toHaveFocus()
  await createAccount()
  setReplies(reply(addSaa, true))
  await userEvent.click(button(BUTTONS.createNewAccount))
  await expectHeading('Registration successful')
  expect(sent.findLast(({ path }) => path === addSaa.path)?.input).toMatchObject({ ignoreExistSaaAccount: true })
})

test('LOG IN of Account Found leads to the login page and then to additional access', async () => {
  const { opened } = openFilled(refuse(addSaa, { message: 'found' }, 403))
  await send()
  await userEvent.click(button(BUTTONS.logIn))
  await expect
    .poll(() => opened)
    .toEqual([`${PROVIDER_PATHS.login}?TARGET=${encodeURIComponent(PROVIDER_PATHS.additionalAccess)}`])
})

test('a gateway failure keeps the account form, and an unexpected status leads home with the generic text', async () => {
  const { setReplies } = openFilled(breakConnection(addSaa))
  await send()
  await expectAlert(text.GATEWAY_UNAVAILABLE)
  await expect.element(field('Password')).toHaveValue(ACCOUNT.password)
  setReplies(refuse(addSaa, { message: 'internal detail' }, 500))
  await createAccount()
  await expectAlert(text.GENERIC)
  await expectHeading(HEADINGS.home)
})

test('the account form shows the generic text if the questions fail to load', async () => {
  openEmpty(refuse(getQuestions, { message: 'internal' }, 500))
  await expectAlert(text.GENERIC)
  await expectHeading(HEADINGS.step3)
  await expect.element(field('Email')).toBeVisible()
})

test('opening a list requests the security questions again after a failure', async () => {
  const { setReplies } = openEmpty(failWith(getQuestions, 503))
  await expectAlert(text.GATEWAY_UNAVAILABLE)
  await userEvent.fill(field('Email'), 'robin@office.example')
  setReplies(reply(getQuestions, [...SECURITY_QUESTIONS.slice(0, 20)]))
  await userEvent.click(question1())
  await expect.poll(() => options().elements().length).toBe(20)
  await expectNone(alert())
  await expect.element(field('Email')).toHaveValue('robin@office.example')
})

test('on a phone no note covers the next field, and every tap reaches its field', async () => {
  await page.viewport(390, 844)
  openScreen('step3', { ...PROVED, identifyFound: false, transactionId: '', regBy: '' }, [
    replyBare(captchaChallenge, {}),
  ])
  const fields = ['First name', 'Last name', 'Email', 'Confirm email', 'Phone', 'Extension (optional)', 'User name']
  for (const label of [...fields, 'Password', 'Confirm password']) {
    await userEvent.click(field(label))
    await expect.element(field(label)).toHaveFocus()
  }
  await expect.element(page.getByText('8 to 16 letters and digits, at least one of each.')).toBeVisible()
  for (const number of [1, 2, 3]) {
    await userEvent.click(slot(number))
    await userEvent.click(options().first())
    await userEvent.click(field(`Answer ${number}`))
    await expect.element(field(`Answer ${number}`)).toHaveFocus()
  }
  await userEvent.click(terms())
  await expect.element(terms()).toBeChecked()
})

test('a phone number is formatted as it is typed, and one that is too long is kept and explained', async () => {
  openEmpty()
  const phone = field('Phone')
  await userEvent.click(phone)
  await userEvent.keyboard('51255')
  await expect.element(phone).toHaveValue('(512) 55')
  await userEvent.keyboard('501779')
  await expect.element(phone).toHaveValue('(512) 555-01779')
  await expect.element(phone).toHaveAccessibleDescription(`10 digits, as (xxx) xxx-xxxx ${PHONE_TOO_LONG}`)
  await userEvent.keyboard('{Backspace}')
  await expect.element(phone).toHaveValue('(512) 555-0177')
  await expectNone(page.getByText(PHONE_TOO_LONG))
  // The caret keeps its place in the middle of the text.
  await userEvent.keyboard(`${'{ArrowLeft}'.repeat(7)}{Backspace}9`)
  await expect.element(phone).toHaveValue('(512) 955-0177')
  await userEvent.fill(phone, '+1 (512) 555-0177')
  await expect.element(phone).toHaveValue('(512) 555-0177')
})

test('a password that is too long is kept and explained', async () => {
  const { container } = openEmpty()
  const password = field('Password')
  await userEvent.fill(password, 'Longer4ThanSixteenLetters')
  await expect.element(password).toHaveValue('Longer4ThanSixteenLetters')
  await expect.element(password).toHaveAccessibleDescription(new RegExp(`${passwordTooLong(25)}$`))
  await send()
  await expect
    .element(password)
    .toHaveAccessibleDescription(new RegExp(`${passwordTooLong(25)} ${text.INVALID_PASSWORD}$`))
  await expectAccessible(container)
})

test('the password field declares its rules for password managers', async () => {
  openEmpty()
  await expect.element(field('Password')).toHaveAttribute('autocomplete', 'new-password')
  await expect.element(field('Password')).not.toHaveAttribute('passwordrules')
  await expect.element(field('User name')).toHaveAttribute('autocomplete', 'username')
  const vendor = vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.')
  await userEvent.fill(field('Password'), 'x')
  await expect
    .element(field('Password'))
    .toHaveAttribute('passwordrules', expect.stringMatching(/^minlength: 8; maxlength: 16; required: lower;/))
  vendor.mockRestore()
})

test('a facility fills in its account form right after the NPI', async () => {
  openWizard([reply(valRegNpi, FACILITY), replyBare(captchaChallenge, {})])
  await enterNpi(FACILITY.npiId)
  await expectHeading(HEADINGS.step3)
  await expect.element(field('First name')).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Captcha' })).toBeVisible()
})

test('a form that needs the Captcha is not sent without it', async () => {
  const rendered = openScreen('step3', { ...FACILITY, ...ACCOUNT, regType: 'NPI', regRoleSel: 'SAA' }, [
    replyBare(captchaChallenge, {}),
  ])
  await send()
  await expectSummary(text.COMPLETE_CAPTCHA)
  await expect.element(page.getByRole('group', { name: 'Captcha' })).toMatchTextContent(text.COMPLETE_CAPTCHA)
  expect(countSent(rendered, addPoPgSaa)).toBe(0)
})
