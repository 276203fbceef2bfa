import { bellPreferences, saveBellPreferences } from '@portico/core/bell/calls'
import { INTERNAL_PATHS, MEMBER_PATHS, PROVIDER_PATHS, STATUS } from '@portico/core/constants'
import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import { COMMON_PASSWORD } from '@portico/core/forms/sentences'
import { getQuestions } from '@portico/core/registration/calls'
import { connectedApplications, signOutOfApplication, withdrawConsent } from '@portico/core/sign-on-hub/calls'
import type { ConnectedApplication } from '@portico/core/sign-on-hub/shapes'
import * as calls from '@portico/core/signon/calls'
import {
  confirmApp,
  factorChoices,
  myFactors,
  proveFactor,
  startApp,
  stopFactorReset,
} from '@portico/core/signon/factors/calls'
import type { FactorChoices, MyFactors } from '@portico/core/signon/factors/shapes'
import { CURRENT_PASSWORD_WRONG } from '@portico/core/signon/sentences'
import type { Me, SessionList } from '@portico/core/signon/shapes'
import { listViewsOfMe } from '@portico/core/staff-views/calls'
import { expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { brand } from '#shell/brands/brand.ts'
import { lastInput, MEMBER, openAsUser, SAA, STAFF } from '../../../test/area.tsx'
import { type DeclaredReply, expectAccessible, failWith, refuse, reply } from '../../../test/render.tsx'
import {
  alert,
  button,
  countSent,
  expectAlert,
  expectNone,
  expectSummary,
  field,
  muteGatewayLog,
} from '../../../test/wizard.tsx'
import { accountPages as staffPages } from '../console-pages.ts'
import { accountPages as memberPages } from '../member-pages.ts'
import { accountPages } from '../pages.ts'

muteGatewayLog()

const NO_FACTORS: MyFactors = {
  passkeys: [],
  appSince: '',
  appLastUsed: '',
  emailSince: '',
  recoveryCodesLeft: 0,
  canSetUp: ['app'],
  required: false,
  devices: [],
}
const CHOSEN = SECURITY_QUESTIONS.slice(0, 3)
const session = (sessionId: string, current: boolean): SessionList[number] => ({
  sessionId,
  current,
  device: 'Chrome on Linux',
  address: '203.0.113.7',
  startedOn: '2026-03-02T15:00:00.000Z',
  lastSeenOn: '2026-03-02T16:00:00.000Z',
})

const PROFILE_REPLIES = [
  reply(calls.securityQuestions, CHOSEN),
  reply(calls.sessions, [session('s1', true), session('s2', false)]),
  reply(getQuestions, [...SECURITY_QUESTIONS.slice(0, 40)]),
  reply(myFactors, NO_FACTORS),
  reply(connectedApplications, []),
  reply(listViewsOfMe, []),
  reply(bellPreferences, [
    { kind: 'REQUESTS', delivery: 'AT_ONCE' },
    { kind: 'NEWS', delivery: 'BELL' },
  ]),
]
const openProfile = (me: Me, ...replies: DeclaredReply[]) =>
  openAsUser(me.kind === 'member' ? memberPages : accountPages, {
    address: me.kind === 'member' ? MEMBER_PATHS.profile : PROVIDER_PATHS.profile,
    me,
    replies: [...PROFILE_REPLIES, ...replies],
  })
test('staff turn the console’s keyboard shortcuts off in their profile', async () => {
  const rendered = openAsUser(staffPages, { address: INTERNAL_PATHS.profile, me: STAFF, replies: PROFILE_REPLIES })
  rendered.setReplies(
    reply(calls.saveShortcuts, () => {
      rendered.setReplies(reply(calls.me, { ...STAFF, usesShortcuts: false }))
      return true
    }),
  )
  const setting = page.getByLabelText('Use keyboard shortcuts')
  await expect.element(setting).toBeChecked()
  await userEvent.click(setting)
  await expect.poll(() => lastInput(rendered, calls.saveShortcuts)).toEqual({ on: false })
  await expect.element(setting).not.toBeChecked()
  await expectAccessible(rendered.container)
})

test('how to hear of each kind is saved at once, and security is always mailed', async () => {
  const rendered = openProfile(SAA, reply(saveBellPreferences, true))
  await expect.element(page.getByText(/^We always email you about security/)).toBeVisible()
  const choice = page.getByLabelText('Requests for you to decide')
  await expect.element(choice).toHaveValue('AT_ONCE')
  await userEvent.selectOptions(choice, 'DIGEST')
  await expectAlert('Your choice is saved.')
  expect(lastInput(rendered, saveBellPreferences)).toEqual({ preferences: [{ kind: 'REQUESTS', delivery: 'DIGEST' }] })
  await expectAccessible(rendered.container)
})

test('a choice that could not be saved says so and stays as it was', async () => {
  openProfile(SAA, refuse(saveBellPreferences, { message: 'Not saved.' }))
  const choice = page.getByLabelText('News of the plan')
  await userEvent.selectOptions(choice, 'DIGEST')
  await expect.element(page.getByText('Not saved.').first()).toBeVisible()
  await expect.element(choice).toHaveValue('BELL')
})

test('a pending reset of the second factor says when it happens, and can be stopped', async () => {
  const due = '2026-03-03T15:00:00.000Z'
  const rendered = openProfile(
    SAA,
    reply(myFactors, { ...NO_FACTORS, reset: { askedOn: '2026-03-02T15:00:00.000Z', due } }),
    reply(stopFactorReset, true),
  )
  await expect.element(page.getByText(/to reset your second factor. The reset happens on/)).toBeVisible()
  rendered.setReplies(reply(myFactors, NO_FACTORS))
  await userEvent.click(button('Stop the reset'))
  await expectAlert('The reset was stopped.')
  expect(countSent(rendered, stopFactorReset)).toBe(1)
})

test('a setting of the shortcuts that could not be saved says so and stays as it was', async () => {
  openAsUser(staffPages, {
    address: INTERNAL_PATHS.profile,
    me: STAFF,
    replies: [...PROFILE_REPLIES, refuse(calls.saveShortcuts, { message: 'Not saved.' })],
  })
  const setting = page.getByLabelText('Use keyboard shortcuts')
  await expect.element(setting).toBeChecked()
  await userEvent.click(setting)
  await expect.element(setting).toHaveAccessibleDescription(/Not saved\./)
  await expect.element(setting).toBeChecked()
})

const section = (name: string) => page.getByRole('region', { name })

test('phone and names change without a password, and a pasted number is accepted', async () => {
  const rendered = openProfile(SAA, reply(calls.updateContact, true))
  await userEvent.click(button('Change contact details'))
  await expect.element(field('First name')).toHaveFocus()
  await expect.element(button('Change password')).toBeDisabled()
  await expectNone(field('Current password'))
  await userEvent.fill(field('Last name'), 'Renamed')
  await userEvent.fill(field('Phone'), '+1 (617) 555-0188')
  await userEvent.fill(field('Extension (optional)'), '42x')
  rendered.setReplies(reply(calls.me, { ...SAA, lastName: 'Renamed', phone: '6175550188', phoneExt: '42' }))
  await userEvent.click(button('Save contact details'))
  await expectAlert('Your contact details are saved.')
  await expect.element(button('Change contact details')).toHaveFocus()
  await expect.element(section('Contact details')).toMatchTextContent('(617) 555-0188 ext. 42')
  await expect.element(page.getByRole('button', { name: 'Your account: Sandra Renamed' })).toBeVisible()
  expect(lastInput(rendered, calls.updateContact)).toMatchObject({ phone: '6175550188', phoneExt: '42' })
  expect(lastInput(rendered, calls.updateContact)).not.toHaveProperty('currentPassword')
})

test('a new email address asks for the password, and a wrong one is reported at its field', async () => {
  const rendered = openProfile(
    SAA,
    refuse(calls.updateContact, { message: CURRENT_PASSWORD_WRONG }, STATUS.pageMessage),
  )
  await userEvent.click(button('Change contact details'))
  await userEvent.fill(field('Email'), 'new@office.example')
  await userEvent.fill(field('Confirm email'), 'new@office.example')
  await userEvent.click(button('Save contact details'))
  await expectSummary()
  expect(countSent(rendered, calls.updateContact)).toBe(0)
  await userEvent.fill(field('Current password'), 'NotThisOne1')
  await userEvent.click(button('Save contact details'))
  await expect
    .element(field('Current password'))
    .toHaveAccessibleDescription(expect.stringContaining(CURRENT_PASSWORD_WRONG))
  await expect.element(field('Email')).toHaveValue('new@office.example')
  expect(lastInput(rendered, calls.updateContact)).toMatchObject({ currentPassword: 'NotThisOne1' })
})

test('a member can change the phone but not the name', async () => {
  openProfile(MEMBER)
  await userEvent.click(button('Change contact details'))
  await expect.element(field('Phone')).toBeVisible()
  await expectNone(field('First name'))
})

test('a security question list offers at most 20 options and leaves out those chosen in other slots', async () => {
  const rendered = openProfile(SAA, reply(calls.changeSecurityQuestions, true))
  await userEvent.click(button('Change security questions'))
  const options = page.getByRole('listbox').getByRole('option')
  await userEvent.click(page.getByRole('combobox', { name: 'Security question 2' }))
  await expect.element(options.first()).toBeVisible()
  const offered = options.elements().map(({ textContent }) => textContent)
  expect(offered.length).toBeLessThanOrEqual(20)
  expect(offered).not.toContain(CHOSEN[0])
  expect(offered).not.toContain(CHOSEN[2])
  await userEvent.click(options.last())
  for (const slot of [1, 2, 3]) await userEvent.fill(field(`Answer ${slot}`), `Juniper ${slot}`)
  await userEvent.click(button('Save security questions'))
  await expectSummary()
  await expectAccessible(rendered.container)
  await userEvent.fill(field('Current password'), 'Harborview1')
  await userEvent.click(button('Save security questions'))
  await expectAlert('Your security questions are saved.')
  expect(lastInput(rendered, calls.changeSecurityQuestions)).toEqual({
    currentPassword: 'Harborview1',
    questions: [CHOSEN[0], offered.at(-1), CHOSEN[2]].map((question, index) => ({
      question,
      answer: `Juniper ${index + 1}`,
    })),
  })
})

test('another session is listed and can be signed out', async () => {
  const rendered = openProfile(SAA, reply(calls.endSession, true))
  const sessions = section('Where you are signed in')
  await expect.poll(() => sessions.getByRole('listitem').elements()).toHaveLength(2)
  expect(sessions.getByText('This device', { exact: true }).elements()).toHaveLength(1)
  rendered.setReplies(reply(calls.sessions, [session('s1', true)]))
  await userEvent.click(sessions.getByRole('button', { name: /^Sign out Chrome on Linux, signed in/ }))
  await expectAlert('We signed you out on 1 other device.')
  await expect.element(sessions).toMatchTextContent('You’re signed in only on this device.')
  expect(lastInput(rendered, calls.endSession)).toEqual({ sessionId: 's2' })
})

async function changePassword(password: string) {
  await userEvent.fill(field('Current password'), 'Harborview1')
  await userEvent.fill(field('New password'), password)
  await userEvent.fill(field('Confirm new password'), password)
  await userEvent.click(button('Save new password'))
}

test('a too common password is refused above the form', async () => {
  openProfile(SAA, refuse(calls.changePassword, { message: COMMON_PASSWORD }, STATUS.pageMessage))
  await userEvent.click(button('Change password'))
  await changePassword('password1')
  await expectAlert(COMMON_PASSWORD)
})

test('a link to the second factor opens the profile at that section', async () => {
  openAsUser(accountPages, { address: `${PROVIDER_PATHS.profile}#second-factor`, me: SAA, replies: PROFILE_REPLIES })
  await expect.element(page.getByRole('heading', { name: 'Passkeys and second factor' })).toHaveFocus()
})

const PASSWORD_ONLY: FactorChoices = {
  due: '',
  kinds: ['password'],
  canSetUp: [],
  passkeysElsewhere: false,
  sentTo: '',
}
const stepUp = failWith(calls.changePassword, 401, JSON.stringify({ entity: { messageCode: 'step-up' } }))

test('a form that includes the current password does not ask for it twice', async () => {
  const rendered = openProfile(SAA, stepUp, reply(factorChoices, PASSWORD_ONLY))
  rendered.setReplies(
    reply(proveFactor, () => {
      rendered.setReplies(reply(calls.changePassword, true))
      return { location: '' }
    }),
  )
  await userEvent.click(button('Change password'))
  await changePassword('Meadow7365q')
  await expectAlert('Your password is changed. We signed you out on your other devices.')
  await expectNone(page.getByRole('dialog'))
  expect(lastInput(rendered, proveFactor)).toEqual({ kind: 'password', password: 'Harborview1' })
  expect(alert().elements()).toHaveLength(1)
})

test.each([SAA, MEMBER])(
  'an authenticator app is set up in the profile of a $kind, with recovery codes',
  async (me) => {
    const codes = Array.from({ length: 10 }, (_, index) => `CODE${index}-CODE${index}`)
    const rendered = openProfile(
      me,
      reply(factorChoices, PASSWORD_ONLY),
      reply(startApp, { key: 'ABCDEFGH', qr: { size: 1, path: 'M0 0h1v1z' } }),
      reply(confirmApp, { recoveryCodes: codes, location: '' }),
    )
    const factors = section('Passkeys and second factor')
    await userEvent.click(factors.getByRole('button', { name: 'Set up an authenticator app' }))
    await expect.element(factors.getByText('ABCD EFGH')).toBeVisible()
    await userEvent.fill(field('Code'), '123456')
    await userEvent.keyboard('{Enter}')
    for (const code of codes) await expect.element(factors.getByText(code)).toBeVisible()
    expect(lastInput(rendered, confirmApp)).toEqual({ code: '123456' })
    await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
    const printed = document.body.innerText.split('\n').filter((line) => line.trim() !== '')
    await cdp().send('Emulation.setEmulatedMedia', { media: '' })
    expect(printed).toEqual([brand.name, expect.stringMatching(/^[A-Z][a-z]+ \d+, \d{4}$/), ...codes])
    rendered.setReplies(reply(myFactors, { ...NO_FACTORS, appSince: '2026-03-02T15:00:00.000Z' }))
    await userEvent.click(button('I’ve saved my codes'))
    await expectAlert('Your authenticator app is set up. We signed you out on your other devices.')
    await expect.element(factors.getByRole('heading', { name: 'Authenticator app' })).toBeVisible()
  },
)

const APPLICATION: ConnectedApplication = {
  clientId: 'claims-tool',
  name: 'Claims tool',
  shared: ['Your name', 'Your email address'],
  signedIn: true,
  lastUsed: '2026-03-02T16:00:00.000Z',
  allowedOn: '',
}
const PARTNER = { ...APPLICATION, clientId: 'partner', name: 'Partner', allowedOn: '2026-03-01T16:00:00.000Z' }

test('the profile lists connected applications; signing out and withdrawing say what happened', async () => {
  const rendered = openProfile(SAA, reply(connectedApplications, [APPLICATION, PARTNER]))
  const connected = section('Connected applications')
  await expect.element(connected.getByText('Can see: your name; your email address.').first()).toBeVisible()
  expect(page.getByRole('button', { name: /^Withdraw/ }).elements()).toHaveLength(1)
  rendered.setReplies(
    reply(signOutOfApplication, true),
    reply(withdrawConsent, true),
    reply(connectedApplications, [{ ...PARTNER, signedIn: false, lastUsed: '' }]),
  )
  await userEvent.click(button('Sign out of Claims tool'))
  await expectAlert('We signed you out of Claims tool.')
  expect(lastInput(rendered, signOutOfApplication)).toEqual({ clientId: 'claims-tool' })
  await expect.element(connected.getByText('You’re not signed in now.')).toBeVisible()
  await expectAccessible(rendered.container)
  rendered.setReplies(reply(connectedApplications, []))
  await userEvent.click(button('Withdraw what you allowed Partner'))
  await expectAlert('Partner can no longer see your data.')
  expect(lastInput(rendered, withdrawConsent)).toEqual({ clientId: 'partner' })
  await expect.element(connected.getByText('You’re not signed in to any application.')).toBeVisible()
})

test('an application that could not be signed out of stays listed, with the reason', async () => {
  openProfile(SAA, reply(connectedApplications, [APPLICATION]), refuse(signOutOfApplication, { message: 'Not now.' }))
  await userEvent.click(button('Sign out of Claims tool'))
  await expectAlert('Not now.')
  await expect.element(page.getByRole('heading', { name: 'Claims tool' })).toBeVisible()
})

test('the profile lists the views by support agents, with their reasons', async () => {
  const view = {
    openedAt: '2026-03-02T15:00:00.000Z',
    endsAt: '2026-03-02T15:15:00.000Z',
    reason: 'Called about a missing claim',
    unmasked: false,
  }
  const { container } = openProfile(SAA, reply(listViewsOfMe, [view]))
  const section = page.getByRole('region', { name: 'Views by support agents' })
  await expect.element(section).toMatchTextContent('Called about a missing claim')
  await expect.element(section).toMatchTextContent('Claims and members’ data were hidden.')
  await expectAccessible(container)
})
