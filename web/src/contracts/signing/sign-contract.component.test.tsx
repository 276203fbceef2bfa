import { PROVIDER_PATHS } from '@portico/core/constants'
import { declineSigning, openSigning, signContract } from '@portico/core/contracts/calls'
import { DECLINE_REASON_NEEDED } from '@portico/core/contracts/signing-sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AREAS } from '#shell/router/area.ts'
import { lastInput, openAsVisitor } from '../../../test/area.tsx'
import { SHOWN_CONTRACT } from '../../../test/example-contract.ts'
import { expectFits, reply } from '../../../test/render.tsx'
import { button, countSent, expectHeading } from '../../../test/wizard.tsx'
import { signingPages } from '../pages.ts'
import './signing.css'

const openLink = () =>
  openAsVisitor(AREAS.providers, signingPages, {
    address: `${PROVIDER_PATHS.signContract}?signId=link`,
    replies: [reply(openSigning, SHOWN_CONTRACT), reply(declineSigning, true)],
  })

test('a signatory declines only with a reason, and nothing is signed', async () => {
  const rendered = openLink()
  await expectHeading('Sign the contract')
  await expect.element(page.getByRole('main')).toMatchTextContent('Robin Sample asks you to sign this contract.')
  expect(location.search).toBe('')
  await expectFits(rendered.container)
  await userEvent.click(button('Decline to sign'))
  const dialog = page.getByRole('dialog')
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }))
  await expect.element(dialog).toMatchTextContent(DECLINE_REASON_NEEDED)
  expect(countSent(rendered, declineSigning)).toBe(0)
  await userEvent.fill(dialog.getByLabelText('Reason'), 'I left the practice.')
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }))
  await expectHeading('You declined to sign')
  expect(lastInput(rendered, declineSigning)).toEqual({ signId: 'link', reason: 'I left the practice.' })
  expect(countSent(rendered, signContract)).toBe(0)
})
