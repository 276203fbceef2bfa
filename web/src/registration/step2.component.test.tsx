import { ANSWER_ALL_QUESTIONS, GATEWAY_UNAVAILABLE, GENERIC } from '@portico/core/forms/messages'
import { quizRequest, quizScore } from '@portico/core/registration/calls'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import { IDENTITY_BY_FORM, QUIZ_TIMED_OUT, quizzesLeft } from '@portico/core/registration/texts/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { passTime } from '../../test/clock.ts'
import { PROVED, QUIZ } from '../../test/registration-examples.ts'
import { expectAccessible, failWith, refuse, reply } from '../../test/render.tsx'
import {
  alert,
  button,
  countSent,
  expectAlert,
  expectHeading,
  expectNone,
  expectSummary,
  field,
  muteGatewayLog,
  openScreen,
} from '../../test/wizard.tsx'

muteGatewayLog()

const openQuiz = (...replies: Parameters<typeof openScreen>[2] & object) =>
  openScreen('step2', { ...PROVED, identifyFound: false, transactionId: '' }, replies)
const submit = () => userEvent.click(button(BUTTONS.submit))
async function answerAll(): Promise<void> {
  for (const { id } of QUIZ.questionList) await userEvent.click(field(`Two of ${id}`))
}

test('the quiz asks for every answer before it sends any', async () => {
  const rendered = openQuiz()
  await expect.element(page.getByText('Time left: 8:00')).toBeVisible()
  await expect.element(page.getByText('Please answer these questions within eight minutes.')).toBeVisible()
  await userEvent.click(field('One of q1'))
  await submit()
  await expectSummary('You must answer all questions to continue. Please try again.')
  await expect
    .element(page.getByRole('group', { name: '2. Which claim was yours?' }))
    .toMatchTextContent(ANSWER_ALL_QUESTIONS)
  await expect.element(field('One of q1')).toBeChecked()
  expect(countSent(rendered, quizScore)).toBe(0)
  await userEvent.click(field('Two of q2'))
  await expectNone(alert())
})

test('the quiz sends its id with the chosen answers, and the account form follows', async () => {
  const { sent } = openQuiz()
  await answerAll()
  await submit()
  await expectHeading(HEADINGS.step3)
  expect(sent.find(({ path }) => path === quizScore.path)?.input).toMatchObject({
    quizId: QUIZ.quizId,
    questionList: [
      { id: 'q1', selectedChoice: 'Two' },
      { id: 'q2', selectedChoice: 'Two' },
    ],
  })
})

test('wrong quiz answers lead home with their text', async () => {
  openQuiz(refuse(quizScore, { message: 'internal' }, 406))
  await answerAll()
  await submit()
  await expectAlert('Your answer(s) were incorrect. Please try again.')
  await expectHeading(HEADINGS.home)
})

test('a quiz that is graded later shows its text and can be sent again; a failed one leads home with its text', async () => {
  const { setReplies } = openQuiz(
    reply(quizScore, { status: 'pending', transactionId: '', statusMsg: 'One more moment.' }),
  )
  await answerAll()
  await submit()
  await expectAlert('One more moment.')
  for (const { id } of QUIZ.questionList) await expect.element(field(`Two of ${id}`)).toBeChecked()
  setReplies(reply(quizScore, { status: 'FAILED', transactionId: '', statusMsg: 'The vendor said no.' }))
  await submit()
  await expectAlert('The vendor said no.')
  await expectHeading(HEADINGS.home)
})

test('a quiz that cannot be made leads home with the generic text', async () => {
  openQuiz(refuse(quizRequest, { message: 'internal' }, 500))
  await expectAlert(GENERIC)
  await expectHeading(HEADINGS.home)
})

test('without enough facts for a quiz the account form follows, says why, and leaves the identity open', async () => {
  const { container } = openQuiz(refuse(quizRequest, { message: 'none' }, 404))
  await expectHeading(HEADINGS.step3)
  await expect.element(page.getByRole('complementary')).not.toMatchTextContent('Verified')
  await expect.element(page.getByText(IDENTITY_BY_FORM)).toBeVisible()
  const identity = page.getByRole('list', { name: 'Progress' }).getByText('Identity')
  await expect.element(identity).toMatchTextContent('Identity, not done yet')
  await expectAccessible(container)
})

test('the quiz can be requested again after a failure', async () => {
  const { container, setReplies } = openQuiz(failWith(quizRequest, 503))
  await expectAlert(GATEWAY_UNAVAILABLE)
  await expectAccessible(container)
  await userEvent.click(button('Try again'))
  await expect.element(button('Try again')).not.toHaveAttribute('aria-busy')
  await expectAlert(GATEWAY_UNAVAILABLE)
  setReplies(reply(quizRequest, QUIZ))
  await userEvent.click(button('Try again'))
  await expect.element(field('One of q1')).toBeVisible()
  await expectNone(alert())
  await expectNone(button('Try again'))
})

test('at 0:00 the quiz cannot be submitted, shows the quizzes left, and can be started again', async () => {
  const { container, setReplies } = openQuiz()
  await userEvent.click(field('One of q1'))
  setReplies(reply(quizRequest, { ...QUIZ, quizId: 'quiz-2' }))
  passTime(479_000)
  await expect.element(page.getByText('Time left: 0:01')).toBeVisible()
  await expect.element(button(BUTTONS.submit)).toBeEnabled()
  passTime(1_000)
  await expect.element(page.getByText('Time left: 0:00')).toBeVisible()
  await expect.element(button(BUTTONS.submit)).toBeDisabled()
  await expect.element(field('One of q1')).toBeDisabled()
  await expectAlert(`${QUIZ_TIMED_OUT} ${quizzesLeft(2)}`)
  await expectAccessible(container)
  await userEvent.click(button('Start the quiz again'))
  await expect.element(page.getByText('Time left: 8:00')).toBeVisible()
  await expect.element(button(BUTTONS.submit)).toBeEnabled()
  await expect.element(field('One of q1')).not.toBeChecked()
  await expectNone(alert())
})
