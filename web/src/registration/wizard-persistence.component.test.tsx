import { PROVIDER_PATHS } from '@portico/core/constants'
import {
  continueRegistration,
  endRegistration,
  quizScore,
  valRegNpi,
  valRegProfile,
} from '@portico/core/registration/calls'
import type { Continued, Draft } from '@portico/core/registration/model-shapes'
import { ANSWERS_INCORRECT, BUTTONS, HEADINGS, REGISTRANT_CHOICES } from '@portico/core/registration/texts/messages'
import {
  CONTINUE_DRAFT,
  CONTINUE_EXPLAINED,
  DRAFT_FOUND,
  enterAgain,
  identityMismatch,
  leaveSaves,
  START_OVER,
} from '@portico/core/registration/texts/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ACCOUNT, PHYSICIAN, PROVED, QUIZ } from '../../test/registration-examples.ts'
import { type DeclaredReply, expectFits, refuse, reply } from '../../test/render.tsx'
import {
  button,
  clickContinue,
  countSent,
  enterNpi,
  expectAlert,
  expectHeading,
  expectNone,
  field,
  muteGatewayLog,
  openScreen,
  openWizard,
  question1,
  SSN_FIELD,
} from '../../test/wizard.tsx'

muteGatewayLog()

const faq = () => page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: 'FAQ' })
const dialog = () => page.getByRole('dialog')

/** Whether the browser would prompt before it closes the page. */
function promptsBeforeLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

test('the browser prompts before typed text is lost, and no longer once back at home', async () => {
  const model = { ...PROVED, identifyFound: false, transactionId: '', lastSsn: '' }
  const { opened } = openScreen('step1', model, [refuse(quizScore, { message: 'internal' }, 406)])
  await expect.element(field(SSN_FIELD)).toBeVisible()
  expect(promptsBeforeLeaving()).toBe(false)
  await userEvent.fill(field(SSN_FIELD), '4321')
  await expect.poll(promptsBeforeLeaving).toBe(true)
  await clickContinue()
  for (const { id } of QUIZ.questionList) await userEvent.click(field(`Two of ${id}`))
  await userEvent.click(button(BUTTONS.submit))
  await expectAlert(ANSWERS_INCORRECT)
  expect(promptsBeforeLeaving()).toBe(false)
  await userEvent.click(faq())
  await expect.poll(() => opened).toEqual([PROVIDER_PATHS.faq])
})

test('a link asks before typed text is left: Stay here keeps it, Leave follows the link', async () => {
  const { container, opened } = openScreen('step3', PROVED)
  await userEvent.fill(field('Email'), ACCOUNT.email)
  await userEvent.click(faq())
  await expect.element(dialog()).toMatchTextContent(leaveSaves(30))
  await expectFits(container)
  await userEvent.click(button('Stay here'))
  await expectNone(dialog())
  await expect.element(field('Email')).toHaveValue(ACCOUNT.email)
  expect(opened).toEqual([])
  await userEvent.click(faq())
  await userEvent.click(button('Leave'))
  await expect.poll(() => opened).toEqual([PROVIDER_PATHS.faq])
})

const DRAFT: Draft = {
  path: ['home', 'regBy', 'step1', 'step2', 'step3'],
  groups: [],
  permissions: [],
  regType: 'NPI',
  regRoleSel: 'SAA',
  regBy: 'self',
  email: ACCOUNT.email,
  phone: ACCOUNT.phone,
  userName: ACCOUNT.userName,
  securityQuestion1: ACCOUNT.securityQuestion1,
}
const NOTHING_PROVED = { identifyFound: false, transactionId: '' }
const numberDue: Continued = { numberDue: 'ssn', ...NOTHING_PROVED }

const openLeft = (leftOn: 'step3' | 'pinssnSel', ...replies: DeclaredReply[]) =>
  openWizard([reply(valRegNpi, { ...PHYSICIAN, leftOn }), ...replies])

test('the NPI entered again offers the draft with the screen it was left on', async () => {
  const { container } = openLeft('step3')
  await enterNpi()
  await expect.element(page.getByRole('dialog', { name: DRAFT_FOUND })).toMatchTextContent(HEADINGS.step3)
  await expect.element(dialog()).toMatchTextContent(CONTINUE_EXPLAINED)
  await expect.element(button(CONTINUE_DRAFT)).toHaveFocus()
  await expectFits(container)
})

test('a proved draft asks for the number again and then restores all but secrets', async () => {
  const { container, setReplies } = openLeft(
    'step3',
    reply(continueRegistration, numberDue),
    refuse(valRegProfile, { message: identityMismatch(4) }, 404),
  )
  await enterNpi()
  await userEvent.click(button(CONTINUE_DRAFT))
  await expectHeading(HEADINGS.step1.ssn)
  await expect.element(page.getByText(enterAgain('ssn'))).toBeVisible()
  await expectFits(container)
  await userEvent.fill(field(SSN_FIELD), '0000')
  await clickContinue()
  await expectAlert(identityMismatch(4))
  setReplies(
    reply(valRegProfile, true),
    reply(continueRegistration, { numberDue: '', draft: DRAFT, identifyFound: true, transactionId: 'transaction-1' }),
  )
  await userEvent.fill(field(SSN_FIELD), '4321')
  await clickContinue()
  await expectHeading(HEADINGS.step3)
  await expect.element(page.getByRole('complementary', { name: 'Your registration' })).toMatchTextContent('Verified')
  await expect.element(field('Email')).toHaveValue(ACCOUNT.email)
  await expect.element(field('Phone')).toHaveValue('(512) 555-0177')
  await expect.element(field('User name')).toHaveValue(ACCOUNT.userName)
  await expect.element(question1()).toHaveValue(ACCOUNT.securityQuestion1)
  for (const secret of ['Password', 'Confirm password', 'Answer 1']) await expect.element(field(secret)).toHaveValue('')
})

test('a draft without a proof continues on its screen, and GO BACK finds the choice', async () => {
  const draft: Draft = { ...DRAFT, path: ['home', 'regBy', 'pinssnSel'], regBy: 'behalf' }
  openLeft('pinssnSel', reply(continueRegistration, { numberDue: '', draft, ...NOTHING_PROVED }))
  await enterNpi()
  await userEvent.click(button(CONTINUE_DRAFT))
  await expectHeading(HEADINGS.pinssnSel)
  await userEvent.click(button(BUTTONS.goBack))
  await expect.element(field(REGISTRANT_CHOICES.behalf)).toBeChecked()
})

test('starting over ends the registration and begins with an empty one', async () => {
  const rendered = openLeft('pinssnSel')
  await enterNpi()
  await expect.element(dialog()).toBeVisible()
  rendered.setReplies(reply(valRegNpi, PHYSICIAN))
  await userEvent.click(button(START_OVER))
  await expectHeading(HEADINGS.regBy)
  await expect.element(field(REGISTRANT_CHOICES.behalf)).not.toBeChecked()
  expect(countSent(rendered, endRegistration)).toBe(1)
})
