import { PROVIDER_PATHS } from '@portico/core/constants'
import { captchaChallenge, quizScore } from '@portico/core/registration/calls'
import { ANSWERS_INCORRECT, BUTTONS, REGISTRANT_CHOICES } from '@portico/core/registration/texts/messages'
import { signerNeeded } from '@portico/core/registration/texts/review-promise'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PHYSICIAN, QUIZ } from '../../test/registration-examples.ts'
import { type DeclaredReply, expectAccessible, refuse, replyBare } from '../../test/render.tsx'
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
  NPI_FIELD,
  renderWizard,
  SSN_FIELD,
} from '../../test/wizard.tsx'
import { AdditionalAccess } from './additional-access.tsx'

muteGatewayLog()

const HOME = 'Request additional access'
const openRequest = (...replies: DeclaredReply[]) =>
  renderWizard(<AdditionalAccess />, replies, PROVIDER_PATHS.additionalAccess)

async function proveProvider(): Promise<void> {
  await userEvent.fill(field(NPI_FIELD), PHYSICIAN.npiId)
  await clickContinue()
  await chooseAndContinue(REGISTRANT_CHOICES.self)
  await userEvent.fill(field(SSN_FIELD), '4321')
  await clickContinue()
  for (const { id } of QUIZ.questionList) await userEvent.click(field(`Two of ${id}`))
  await userEvent.click(button(BUTTONS.submit))
}

test('a request begins with an NPI and says what follows', async () => {
  const { container } = openRequest()
  await expectHeading(HOME)
  await expect.element(page.getByRole('complementary')).toMatchTextContent(signerNeeded(2))
  await clickContinue()
  await expectSummary(`${NPI_FIELD}: Required`)
  await expectAccessible(container)
})

test('a proved request shows what is requested in place of the account form', async () => {
  openRequest()
  await proveProvider()
  await expectHeading('Send your request')
  await expectNone(field('User name'))
  await expect.element(page.getByRole('complementary', { name: 'Your request' })).toMatchTextContent(PHYSICIAN.npiId)
  await userEvent.click(button('Send request'))
  await expectHeading('Access added')
})

test('wrong answers to the quiz lead to the start of the request with their text', async () => {
  openRequest(refuse(quizScore, { message: 'internal' }, 406), replyBare(captchaChallenge, {}))
  await proveProvider()
  await expectAlert(ANSWERS_INCORRECT)
  await expectHeading(HOME)
})
