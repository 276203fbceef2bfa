import { PROVIDER_PATHS } from '@portico/core/constants'
import { GATEWAY_UNAVAILABLE, LEVEL_NAMES } from '@portico/core/forms/messages'
import {
  addSaa,
  captchaChallenge,
  endRegistration,
  quizRequest,
  quizScore,
  receipt,
  valRegNpi,
  valRegProfile,
} from '@portico/core/registration/calls'
import { ANSWERS_INCORRECT, BUTTONS, HEADINGS, REGISTRANT_CHOICES } from '@portico/core/registration/texts/messages'
import { PROOF_MISSING } from '@portico/core/registration/texts/sentences'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ACCOUNT, GROUP_MEMBER, PHYSICIAN, PROVED, QUIZ, RECEIPT } from '../../test/registration-examples.ts'
import { breakConnection, refuse, reply, replyBare } from '../../test/render.tsx'
import {
  button,
  chooseAndContinue,
  clickContinue,
  countSent,
  createAccount,
  enterNpi,
  expectAlert,
  expectHeading,
  field,
  heading,
  muteGatewayLog,
  NPI_FIELD,
  openScreen,
  openWizard,
  SSN_FIELD,
  terms,
  waitForMoves,
} from '../../test/wizard.tsx'

muteGatewayLog()

const SUCCESS = 'Registration successful'

async function walkToStep1(): Promise<void> {
  await enterNpi()
  await chooseAndContinue(REGISTRANT_CHOICES.self)
  await expectHeading(HEADINGS.step1.ssn)
}
async function walkToQuiz(): Promise<void> {
  await walkToStep1()
  await userEvent.fill(field(SSN_FIELD), '4321')
  await clickContinue()
  await expect.element(field('Two of q1')).toBeVisible()
}
async function walkThroughQuiz(): Promise<void> {
  await walkToQuiz()
  for (const { id } of QUIZ.questionList) await userEvent.click(field(`Two of ${id}`))
  await userEvent.click(button(BUTTONS.submit))
}

test('Back and Forward walk the screens, keep the answers and leave the address alone', async () => {
  openWizard()
  const address = location.href
  await walkToStep1()
  await walk('back')
  await expectHeading(HEADINGS.regBy)
  await expect.element(heading()).toHaveFocus()
  await expect.element(field(REGISTRANT_CHOICES.self)).toBeChecked()
  await walk('back')
  await expect.element(field(NPI_FIELD)).toHaveValue(PHYSICIAN.npiId)
  await walk('forward')
  await expectHeading(HEADINGS.regBy)
  await walk('forward')
  await expectHeading(HEADINGS.step1.ssn)
  await userEvent.fill(field(SSN_FIELD), '4321')
  await clickContinue()
  await expectHeading(HEADINGS.step2)
  expect(location.href).toBe(address)
})

/** Walks, and waits until the browser has arrived: after two moves where the wizard passes over an entry. */
async function walk(direction: 'back' | 'forward', moves = 1): Promise<void> {
  const moved = waitForMoves(moves)
  history[direction]()
  await moved
}

test('another choice ends what was ahead', async () => {
  openWizard()
  await enterNpi()
  await chooseAndContinue(REGISTRANT_CHOICES.behalf)
  await expectHeading(HEADINGS.pinssnSel)
  await walk('back')
  await chooseAndContinue(REGISTRANT_CHOICES.self)
  await expectHeading(HEADINGS.step1.ssn)
  expect(navigation.canGoForward).toBe(false)
})

test('another level, chosen after walking back, ends what was ahead', async () => {
  openWizard([reply(valRegNpi, GROUP_MEMBER)])
  await enterNpi(GROUP_MEMBER.npiId)
  await chooseAndContinue(LEVEL_NAMES.NPI)
  await expectHeading(HEADINGS.regBy)
  await walk('back')
  await expectHeading(HEADINGS.regWith)
  await userEvent.click(field(LEVEL_NAMES.PG))
  await walk('forward', 2)
  await expectHeading(HEADINGS.regWith)
  await clickContinue()
  await expectHeading(HEADINGS.regChoice)
})

test('the second click of a double click does nothing on the next screen', async () => {
  openWizard([reply(valRegNpi, GROUP_MEMBER), replyBare(captchaChallenge, {})])
  await enterNpi(GROUP_MEMBER.npiId)
  await chooseAndContinue(LEVEL_NAMES.PG)
  await expectHeading(HEADINGS.regChoice)
  const second = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 })
  button(BUTTONS.yesContinue).element().dispatchEvent(second)
  await expectHeading(HEADINGS.regChoice)
  expect(second.defaultPrevented).toBe(true)
  await userEvent.click(button(BUTTONS.yesContinue))
  await expectHeading(HEADINGS.step3)
})

test('a graded quiz is passed over on the way back, and the account form keeps what was typed', async () => {
  openWizard()
  await walkThroughQuiz()
  await expectHeading(HEADINGS.step3)
  await userEvent.fill(field('Email'), 'typed@office.example')
  await walk('back', 2)
  await expectHeading(HEADINGS.step1.ssn)
  await walk('forward', 2)
  await expectHeading(HEADINGS.step3)
  await expect.element(field('Email')).toHaveValue('typed@office.example')
})

test('a passed quiz is not shown again from step1 or from the screen before it', async () => {
  const rendered = openWizard()
  await walkThroughQuiz()
  await expectHeading(HEADINGS.step3)
  await walk('back', 2)
  await expectHeading(HEADINGS.step1.ssn)
  await clickContinue()
  await expectHeading(HEADINGS.step3)
  await walk('back')
  await expectHeading(HEADINGS.step1.ssn)
  await walk('back')
  await expectHeading(HEADINGS.regBy)
  await clickContinue()
  await expectHeading(HEADINGS.step1.ssn)
  await clickContinue()
  await expectHeading(HEADINGS.step3)
  expect(countSent(rendered, quizRequest)).toBe(1)
  await expect.element(page.getByRole('complementary')).toMatchTextContent('Verified')
})

test('Back does not return to a failed quiz', async () => {
  openWizard([refuse(quizScore, { message: 'internal' }, 406)])
  await walkThroughQuiz()
  await expectAlert(ANSWERS_INCORRECT)
  await walk('back', 2)
  await expectHeading(HEADINGS.step1.ssn)
})

test('an open quiz is requested again when Forward returns to it', async () => {
  const rendered = openWizard()
  await walkToQuiz()
  await walk('back')
  await expectHeading(HEADINGS.step1.ssn)
  await walk('forward')
  await expect.element(field('Two of q1')).toBeVisible()
  expect(countSent(rendered, quizRequest)).toBe(2)
})

test('after the submission Back stays on the last screen', async () => {
  openScreen('step3', { ...PROVED, ...ACCOUNT })
  await userEvent.click(terms())
  await createAccount()
  await expectHeading(SUCCESS)
  await walk('back', 2)
  await expectHeading(SUCCESS)
})

test('CREATE ACCOUNT clicked twice is sent once', async () => {
  const created = Promise.withResolvers<boolean>()
  const rendered = openScreen('step3', { ...PROVED, ...ACCOUNT }, [reply(addSaa, () => created.promise)])
  await userEvent.click(terms())
  await userEvent.dblClick(button(BUTTONS.createAccount))
  await expect.element(button(BUTTONS.createAccount)).toHaveAttribute('aria-busy', 'true')
  created.resolve(true)
  await expectHeading(SUCCESS)
  expect(countSent(rendered, addSaa)).toBe(1)
})

test('a submission whose reply was lost can be sent again as it was', async () => {
  const { sent, setReplies } = openScreen('step3', { ...PROVED, ...ACCOUNT }, [breakConnection(addSaa)])
  await userEvent.click(terms())
  await createAccount()
  await expectAlert(GATEWAY_UNAVAILABLE)
  setReplies(reply(addSaa, true))
  await createAccount()
  await expectHeading(SUCCESS)
  const [first, second] = sent.filter(({ path }) => path === addSaa.path)
  expect(second?.input).toEqual(first?.input)
})

test('a tab whose registration another tab replaced shows that the user must start again', async () => {
  openWizard([refuse(valRegProfile, { message: PROOF_MISSING })])
  await walkToStep1()
  await userEvent.fill(field(SSN_FIELD), '4321')
  await clickContinue()
  await expectAlert(PROOF_MISSING)
  await expectHeading(HEADINGS.home)
})

test('a canceled registration is ended on the server and forgotten on the page', async () => {
  const rendered = openScreen('step3', { ...PROVED })
  await userEvent.fill(field('Email'), 'typed@office.example')
  await userEvent.click(page.getByRole('link', { name: 'Cancel' }))
  await userEvent.click(button('Cancel the registration'))
  await expect.poll(() => rendered.opened).toEqual([PROVIDER_PATHS.login])
  expect(countSent(rendered, endRegistration)).toBe(1)
  // The browser may show this page again from its memory.
  await expectHeading(HEADINGS.home)
  await expect.element(field(NPI_FIELD)).toHaveValue('')
})

/** The browser says how the document was opened. */
function openDocumentBy(type: NavigationTimingType): void {
  const entry = Object.create(PerformanceNavigationTiming.prototype, { type: { value: type } })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry])
}

test('a reload shows the last screen again with its receipt', async () => {
  openDocumentBy('reload')
  sessionStorage.setItem('portico.submitted', `${PROVIDER_PATHS.registration}#`)
  openWizard()
  await expectHeading(SUCCESS)
  await expect.element(page.getByRole('region', { name: 'Your receipt' })).toMatchTextContent(RECEIPT.reference)
  vi.mocked(performance.getEntriesByType).mockRestore()
})

test('opened anew, the page is at its beginning', async () => {
  openDocumentBy('navigate')
  sessionStorage.setItem('portico.submitted', `${PROVIDER_PATHS.registration}#`)
  const rendered = openWizard()
  await expectHeading(HEADINGS.home)
  await expect.element(field(NPI_FIELD)).toHaveValue('')
  expect(countSent(rendered, receipt)).toBe(0)
  vi.mocked(performance.getEntriesByType).mockRestore()
})
