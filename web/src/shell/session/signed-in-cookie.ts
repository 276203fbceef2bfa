import { SIGNED_IN_COOKIE } from '@portico/core/constants'
import { clearCookie, readCookie } from '../gateway/cookies.ts'

/** A hint that the browser is signed in, without asking the server. */
export const hasSignedInCookie = (): boolean => readCookie(SIGNED_IN_COOKIE) === '1'

/** The server has no session. */
export const clearSignedInCookie = (): void => clearCookie(SIGNED_IN_COOKIE)
