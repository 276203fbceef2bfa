import { MEMBER_PATHS, STATUS } from '@portico/core/constants'
import { REQUIRED } from '@portico/core/forms/messages'
import { beginRegistration, confirmCode } from '@portico/core/members/calls'
import * as sentence from '@portico/core/members/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AREAS } from '#shell/router/area.ts'
import { openAsVisitor } from '../../../test/area.tsx'
import { expectAccessible, refuse, reply } from '../../../test/render.tsx'
import {
  button,
  countSent,
  expectAlert,
  expectHeading,
  expectSummary,
  field,
  muteGatewayLog,
} from '../../../test/wizard.tsx'
import '../members.css'
import { memberPages } from '../pages.tsx'

muteGatewayLog()

const openRegister = () =>
  openAsVisitor(AREAS.members, memberPages(null), {
    address: MEMBER_PATHS.register,
    replies: [reply(beginRegistration, true)],
  })

async function reachCode() {
  const rendered = openRegister()
  await userEvent.fill(page.getByLabelText('Member ID'), 'N4100000101')
  await userEvent.fill(field('First name'), 'Ingrid')
  await userEvent.fill(field('Last name'), 'Okonkwo')
  await userEvent.fill(field('Birth date'), '1984-02-29')
  await userEvent.click(button('Send me a code'))
  await expectHeading('Enter your code')
  return rendered
}
const code = () => field('Code')
async function submitCode() {
  await userEvent.fill(code(), '123456')
  await userEvent.click(button('Continue'))
}

test('registration errors appear at their fields and keep the input', async () => {
  const rendered = openRegister()
  await userEvent.fill(field('First name'), 'Ingrid')
  await userEvent.fill(field('Birth date'), '2199-01-01')
  await userEvent.click(button('Send me a code'))
  await expectSummary(REQUIRED, sentence.BAD_BIRTH_DATE)
  expect(document.title).toMatch(/^Error: /)
  await expect.element(field('Birth date')).toHaveAccessibleDescription(sentence.BAD_BIRTH_DATE)
  await expect.element(field('First name')).toHaveValue('Ingrid')
  expect(countSent(rendered, beginRegistration)).toBe(0)
  await expectAccessible(rendered.container)
})

test('registration does not say that the birth date is on the ID card', async () => {
  openRegister()
  await expect
    .element(
      page.getByText('Enter your member ID and name exactly as they appear on your ID card, and your birth date.'),
    )
    .toBeVisible()
})

test('the code step explains a missing code without saying whether one was sent', async () => {
  await reachCode()
  await expect.element(page.getByText(sentence.CODE_SENT)).toBeVisible()
  await expect.element(page.getByText(sentence.NO_CODE)).toBeVisible()
})

test('each wrong code shows the tries left at its field, and the last one starts again', async () => {
  const { setReplies } = await reachCode()
  for (const triesLeft of [2, 1]) {
    setReplies(refuse(confirmCode, { message: sentence.codeWrong(triesLeft) }, STATUS.notFound))
    await submitCode()
    await expect.element(code()).toHaveAccessibleDescription(expect.stringContaining(sentence.codeWrong(triesLeft)))
  }
  await expectSummary(sentence.codeWrong(1))
  setReplies(refuse(confirmCode, { message: sentence.CODES_USED_UP }, STATUS.notAcceptable))
  await submitCode()
  await expectHeading('Register as a member')
  await expectAlert(sentence.CODES_USED_UP)
})
