import { writeMoment } from '@portico/core/forms/moments'
import { holdByLink, holdRegistration } from '@portico/core/registration/calls'
import type { HoldNotice } from '@portico/core/registration/shapes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectFits, render, reply } from '../../test/render.tsx'
import { button, expectAlert, expectHeading, expectNone } from '../../test/wizard.tsx'
import { NotMe } from './not-me.tsx'

const at = '2026-11-17T23:46:00.000Z'
const notice: HoldNotice = {
  npi: '1100000011',
  name: 'Eleanor Whitlock',
  event: 'FAILED',
  at,
  objection: false,
  given: false,
}
const subject = `Eleanor Whitlock, NPI 1100000011, on ${writeMoment(new Date(at))}.`

test.each<[string, Partial<HoldNotice>]>([
  [`Someone tried to register for ${subject}`, {}],
  [`Someone asked to be the Senior Access Administrator (SAA) for ${subject}`, { event: 'REQUESTED' }],
  [
    `Someone asked to be the Senior Access Administrator (SAA) for ${subject} The request was approved.`,
    { event: 'REQUESTED', objection: true, given: true },
  ],
  [`Someone became the Senior Access Administrator (SAA) for ${subject}`, { event: 'NEW_SAA', given: true }],
])('the page of a notice says: %s', async (sentence, change) => {
  render(<NotMe />, { replies: [reply(holdByLink, { ...notice, ...change })] })
  await expect.element(page.getByText('Someone')).toHaveTextContent(sentence)
})

test('opening an SAA’s notice changes nothing, and its button sends the objection once', async () => {
  const { container, sent } = render(<NotMe />, {
    address: '/thp/portal/providers/not-me?holdId=link',
    replies: [reply(holdByLink, { ...notice, event: 'REQUESTED', objection: true }), reply(holdRegistration, true)],
  })
  await expectHeading('I object')
  await expect.element(page.getByText('Nothing changes unless the request is approved.')).toBeVisible()
  expect(sent.map(({ path }) => path)).toEqual([holdByLink.path])
  await expectFits(container)
  await userEvent.click(button('I object'))
  await expectAlert('We sent your objection to Provider Services. They will review it.')
  await expectNone(button('I object'))
  expect(sent.at(-1)).toEqual({ path: holdRegistration.path, input: { holdId: 'link' } })
  await expectFits(container)
})
