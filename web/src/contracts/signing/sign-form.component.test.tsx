import { confirmSigningCode, sendSigningCode, signContract } from '@portico/core/contracts/calls'
import { CONSENT, CONSENT_NEEDED, SIGNATURE_NEEDED } from '@portico/core/contracts/signing-sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SHOWN_CONTRACT } from '../../../test/example-contract.ts'
import { render, reply } from '../../../test/render.tsx'
import { button, field } from '../../../test/wizard.tsx'
import { SignForm } from './sign-form.tsx'
import './signing.css'

const openForm = () =>
  render(<SignForm signId="link" contract={SHOWN_CONTRACT} onSigned={() => undefined} onChanged={() => undefined} />, {
    replies: [
      reply(sendSigningCode, { sentTo: SHOWN_CONTRACT.sentTo, expiresInMinutes: 10 }),
      reply(confirmSigningCode, { confirmation: 'confirmed' }),
      reply(signContract, { copyId: 'copy' }),
    ],
  })

test('asking for the code without consent says what is missing and focuses the checkbox', async () => {
  const { sent } = openForm()
  await userEvent.click(button('Send me the code'))
  await expect.element(page.getByText(CONSENT_NEEDED)).toBeVisible()
  await expect.element(field(CONSENT)).toHaveFocus()
  expect(sent).toEqual([])
})

test('changing between drawing and typing keeps both, and only the chosen one is sent', async () => {
  const { sent } = openForm()
  await userEvent.click(field(CONSENT))
  await userEvent.click(button('Send me the code'))
  await userEvent.fill(field('Code from the email'), '123456')
  const pad = page.getByRole('img')
  for (const x of [20, 60, 100, 140]) await userEvent.click(pad, { position: { x, y: 30 } })
  await expect.element(pad).toHaveAccessibleName('Signature: drawn')
  await userEvent.click(field('Type it'))
  await userEvent.fill(field('Type your name as your signature'), 'Dana Whitlock')
  await userEvent.click(field('Draw it'))
  await expect.element(pad).toHaveAccessibleName('Signature: drawn')
  await userEvent.click(field('Type it'))
  await expect.element(field('Type your name as your signature')).toHaveValue('Dana Whitlock')
  await userEvent.click(button('Sign the contract'))
  await expect.poll(() => sent.at(-1)?.input).toMatchObject({ typed: 'Dana Whitlock', strokes: [] })
})

test('a contract is not signed without a drawn or typed signature', async () => {
  const { sent } = openForm()
  await userEvent.click(field(CONSENT))
  await userEvent.click(button('Send me the code'))
  await userEvent.fill(field('Code from the email'), '123456')
  await userEvent.click(button('Sign the contract'))
  await expect.element(page.getByRole('alert')).toMatchTextContent(SIGNATURE_NEEDED)
  expect(sent.at(-1)?.path).toBe(confirmSigningCode.path)
})
