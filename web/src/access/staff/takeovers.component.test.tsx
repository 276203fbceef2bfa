import { decideTakeover, listTakeovers } from '@portico/core/access/successor-calls'
import type { Takeover } from '@portico/core/access/successor-shapes'
import { INTERNAL_PATHS } from '@portico/core/constants'
import { ON_HOLD } from '@portico/core/registration/texts/sentences'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { lastInput, openAsUser, STAFF } from '../../../test/area.tsx'
import { expectAccessible, expectFits, refuse, reply } from '../../../test/render.tsx'
import { button, expectAlert, muteGatewayLog } from '../../../test/wizard.tsx'
import '../access.css'
import { staffPages } from '../console-pages.tsx'

muteGatewayLog()

const TAKEOVER: Takeover = {
  ...{
    successorId: 'naming-1',
    scope: { entity: 'GROUP:PG1002', kind: 'PG', id: 'PG1002', name: 'Tidewater Family Practice' },
  },
  ...{ former: 'Sandra Ashgrove', successor: 'Anthony Bellweather', successorEmail: 'anthony@office.example' },
  ...{ state: 'WAITING', cause: 'LEFT', staffReason: '', offeredOn: '2026-03-02T15:00:00.000Z' },
  ...{ acceptedOn: '2026-03-03T15:00:00.000Z', dueOn: '2026-03-17T15:00:00.000Z', agreed: false, onHold: false },
}
const open = (rows: Takeover[]) =>
  openAsUser(staffPages, {
    address: INTERNAL_PATHS.successors,
    me: STAFF,
    replies: [reply(listTakeovers, rows), reply(decideTakeover, true)],
  })

test('plan staff agree to a running takeover, which begins at once', async () => {
  const rendered = open([TAKEOVER])
  await expect.element(page.getByText(/^Begins on/)).toBeVisible()
  await expectAccessible(rendered.container)
  await page.getByRole('button', { name: 'Agree to Anthony Bellweather for Tidewater Family Practice' }).click()
  await expect
    .element(page.getByText('Anthony Bellweather becomes the Senior Access Administrator at once.'))
    .toBeVisible()
  rendered.setReplies(reply(listTakeovers, []))
  await button('Agree').click()
  await expectAlert('Anthony Bellweather is now the Senior Access Administrator for Tidewater Family Practice.')
  await expect.element(page.getByText('No successor is taking over right now.')).toBeVisible()
  expect(lastInput(rendered, decideTakeover)).toEqual({ successorId: 'naming-1', agree: true })
})

test('plan staff refuse a takeover with a reason', async () => {
  const rendered = open([{ ...TAKEOVER, state: 'STAFF', staffReason: 'OBJECTION', dueOn: '' }])
  await expect.element(page.getByText('The provider or the former administrator objected.')).toBeVisible()
  await page.getByRole('button', { name: 'Refuse Anthony Bellweather for Tidewater Family Practice' }).click()
  await button('Refuse').click()
  await expect.element(page.getByRole('textbox', { name: 'Reason' })).toHaveFocus()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The provider asked us not to.')
  await button('Refuse').click()
  await expectAlert('You refused Anthony Bellweather. We notified them by email.')
  expect(lastInput(rendered, decideTakeover)).toEqual({
    ...{ successorId: 'naming-1', agree: false, reason: 'The provider asked us not to.' },
  })
})

test('a hold is shown, and why it stops an agreement', async () => {
  const rendered = open([{ ...TAKEOVER, state: 'STAFF', staffReason: 'HOLD', dueOn: '', onHold: true }])
  await expect.element(page.getByText('NPI on hold')).toBeVisible()
  rendered.setReplies(refuse(decideTakeover, { message: ON_HOLD, messageCode: 'on-hold' }))
  await page.getByRole('button', { name: /^Agree to/ }).click()
  await button('Agree').click()
  await expectAlert(ON_HOLD)
})

test('an offer that staff agreed to can only be refused, and long names fit a phone', async () => {
  await page.viewport(320, 800)
  const successor = `${'Maximiliane'.repeat(4)} Longname`
  const { container } = open([{ ...TAKEOVER, state: 'OFFERED', acceptedOn: '', dueOn: '', agreed: true, successor }])
  await expect.element(page.getByText('You agreed, not accepted yet')).toBeVisible()
  expect(page.getByRole('button', { name: /^Agree to/ }).elements()).toHaveLength(0)
  await expectFits(container)
  await page.viewport(1280, 800)
})
