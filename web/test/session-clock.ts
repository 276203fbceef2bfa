/** Time of the session clock in component tests. */
import { SESSION_COUNTDOWN_S, SESSION_WARNING_S } from '@portico/core/constants'
import { SESSION_ABOUT_TO_EXPIRE, SESSION_HAS_EXPIRED_HEADING } from '@portico/core/forms/messages'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Area } from '#shell/router/area.ts'
import { TIMEOUT_POPUP } from '#shell/session/session-timeout.tsx'
import type { DeclaredReply } from './render.tsx'

export const WARNING_MS = SESSION_WARNING_S * 1000
export const COUNTDOWN_MS = SESSION_COUNTDOWN_S * 1000

export const warning = () => page.getByRole('dialog', { name: SESSION_ABOUT_TO_EXPIRE })
export const expired = () => page.getByRole('dialog', { name: SESSION_HAS_EXPIRED_HEADING })

/** The clock's code loads after the page. */
export const expectClockStarted = () => expect.poll(() => document.getElementById(TIMEOUT_POPUP)).not.toBeNull()

/** An expired page ends its session on the server. */
export const answerLogout = ({ logout }: Area): DeclaredReply => ({
  call: { method: 'GET', path: logout },
  answer: () => new Response(),
})
