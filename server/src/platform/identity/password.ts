import { randomBytes, timingSafeEqual } from 'node:crypto'
import { runArgon2 } from './argon2-threads.ts'

export const HASHING_MEMORY_KIB = 19_456

/** Cost of a new hash: memory in KiB and passes. Each hash stores its own cost; tests use a lower one. */
export const hashingCost = { memory: HASHING_MEMORY_KIB, passes: 2, parallelism: 1, tagLength: 32 }

/** Hashes a password with argon2id into a PHC string. Never runs on the main thread. */
export async function hashPassword(password: string): Promise<string> {
  const cost = { ...hashingCost }
  const salt = randomBytes(16)
  const tag = await runArgon2({ message: password, nonce: salt, ...cost })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`
}

/** True if the password matches the PHC string. A malformed string never matches. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc)
  if (!match) return false
  const [, memory, passes, parallelism, salt, tag] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const expected = Buffer.from(tag, 'base64')
  const actual = await runArgon2({
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}

/** Normalizes case and spacing of a security answer before hashing or checking. */
export function normalizeSecurityAnswer(answer: string): string {
  return answer.trim().toLowerCase().replace(/\s+/g, ' ')
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
