import { INTERNAL_PATHS, MEMBER_PATHS, PROVIDER_PATHS, STATUS } from '@portico/core/constants'
import { REQUIRED } from '@portico/core/forms/messages'
import { answerFactorNotice, factorChoices, factorNotice, proveFactor } from '@portico/core/signon/factors/calls'
import { CODE_WRONG, NOT_ME_DONE } from '@portico/core/signon/factors/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AREAS } from '#shell/router/area.ts'
import { lastInput, openAsVisitor } from '../../../test/area.tsx'
import { expectFits, refuse, reply } from '../../../test/render.tsx'
import { button, countSent, expectAlert, expectHeading, field, muteGatewayLog } from '../../../test/wizard.tsx'
import { accountPages as staffPages } from '../console-pages.ts'
import { accountPages as memberPages } from '../member-pages.ts'
import { accountPages as providerPages } from '../pages.ts'

muteGatewayLog()

test.each([
  [AREAS.providers, providerPages, PROVIDER_PATHS.claims],
  [AREAS.members, memberPages, MEMBER_PATHS.claims],
  [AREAS.internal, staffPages, INTERNAL_PATHS.people],
])('the factor page of $name asks for the app’s code and opens the requested page', async (area, pages, target) => {
  const rendered = openAsVisitor(area, pages, {
    address: `${area.factor}?${new URLSearchParams({ TARGET: target })}`,
    replies: [
      reply(factorChoices, {
        due: 'prove',
        kinds: ['app', 'recovery'],
        canSetUp: [],
        passkeysElsewhere: false,
        sentTo: '',
      }),
      refuse(proveFactor, { message: CODE_WRONG }, STATUS.pageMessage),
    ],
  })
  await expectHeading('One more step')
  await userEvent.click(button('Continue'))
  await expect.element(field('Code')).toHaveAccessibleDescription(expect.stringContaining(REQUIRED))
  expect(countSent(rendered, proveFactor)).toBe(0)
  await userEvent.fill(field('Code'), '123456')
  await userEvent.click(button('Continue'))
  await expectAlert(CODE_WRONG)
  rendered.setReplies(reply(proveFactor, { location: target }))
  await userEvent.click(page.getByLabelText('Remember this device for 30 days'))
  await userEvent.click(button('Continue'))
  await expect.poll(() => rendered.opened).toEqual([target])
  expect(lastInput(rendered, proveFactor)).toEqual({ kind: 'app', code: '123456', target, trustDevice: true })
})

const REVERTS = {
  noticeOn: '2026-03-02T15:00:00.000Z',
  email: '',
  questions: false,
  removed: [],
  restored: [],
  kept: ['Authenticator app'],
  staff: false,
  sentTo: 's••••@example.org',
}

test('the page of a notice names each change that its button reverts, and what the owner needs then', async () => {
  const changed = {
    ...REVERTS,
    email: 's••••@example.org',
    questions: true,
    removed: ['Passkey (Chrome on Windows)'],
    restored: ['Authenticator app', 'Recovery codes'],
  }
  const rendered = openAsVisitor(AREAS.members, memberPages, {
    address: `${MEMBER_PATHS.secureAccount}?factorId=AAAAAAAAAAAAAAAAAAAAAA`,
    replies: [reply(factorNotice, { about: 'notMe', userName: 'sandra4821', reverts: changed })],
  })
  await expectHeading('This was not me')
  for (const text of [
    'We sign out every browser, and your password stops working.',
    'Your email address is s••••@example.org again.',
    'Your security questions and answers are the earlier ones again.',
    'These second factors stop working: Passkey (Chrome on Windows).',
    'These second factors work again: Authenticator app, Recovery codes.',
  ])
    await expect.element(page.getByRole('listitem').filter({ hasText: text })).toBeVisible()
  const main = page.getByRole('main')
  await expect.element(main).toMatchTextContent('Then we email a link to set a new password to s••••@example.org.')
  await expect.element(main).toMatchTextContent('To sign in, you then need one of these: Authenticator app.')
  await expectFits(rendered.container)
})

test('the page of a notice asks an owner without an earlier factor to call', async () => {
  openAsVisitor(AREAS.providers, providerPages, {
    address: `${PROVIDER_PATHS.secureAccount}?factorId=AAAAAAAAAAAAAAAAAAAAAA`,
    replies: [
      reply(factorNotice, { about: 'notMe', userName: 'sandra4821', reverts: { ...REVERTS, kept: [], staff: true } }),
    ],
  })
  await expectHeading('This was not me')
  const main = page.getByRole('main')
  await expect.element(main).toMatchTextContent('Then please call us.')
  await expect.element(main).not.toMatchTextContent('To sign in, you then need')
  expect(main.getByRole('listitem').elements()).toHaveLength(1)
})

test('opening the mailed notice of a new browser changes nothing, and its button answers it', async () => {
  const rendered = openAsVisitor(AREAS.providers, providerPages, {
    address: `${PROVIDER_PATHS.secureAccount}?factorId=AAAAAAAAAAAAAAAAAAAAAA`,
    replies: [
      reply(factorNotice, { about: 'notMe', userName: 'sandra4821', reverts: REVERTS }),
      reply(answerFactorNotice, { says: NOT_ME_DONE }),
    ],
  })
  await expectHeading('This was not me')
  await expect.element(page.getByRole('main')).toMatchTextContent('sandra4821')
  expect(location.search).toBe('')
  expect(rendered.sent.map(({ path }) => path)).toEqual([factorNotice.path])
  await expectFits(rendered.container)
  await userEvent.click(button('This was not me'))
  await expectAlert(NOT_ME_DONE)
  expect(lastInput(rendered, answerFactorNotice)).toEqual({ factorId: 'AAAAAAAAAAAAAAAAAAAAAA' })
  await expect.element(page.getByRole('link', { name: 'Go to sign in' })).toHaveAttribute('href', PROVIDER_PATHS.login)
})

test.each([
  ['confirm', 'Reset your second factor', 'Reset my second factor'],
  ['object', 'Stop the reset', 'Stop the reset'],
] as const)(
  'opening the mailed link of a reset (%s) changes nothing, and its button answers it',
  async (about, title, label) => {
    const rendered = openAsVisitor(AREAS.providers, providerPages, {
      address: `${PROVIDER_PATHS.secureAccount}?factorId=AAAAAAAAAAAAAAAAAAAAAA`,
      replies: [reply(factorNotice, { about, userName: 'sandra4821' }), reply(answerFactorNotice, { says: 'Done.' })],
    })
    await expectHeading(title)
    expect(rendered.sent.map(({ path }) => path)).toEqual([factorNotice.path])
    await expectFits(rendered.container)
    await userEvent.click(button(label))
    await expectAlert('Done.')
    expect(lastInput(rendered, answerFactorNotice)).toEqual({ factorId: 'AAAAAAAAAAAAAAAAAAAAAA' })
  },
)

const STEP_UP = { due: '' as const, canSetUp: [], passkeysElsewhere: false, sentTo: '' }
const INTERACTION = '/oidc/interaction/abcdefghijklmnopqrstuv'
const stepUpAddress = (need: string) => `${PROVIDER_PATHS.factor}?${new URLSearchParams({ TARGET: INTERACTION, need })}`

test('a signed-in user confirms their password for an application and continues to it', async () => {
  const rendered = openAsVisitor(AREAS.providers, providerPages, {
    address: stepUpAddress('again'),
    replies: [reply(factorChoices, { ...STEP_UP, kinds: ['password'] }), reply(proveFactor, { location: INTERACTION })],
  })
  await expectHeading('Confirm it’s you')
  await userEvent.fill(field('Password'), 'Harborview1')
  await userEvent.click(button('Continue'))
  await expect.poll(() => rendered.opened).toEqual([INTERACTION])
  expect(lastInput(rendered, proveFactor)).toEqual({ kind: 'password', password: 'Harborview1', target: INTERACTION })
})

test.each([
  ['factor', ['password'], 'a second factor'],
  ['passkey', ['app', 'recovery'], 'a passkey'],
] as const)('an application that needs a %s says what to do to a user without one', async (need, kinds, named) => {
  const rendered = openAsVisitor(AREAS.providers, providerPages, {
    address: stepUpAddress(need),
    replies: [reply(factorChoices, { ...STEP_UP, kinds: [...kinds] })],
  })
  await expectHeading('Confirm it’s you')
  await expect.element(page.getByText(`The application you are opening needs ${named}`)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'your profile' }))
    .toHaveAttribute('href', `${PROVIDER_PATHS.profile}#second-factor`)
  expect(rendered.opened).toEqual([])
  await expectFits(rendered.container)
})

test('a signed-in user without a pending application goes home', async () => {
  const rendered = openAsVisitor(AREAS.providers, providerPages, {
    address: `${PROVIDER_PATHS.factor}?TARGET=${PROVIDER_PATHS.claims}`,
    replies: [reply(factorChoices, { ...STEP_UP, kinds: ['password'] })],
  })
  await expect.poll(() => rendered.opened).toEqual([PROVIDER_PATHS.home])
})
