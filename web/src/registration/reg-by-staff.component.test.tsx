import { PROVIDER_PATHS } from '@portico/core/constants'
import { GATEWAY_UNAVAILABLE, GENERIC, SELECT_OPTION } from '@portico/core/forms/messages'
import { REQUEST_LINK_EXPIRED, REQUEST_LINK_UNKNOWN, REQUEST_LINK_USED } from '@portico/core/forms/sentences'
import {
  addSaa,
  quizForReqId,
  quizScore,
  receipt as receiptCall,
  regByReqId,
  rejectRegReqId,
} from '@portico/core/registration/calls'
import { ANSWERS_INCORRECT, BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import { SAA_SEES } from '@portico/core/registration/texts/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ACCOUNT, PHYSICIAN, QUIZ, RECEIPT, REVIEW } from '../../test/registration-examples.ts'
import { type DeclaredReply, expectAccessible, failWith, refuse, reply } from '../../test/render.tsx'
import {
  button,
  chooseAndContinue,
  clickContinue,
  expectAlert,
  expectHeading,
  expectNone,
  expectSummary,
  field,
  muteGatewayLog,
  openWizard,
} from '../../test/wizard.tsx'

muteGatewayLog()

const ACCEPT = 'Accept this request'
const REJECT = 'Reject this request'
const openLink = (...replies: DeclaredReply[]) =>
  openWizard(
    [reply(regByReqId, REVIEW), reply(quizForReqId, { ...QUIZ, workflow: 'REQUEST' }), ...replies],
    `${PROVIDER_PATHS.registration}?reqId=request-1`,
  )
const main = () => page.getByRole('main')

async function answerQuiz(): Promise<void> {
  for (const { id } of QUIZ.questionList) await userEvent.click(field(`Two of ${id}`))
  await userEvent.click(button(BUTTONS.submit))
}

test('regByStaff shows the requester and requires a decision', async () => {
  const { container } = openLink()
  await expectHeading(HEADINGS.regByStaff)
  expect(location.search, 'the link leaves the address bar').toBe('')
  for (const fact of ['Robin Sample', ACCOUNT.email, '(512) 555-0177 ext. 12', PHYSICIAN.npiId])
    await expect.element(main()).toMatchTextContent(fact)
  await expect.element(main()).toMatchTextContent(SAA_SEES)
  await expect.element(main()).not.toMatchTextContent(/\dT\d/)
  await clickContinue()
  await expectSummary(SELECT_OPTION)
  await expectAccessible(container)
})

test('an accepted request shows the outcome, the receipt and the link to the login page', async () => {
  const { opened, sent } = openLink(reply(receiptCall, { ...RECEIPT, path: 'BEHALF' }))
  await chooseAndContinue(ACCEPT)
  await answerQuiz()
  await expectHeading(HEADINGS.requestAccepted)
  // Numbers, because ticks would say that it happened.
  expect(page.getByRole('main').element().querySelector('.ticks')).toBeNull()
  expect(sent.find(({ path }) => path === addSaa.path)?.input).toMatchObject({
    reqId: 'request-1',
    acceptStaffReq: 'Y',
  })
  await expect
    .element(page.getByRole('region', { name: 'Your receipt' }))
    .toMatchTextContent(/Reference number.*Decided on.*Active/)
  await userEvent.click(button(BUTTONS.accessSecurePortal))
  await expect.poll(() => opened).toEqual([PROVIDER_PATHS.login])
})

test('a rejected request gives no access, and CLOSE leads to the login page', async () => {
  const { opened, sent } = openLink(
    reply(rejectRegReqId, true),
    reply(receiptCall, { ...RECEIPT, path: 'BEHALF', state: 'REJECTED' }),
  )
  await chooseAndContinue(REJECT)
  await expectHeading(HEADINGS.requestRejected)
  expect(sent.find(({ path }) => path === rejectRegReqId.path)?.input).toEqual({ reqId: 'request-1' })
  await expect.element(page.getByRole('region', { name: 'Your receipt' })).toMatchTextContent('Rejected')
  await userEvent.click(button(BUTTONS.close))
  await expect.poll(() => opened).toEqual([PROVIDER_PATHS.login])
})

test('wrong answers of the provider lead home with their text', async () => {
  openLink(refuse(quizScore, { message: 'internal' }, 406))
  await chooseAndContinue(ACCEPT)
  await answerQuiz()
  await expectAlert(ANSWERS_INCORRECT)
  await expectHeading(HEADINGS.home)
})

test('a provider who cannot be quizzed is led home with the reason', async () => {
  openLink(refuse(quizForReqId, { message: 'none' }, 404))
  await chooseAndContinue(ACCEPT)
  await expectAlert(
    'Unfortunately we were unable to confirm your identity. In order to complete your registration process, please contact Provider Services',
  )
  await expectHeading(HEADINGS.home)
})

test('a refused rejection leads home', async () => {
  openLink(reply(rejectRegReqId, false))
  await chooseAndContinue(REJECT)
  await expectHeading(HEADINGS.home)
  await expectAlert(GENERIC)
})

test.each([
  ['expired', 498, REQUEST_LINK_EXPIRED],
  ['decided', 407, REQUEST_LINK_USED],
  ['unknown', 406, REQUEST_LINK_UNKNOWN],
])('a link that is %s says so and offers nothing to decide', async (_which, status, says) => {
  openLink(refuse(regByReqId, { message: says }, status))
  await expectAlert(says)
  await expectHeading(HEADINGS.regByStaff)
  await expectNone(page.getByRole('radio'))
  await expectNone(button('Try again'))
})

test('a request link can be looked up again after a gateway failure', async () => {
  const { container, setReplies } = openLink(failWith(regByReqId, 503))
  await expectAlert(GATEWAY_UNAVAILABLE)
  await expectHeading(HEADINGS.regByStaff)
  await expectAccessible(container)
  setReplies(refuse(regByReqId, { message: REQUEST_LINK_UNKNOWN }, 406))
  await userEvent.click(button('Try again'))
  await expectAlert(REQUEST_LINK_UNKNOWN)
  await expectNone(button('Try again'))
})
