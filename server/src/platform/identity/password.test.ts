import { beforeAll, expect, test } from 'vitest'
import { hashAtFullCost } from '../../../test/hashing-cost.ts'
import { hashPassword, normalizeSecurityAnswer, verifyPassword } from './password.ts'

beforeAll(hashAtFullCost)

test('a password verifies against its own hash only', async () => {
  const phc = await hashPassword('Harborview1')
  expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await verifyPassword('Harborview1', phc)).toBe(true)
  expect(await verifyPassword('harborview1', phc)).toBe(false)
})

test('the same password hashes differently each time', async () => {
  expect(await hashPassword('Harborview1')).not.toBe(await hashPassword('Harborview1'))
})

test('a hash made with other parameters still verifies', async () => {
  // The reference vector of argon2id with m=65536, t=2, p=1 for 'password' and salt 'somesalt'.
  const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', phc)).toBe(true)
})

test('something that is no hash is never right', async () => {
  expect(await verifyPassword('', '')).toBe(false)
  expect(await verifyPassword('x', '$2b$10$abcdefghijklmnopqrstuv')).toBe(false)
})

test('security answers forgive case and spacing', () => {
  expect(normalizeSecurityAnswer('  New   Bedford ')).toBe('new bedford')
})
