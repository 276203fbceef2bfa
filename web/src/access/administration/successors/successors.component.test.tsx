import { listControlledAccess } from '@portico/core/access/calls'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import * as calls from '@portico/core/access/successor-calls'
import { FACTOR_MISSING, SIGN_IN_TOO_NEW, SUCCESSOR_TOO_NEW } from '@portico/core/access/successor-sentences'
import type { MyNaming, OwnScope, Successors } from '@portico/core/access/successor-shapes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lastInput, openAsUser, SAA, SCOPE } from '../../../../test/area.tsx'
import { expectAccessible, expectFits, refuse, reply } from '../../../../test/render.tsx'
import { button, expectAlert, expectHeading, muteGatewayLog, tabTo } from '../../../../test/wizard.tsx'
import '../../access.css'
import { administrationPage } from '../../pages.tsx'

muteGatewayLog()

const candidate = {
  ...{ grantId: 'grant-2', name: 'Anthony Bellweather', email: 'anthony@office.example', role: 'AA' as const },
  ...{ lastSignIn: '2026-03-01T15:00:00.000Z', tooNew: false },
}
const { entity, kind, id, name: scopeName } = SCOPE
const OWN: OwnScope = {
  ...{ grantId: 'grant-1', scope: { entity, kind, id, name: scopeName }, refused: '' },
  candidates: [candidate, { ...candidate, grantId: 'grant-3', name: 'Uma Carrington', role: 'AU', tooNew: true }],
}
const NAMING = {
  ...{ successorId: 'naming-1', name: 'Anthony Bellweather', email: 'anthony@office.example' },
  ...{ state: 'AGREED' as const, namedOn: '2026-03-01T15:00:00.000Z', confirmBy: '2027-03-01T15:00:00.000Z' },
  confirmable: false,
}
const MINE: MyNaming = {
  ...{ successorId: 'naming-1', scope: OWN.scope, name: 'Sandra Ashgrove', state: 'NAMED', cause: '', dueOn: '' },
}
const AU = { ...SAA, roles: ['AU' as const], administers: false }

const open = (listed: Partial<Successors>, me = SAA) =>
  openAsUser([administrationPage], {
    address: ACCESS_PAGES.successor,
    me,
    replies: [
      reply(calls.listSuccessors, { scopes: [], mine: [], ...listed }),
      reply(listControlledAccess, []),
      reply(calls.nameSuccessor, true),
      reply(calls.answerNaming, true),
      reply(calls.confirmSuccessor, true),
      reply(calls.withdrawSuccessor, true),
      reply(calls.leaveAsSaa, true),
      reply(calls.acceptTakeover, { begins: '2026-03-16T15:00:00.000Z' }),
    ],
  })

test('an SAA names a successor by keyboard, and must choose someone', async () => {
  const rendered = open({ scopes: [OWN] })
  await expectHeading('Successors of administrators')
  await expect.element(page.getByText(SUCCESSOR_TOO_NEW)).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Uma Carrington' })).toBeDisabled()
  await tabTo(button('Name as successor'))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Please select an option.')).toBeVisible()
  const choice = page.getByRole('radio', { name: 'Anthony Bellweather' })
  await expect.element(choice).toHaveFocus()
  await userEvent.keyboard(' ')
  await expectAccessible(rendered.container)
  await tabTo(button('Name as successor'))
  rendered.setReplies(
    reply(calls.listSuccessors, { scopes: [{ ...OWN, naming: { ...NAMING, state: 'NAMED' } }], mine: [] }),
  )
  await userEvent.keyboard('{Enter}')
  await expectAlert(`You named Anthony Bellweather as your successor for ${scopeName}. We’ll email you the answer.`)
  await expect.element(page.getByText('Has not answered yet')).toBeVisible()
  expect(lastInput(rendered, calls.nameSuccessor)).toEqual({ grantId: 'grant-1', successorGrantId: 'grant-2' })
})

test('an SAA who can name no one reads why', async () => {
  open({ scopes: [{ ...OWN, refused: SIGN_IN_TOO_NEW }] })
  await expect.element(page.getByText(SIGN_IN_TOO_NEW)).toBeVisible()
  expect(page.getByRole('radio').elements()).toHaveLength(0)
})

test('an SAA without colleagues is asked to invite one', async () => {
  open({ scopes: [{ ...OWN, candidates: [] }] })
  await expect.element(page.getByText('No one can be named yet.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Invite a person' })).toHaveAttribute('href', ACCESS_PAGES.invite)
})

test('an SAA confirms a successor shortly before the end, and withdraws after a question', async () => {
  const rendered = open({ scopes: [{ ...OWN, naming: { ...NAMING, confirmable: true } }] })
  await button('Confirm for 12 months').click()
  await expectAlert('Anthony Bellweather is confirmed as your successor for 12 months.')
  await button('Withdraw').click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw Anthony Bellweather as your successor?' })
  await expectAccessible(rendered.container)
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expectAlert(`Anthony Bellweather is no longer your successor for ${scopeName}.`)
  expect(lastInput(rendered, calls.withdrawSuccessor)).toEqual({ successorId: 'naming-1' })
})

test('an SAA who gives up the access reads who takes over, or that no one does', async () => {
  const rendered = open({ scopes: [{ ...OWN, naming: NAMING }] })
  await button('Give up your access').click()
  const dialog = page.getByRole('dialog', { name: `Give up your access to ${scopeName}?` })
  await expect.element(dialog.getByText('We’ll ask Anthony Bellweather to take over.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(lastInput(rendered, calls.leaveAsSaa)).toBeUndefined()
})

test('an AU who was named agrees, and declines after a question', async () => {
  const rendered = open({ mine: [MINE] }, AU)
  await expect.element(page.getByText(/^Sandra Ashgrove named you as successor/)).toBeVisible()
  await expectAccessible(rendered.container)
  await button('Agree').click()
  await expectAlert(`You agreed to be the successor of Sandra Ashgrove for ${scopeName}.`)
  expect(lastInput(rendered, calls.answerNaming)).toEqual({ successorId: 'naming-1', agree: true })
  await button('Decline').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expectAlert(`You are not the successor for ${scopeName}.`)
  expect(lastInput(rendered, calls.answerNaming)).toEqual({ successorId: 'naming-1', agree: false })
})

test('a successor takes over, and one without a second step is led to the profile', async () => {
  const rendered = open({ mine: [{ ...MINE, state: 'OFFERED', cause: 'LEFT' }] })
  await expect.element(page.getByText(/^Sandra Ashgrove gave up the role/)).toBeVisible()
  rendered.setReplies(refuse(calls.acceptTakeover, { message: FACTOR_MISSING }, 407))
  await button('Take over').click()
  await expect.element(page.getByRole('link', { name: 'Open your profile' })).toBeVisible()
  await expectAccessible(rendered.container)
  rendered.setReplies(reply(calls.acceptTakeover, { begins: '2026-03-16T15:00:00.000Z' }))
  await button('Take over').click()
  await expectAlert(
    `You accepted. You become the Senior Access Administrator for ${scopeName} on March 16, 2026, unless someone objects.`,
  )
})

test.each([
  ['AGREED', /^You agreed to take over from Sandra Ashgrove/],
  ['WAITING', /^You accepted\. You become the Senior Access Administrator on/],
  ['STAFF', /^Provider Services decides who takes over/],
] as const)('a naming in state %s says what happens next', async (state, text) => {
  open({ mine: [{ ...MINE, state, dueOn: '2026-03-16T15:00:00.000Z' }] })
  await expect.element(page.getByText(text)).toBeVisible()
})

test('nothing to show is said in words', async () => {
  open({})
  await expect.element(page.getByText(/^You are not a Senior Access Administrator, and no one/)).toBeVisible()
})

test('long names fit a phone', async () => {
  await page.viewport(320, 800)
  const long = `${'Maximiliane'.repeat(4)} of the Longest Practice`
  const { container } = open({
    scopes: [{ ...OWN, naming: { ...NAMING, name: long, email: `${'m'.repeat(60)}@office.example` } }],
  })
  await expect.element(page.getByText(long).first()).toBeVisible()
  await expectFits(container)
  await page.viewport(1280, 800)
})
