/** What component tests of the registration wizard share: the wizard with usual replies, and what a visitor does. */
import { PROVIDER_PATHS } from '@portico/core/constants'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import * as calls from '@portico/core/registration/calls'
import { emptyRegistration, type ModelChange } from '@portico/core/registration/model'
import { type Route, readEntry } from '@portico/core/registration/routes'
import { BUTTONS } from '@portico/core/registration/texts/messages'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import type { ReactNode } from 'react'
import { beforeEach, expect, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { brand } from '#shell/brands/brand.ts'
import type { Gateway } from '#shell/gateway/gateway.ts'
import { PublicLayout } from '#shell/layout/public-layout.tsx'
import { leavePage } from '#shell/router/unsaved.ts'
import { Wizard } from '../src/registration/wizard.tsx'
import { createWizardStore } from '../src/registration/wizard-store.ts'
import { PASSED, PHYSICIAN, QUIZ, RECEIPT } from './registration-examples.ts'
import { type DeclaredReply, type Rendered, render, reply } from './render.tsx'

export const NPI_FIELD = 'National Provider Identifier (NPI)'
export const SSN_FIELD = 'Last four digits of the Social Security number'
export const TIN_FIELD = 'Tax Identification Number (TIN)'

/** The sign-on agent answers its form when the test lets it. */
export const answerSignOn = (done: Promise<void> = Promise.resolve()): DeclaredReply => ({
  call: { method: 'POST', path: SIGN_ON_PATH },
  answer: async () => done.then(() => new Response()),
})

const USUAL: DeclaredReply[] = [
  reply(calls.reviewPromise, { businessDays: 2, draftMinutes: 30 }),
  reply(calls.valRegNpi, PHYSICIAN),
  reply(calls.saveDraft, true),
  reply(calls.endRegistration, true),
  reply(calls.checkPendingSaaRequestsForProvider, false),
  reply(calls.valRegProfile, true),
  reply(calls.quizRequest, QUIZ),
  reply(calls.quizScore, PASSED),
  reply(calls.getQuestions, [...SECURITY_QUESTIONS.slice(0, 20)]),
  reply(calls.addSaa, true),
  reply(calls.receipt, RECEIPT),
  reply(calls.getSmAgentId, 'agent'),
  answerSignOn(),
]

/** The registration page at its first screen. */
export function openWizard(replies: readonly DeclaredReply[] = [], address?: string): Rendered {
  return renderWizard(<Wizard />, replies, address)
}

/** The registration page at a later screen, with what was typed and chosen before. */
export function openScreen(
  route: Route,
  model: ModelChange,
  replies: readonly DeclaredReply[] = [],
  address?: string,
): Rendered {
  const enter = (gateway: Gateway) => {
    const entry = readEntry(new URLSearchParams())
    const store = createWizardStore({ gateway, brand, entry, leave: leavePage })
    store.update({ ...emptyRegistration(brand), ...model })
    store.show(route)
    return store
  }
  return renderWizard(<Wizard enter={enter} />, replies, address)
}

export const renderWizard = (wizard: ReactNode, replies: readonly DeclaredReply[], address?: string): Rendered =>
  render(<PublicLayout home={PROVIDER_PATHS.login}>{wizard}</PublicLayout>, {
    replies: [...USUAL, ...replies],
    ...(address !== undefined && { address }),
  })

/** The gateway logs statuses that are not ordinary. */
export function muteGatewayLog(): void {
  beforeEach(() => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    return () => logged.mockRestore()
  })
}

export const heading = () => page.getByRole('heading', { level: 1 })
export const alert = () => page.getByRole('alert')
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const field = (label: string) => page.getByLabelText(label, { exact: true })
export const terms = () => page.getByRole('checkbox', { name: /terms of use/ })
export const question1 = () => page.getByRole('combobox', { name: 'Security question 1' })

export const expectHeading = (text: string) => expect.element(heading()).toHaveTextContent(text)
export const expectAlert = (text: string) => expect.element(alert()).toHaveTextContent(text)
/** Not there: waits until that is so. */
export const expectNone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument()

/** The summary stands above the form, has the focus and holds these errors. */
export async function expectSummary(...errors: string[]): Promise<void> {
  await expect.element(alert()).toMatchTextContent(FIX_ERRORS)
  for (const error of errors) await expect.element(alert()).toMatchTextContent(error)
  await expect.poll(() => document.activeElement?.matches('.note.bad')).toBe(true)
}

export const clickContinue = () => userEvent.click(button(BUTTONS.continue))
export async function chooseAndContinue(choice: string): Promise<void> {
  await userEvent.click(field(choice))
  await clickContinue()
}
export async function enterNpi(npi = PHYSICIAN.npiId): Promise<void> {
  await userEvent.fill(field(NPI_FIELD), npi)
  await userEvent.click(button(BUTTONS.continueWithRegistration))
}
export const createAccount = () => userEvent.click(button(BUTTONS.createAccount))

/** Presses Tab until the element has the focus: a person without a mouse reaches it that way alone. */
export async function tabTo(locator: Locator, most = 40): Promise<void> {
  for (let presses = 0; presses < most && locator.element() !== document.activeElement; presses += 1) {
    await userEvent.tab()
  }
  await expect.element(locator).toHaveFocus()
}

/**
 * Settles when the browser has moved in its history this many times. A test calls it before the move. The page shows
 * another screen at once; a move that is still under way would end with the next one, or in the next test.
 */
export function waitForMoves(moves = 1): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = moves
  const count = () => {
    left -= 1
    if (left > 0) return
    window.removeEventListener('popstate', count)
    resolve()
  }
  window.addEventListener('popstate', count)
  return promise
}

/** How often a call was sent. */
export const countSent = ({ sent }: Rendered, { path }: { path: string }): number =>
  sent.filter((each) => each.path === path).length
