import { COMPLETE_CAPTCHA } from '@portico/core/forms/messages'
import { addPoPgSaa, captchaChallenge } from '@portico/core/registration/calls'
import type { ModelChange } from '@portico/core/registration/model'
import { HEADINGS } from '@portico/core/registration/texts/messages'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ACCOUNT, FACILITY } from '../../../test/registration-examples.ts'
import { render, reply, replyBare } from '../../../test/render.tsx'
import { button, createAccount, expectHeading, expectNone, openScreen, terms } from '../../../test/wizard.tsx'
import { CaptchaField } from './captcha-field.tsx'

/** A vendor's script. The loader appends its query, which the last characters turn into a comment. */
const SCRIPT = `window.turnstile = { render(element, { sitekey, callback }) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'I am human: ' + sitekey
  button.onclick = () => callback('outside-answer')
  element.append(button)
} } //`

const challenge = replyBare(captchaChallenge, { scriptUrl: `data:text/javascript,${encodeURIComponent(SCRIPT)}` })

test('an outside Captcha is shown by its site key, and its answer is passed on', async () => {
  const onSolved = vi.fn()
  render(<CaptchaField captchaKey="site-key-1" error={COMPLETE_CAPTCHA} onSolved={onSolved} />, {
    replies: [challenge],
  })
  const captcha = page.getByRole('group', { name: 'Captcha' })
  await expect.element(captcha).toMatchTextContent(COMPLETE_CAPTCHA)
  await userEvent.click(captcha.getByRole('button', { name: 'I am human: site-key-1' }))
  expect(captcha.getByRole('button').elements()).toHaveLength(1)
  expect(onSolved).toHaveBeenCalledWith('outside-answer')
})

test('the account form requires the outside Captcha and is sent with its answer', async () => {
  const model: ModelChange = { ...FACILITY, ...ACCOUNT, captchaKey: 'site-key-1', regType: 'NPI', regRoleSel: 'SAA' }
  const { sent } = openScreen('step3', model, [challenge, reply(addPoPgSaa, true)])
  await userEvent.click(terms())
  await createAccount()
  const error = page.getByRole('group', { name: 'Captcha' }).getByText(COMPLETE_CAPTCHA)
  await expect.element(error).toBeVisible()
  await userEvent.click(button('I am human: site-key-1'))
  await expectNone(error)
  await createAccount()
  await expectHeading(HEADINGS.signAndReturn)
  expect(sent.find(({ path }) => path === addPoPgSaa.path)?.input).toMatchObject({ captchaRes: 'outside-answer' })
})
