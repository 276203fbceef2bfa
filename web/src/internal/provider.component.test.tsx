import { INTERNAL_PATHS } from '@portico/core/constants'
import { liftHold, openProvider, unlockProvider } from '@portico/core/internal/calls'
import type { Provider } from '@portico/core/internal/shapes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lastInput, openAsUser, STAFF } from '../../test/area.tsx'
import { PROVIDER } from '../../test/example-provider.ts'
import { expectAccessible, reply } from '../../test/render.tsx'
import { button, expectAlert, expectNone } from '../../test/wizard.tsx'
import { providersPage } from './console-pages.tsx'

const noPart = async () => () => null
const openPage = (change: Partial<Provider>) =>
  openAsUser([providersPage(noPart, noPart)], {
    address: `${INTERNAL_PATHS.providers}?npi=1100000011`,
    me: STAFF,
    replies: [reply(openProvider, { ...PROVIDER, ...change })],
  })

test('staff unlock an NPI only after a confirmation', async () => {
  const rendered = openPage({ locks: ['STEP1'], failedProofs: { recent: 20, month: 20 } })
  rendered.setReplies(
    reply(unlockProvider, () => {
      rendered.setReplies(reply(openProvider, PROVIDER))
      return { forgotten: 20 }
    }),
  )
  await expect.element(page.getByText('Validation locked')).toBeVisible()
  await userEvent.click(button('Unlock'))
  const dialog = page.getByRole('dialog', { name: 'Unlock NPI 1100000011?' })
  await expectAccessible(rendered.container)
  expect(lastInput(rendered, unlockProvider)).toBeUndefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Unlock' }))
  await expectAlert('NPI 1100000011 is unlocked. Validation and the quiz can be tried again.')
  await expect.element(page.getByText('Not locked')).toBeVisible()
  expect(lastInput(rendered, unlockProvider)).toEqual({ npi: '1100000011' })
})

test('staff read an SAA’s objection and close it', async () => {
  const objections = [{ reference: '7QK4M-2XWHD', name: 'Ann Objecting', since: '2026-03-02T15:00:00.000Z' }]
  const rendered = openPage({ locks: ['OBJECTION'], objections })
  rendered.setReplies(
    reply(liftHold, () => {
      rendered.setReplies(reply(openProvider, PROVIDER))
      return { lifted: 1, waiting: false }
    }),
  )
  await expect.element(page.getByText(/^Ann Objecting objected to request/)).toBeVisible()
  await expectAccessible(rendered.container)
  await userEvent.click(button('Close the objection'))
  await expectAlert('The objection is closed.')
  await expectNone(page.getByText('An administrator objects'))
  expect(lastInput(rendered, liftHold)).toEqual({ npi: '1100000011' })
})

test('the link for a registration by contract is copied', async () => {
  const written: string[] = []
  const { writeText } = navigator.clipboard
  navigator.clipboard.writeText = async (text) => void written.push(text)
  openPage({})
  await userEvent.click(button('Copy the link for Example Plan'))
  await expect.element(page.getByText('Link copied.')).toBeVisible()
  navigator.clipboard.writeText = writeText
  expect(written).toEqual(['https://portal.example/registration?easyReg=Y'])
})
