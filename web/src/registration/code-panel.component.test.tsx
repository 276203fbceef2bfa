import { codeRequest, codeScore, quizRequest } from '@portico/core/registration/calls'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import {
  BOTH_WAYS_NEEDED,
  CODE_NEEDED,
  codeSent,
  codeWrong,
  IDENTITY_BY_FORM,
  ONE_WAY_IS_ENOUGH,
  QUESTIONS_ALSO_NEEDED,
} from '@portico/core/registration/texts/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PASSED, PROVED, QUIZ } from '../../test/registration-examples.ts'
import { type DeclaredReply, expectFits, refuse, reply } from '../../test/render.tsx'
import {
  button,
  countSent,
  expectAlert,
  expectHeading,
  expectNone,
  field,
  muteGatewayLog,
  openScreen,
  tabTo,
} from '../../test/wizard.tsx'

muteGatewayLog()

const TO = 'p•••@c•••.example'
const SEND = `Send a code to ${TO}`
const code = () => field('Code')
const openCode = (quiz: object, ...replies: DeclaredReply[]) =>
  openScreen('step2', { ...PROVED, identifyFound: false, transactionId: '' }, [
    reply(quizRequest, { ...QUIZ, codeTo: TO, ...quiz }),
    reply(codeRequest, { codeId: 'code-1', sentTo: TO, expiresInMinutes: 10 }),
    reply(codeScore, PASSED),
    ...replies,
  ])
const NO_QUESTIONS = { noOfQuestions: 0, questionList: [] }

test('an open quiz stands below the code, and the page says that one of them is enough', async () => {
  openCode({})
  await expect.element(button(SEND)).toBeVisible()
  await expect.element(page.getByText(ONE_WAY_IS_ENOUGH)).toBeVisible()
  expect(page.getByRole('group').elements()).toHaveLength(QUIZ.questionList.length)
  const headings = page.getByRole('heading', { level: 2 }).elements()
  expect(headings.map((element) => element.textContent)).toEqual([
    'A code by email',
    'Questions about your practice',
    'Your registration',
    'Questions?',
  ])
})

test('where the plan needs both ways, the page says so', async () => {
  openCode({ bothNeeded: true })
  await expect.element(page.getByText(BOTH_WAYS_NEEDED)).toBeVisible()
  await expectNone(page.getByText(ONE_WAY_IS_ENOUGH))
})

test('no time runs while the visitor waits for the code; the questions open on request and keep the code', async () => {
  const { container, sent, setReplies } = openCode({ ...NO_QUESTIONS, quizId: '', questionsLater: true })
  await expect.element(page.getByText(ONE_WAY_IS_ENOUGH)).toBeVisible()
  await userEvent.click(button(SEND))
  await expect.element(code()).toHaveFocus()
  await userEvent.fill(code(), '482')
  await expectNone(page.getByText(/Time left/))
  await expectFits(container)
  setReplies(reply(quizRequest, { ...QUIZ, codeTo: TO }))
  await userEvent.click(button('Answer questions instead'))
  await expect.element(page.getByText('Time left: 8:00')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Questions about your practice' })).toHaveFocus()
  await expect.element(code()).toHaveValue('482')
  const asked = sent.filter(({ path }) => path === quizRequest.path).map(({ input }) => Object(input).codeFirst)
  expect(asked).toEqual([true, false])
})

test('where both ways are needed, the questions stay closed too, and the button does not say “instead”', async () => {
  const { setReplies } = openCode({ ...NO_QUESTIONS, quizId: '', questionsLater: true, bothNeeded: true })
  await expect.element(page.getByText(BOTH_WAYS_NEEDED)).toBeVisible()
  await expectNone(page.getByText(/Time left/))
  setReplies(reply(quizRequest, { ...QUIZ, codeTo: TO, bothNeeded: true }))
  await userEvent.click(button('Answer the questions'))
  await expect.element(page.getByText('Time left: 8:00')).toBeVisible()
  await expect.element(button(SEND)).toBeVisible()
})

test('a confirmed code that is half the proof is no error, and the questions then take the focus', async () => {
  const half = { status: 'PENDING', transactionId: '', statusMsg: QUESTIONS_ALSO_NEEDED }
  const { setReplies } = openCode(
    { ...NO_QUESTIONS, quizId: '', questionsLater: true, bothNeeded: true },
    reply(codeScore, half),
  )
  await userEvent.click(button(SEND))
  await userEvent.fill(code(), '482913')
  await userEvent.click(button('Confirm code'))
  await expectAlert(QUESTIONS_ALSO_NEEDED)
  await expect.element(page.getByRole('alert')).toHaveClass('ok')
  expect(document.title).not.toContain('Error')
  setReplies(reply(quizRequest, QUIZ))
  await userEvent.click(button('Answer the questions'))
  await expect.element(page.getByRole('heading', { name: 'Questions about your practice' })).toHaveFocus()
  await expectNone(code())
})

test('a code without six digits is refused at the field and not sent', async () => {
  const rendered = openCode({})
  await userEvent.click(button(SEND))
  await expect.element(page.getByText(codeSent(TO, 10))).toBeVisible()
  await expect.element(code()).toHaveAttribute('autocomplete', 'one-time-code')
  await userEvent.click(button('Confirm code'))
  await expect.element(code()).toHaveAccessibleDescription(new RegExp(`${CODE_NEEDED}$`))
  await expect.element(code()).toHaveFocus()
  expect(countSent(rendered, codeScore)).toBe(0)
  await expectFits(rendered.container)
})

test('a wrong code says how many tries are left; a new one empties the field and is pasted by keyboard', async () => {
  const { sent, setReplies } = openCode(
    {},
    reply(codeScore, { status: 'PENDING', transactionId: '', statusMsg: codeWrong(2) }),
  )
  await userEvent.click(button(SEND))
  await userEvent.fill(code(), '000000')
  await userEvent.click(button('Confirm code'))
  await expectAlert(codeWrong(2))
  setReplies(reply(codeRequest, { codeId: 'code-2', sentTo: TO, expiresInMinutes: 10 }), reply(codeScore, PASSED))
  await userEvent.click(button('Send a new code'))
  await expect.element(code()).toHaveValue('')
  // As it comes from a mail program.
  await userEvent.fill(code(), ' 482-913 ')
  await tabTo(code())
  await userEvent.keyboard('{Enter}')
  await expectHeading(HEADINGS.step3)
  expect(sent.findLast(({ path }) => path === codeScore.path)?.input).toEqual({ codeId: 'code-2', code: '482913' })
  await expect.element(page.getByRole('complementary')).toMatchTextContent('Verified')
})

test('a code that cannot be sent says why', async () => {
  openCode({}, refuse(codeRequest, { message: 'No more codes today.' }, 404))
  await userEvent.click(button(SEND))
  await expectAlert('No more codes today.')
})

test('where nothing can be asked the code stands alone, and the signed form is the other way on', async () => {
  const { container } = openCode(NO_QUESTIONS)
  await userEvent.click(button(SEND))
  await expect.element(code()).toHaveFocus()
  await expectNone(button(BUTTONS.submit))
  await expectNone(page.getByText(ONE_WAY_IS_ENOUGH))
  await expect.element(page.getByText('You can still register with a signed form.')).toBeVisible()
  await expectFits(container)
  await userEvent.fill(code(), '482913')
  await userEvent.click(button('Confirm code'))
  await expectHeading(HEADINGS.step3)
})

test('who cannot reach the mailbox goes on with a signed form by keyboard', async () => {
  const { container } = openCode(NO_QUESTIONS)
  await expect.element(button(SEND)).toBeVisible()
  await expectFits(container)
  await tabTo(button('Register with a signed form'))
  await userEvent.keyboard('{Enter}')
  await expectHeading(HEADINGS.step3)
  await expect.element(page.getByRole('complementary')).not.toMatchTextContent('Verified')
  await expect.element(page.getByText(IDENTITY_BY_FORM)).toBeVisible()
})
