import { beforeAll, expect, test } from 'vitest'
import { hashAtFullCost } from '../../../test/hashing-cost.ts'
import { hashPassword, normalizeSecurityAnswer, verifyPassword } from './password.ts'

beforeAll(hashAtFullCost)

test('verifies a password only against its own hash', async () => {
  const phc = await hashPassword('Harborview1')
  expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await verifyPassword('Harborview1', phc)).toBe(true)
  expect(await verifyPassword('harborview1', phc)).toBe(false)
})

test('hashes the same password differently each time', async () => {
  expect(await hashPassword('Harborview1')).not.toBe(await hashPassword('Harborview1'))
})

test('verifies a hash made with other parameters', async () => {
  // The reference vector of argon2id with m=65536, t=2, p=1 for 'password' and salt 'somesalt'.
  const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', phc)).toBe(true)
})

test('rejects a string that is no hash', async () => {
  expect(await verifyPassword('', '')).toBe(false)
  expect(await verifyPassword('x', '$2b$10$abcdefghijklmnopqrstuv')).toBe(false)
})

test('ignores case and spacing in security answers', () => {
  expect(normalizeSecurityAnswer('  New   Bedford ')).toBe('new bedford')
})
