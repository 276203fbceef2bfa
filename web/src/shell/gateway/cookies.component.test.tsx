import { SIGNED_IN_COOKIE } from '@portico/core/constants'
import { beforeEach, expect, test } from 'vitest'
import { clearSignedInCookie, hasSignedInCookie } from '../session/signed-in-cookie.ts'

beforeEach(async () => {
  for (const { name = '' } of await cookieStore.getAll()) await cookieStore.delete(name)
})

test.each([SIGNED_IN_COOKIE, `__Host-${SIGNED_IN_COOKIE}`])('reads and clears the cookie %s', async (name) => {
  expect(hasSignedInCookie()).toBe(false)
  await cookieStore.set(name, '1')
  expect(hasSignedInCookie()).toBe(true)
  clearSignedInCookie()
  expect(hasSignedInCookie()).toBe(false)
  expect(document.cookie).toBe('')
})
