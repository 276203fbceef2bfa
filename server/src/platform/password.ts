import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { createTurns } from './turns.ts'

const runArgon2 = promisify(argon2)

/** One hash per core, and never on all threads of Node's pool: a rush of sign-ins must leave one for files and names. */
const poolThreads = Number(process.env.UV_THREADPOOL_SIZE) || 4
const inTurn = createTurns(Math.max(1, Math.min(availableParallelism(), poolThreads - 1)))

const settings = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** Hashes a password with argon2id into a PHC string. Runs on the thread pool, never on the main thread. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(password, salt, settings)
  const { memory, passes, parallelism } = settings
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`
}

/** True when the password is the one the PHC string was made from. A string of another shape is never right. */
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
  const actual = await derive(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}

/** Security answers forgive case and spacing, so they are brought to one form before they are hashed or checked. */
export function normalizeSecurityAnswer(answer: string): string {
  return answer.trim().toLowerCase().replace(/\s+/g, ' ')
}

function derive(message: string, nonce: Buffer, parameters: typeof settings): Promise<Buffer> {
  return inTurn(() => runArgon2('argon2id', { message, nonce, ...parameters }) as Promise<Buffer>)
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
