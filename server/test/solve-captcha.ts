import { pbkdf2Sync } from 'node:crypto'
import { type Challenge, solveChallenge } from 'altcha-lib'

/** Derives hundreds of keys at minimum cost; dispatching each to a thread would take longer. */
const deriveKey: Parameters<typeof solveChallenge>[0]['deriveKey'] = async (
  { cost, keyLength = 32 },
  salt,
  password,
) => ({ parameters: {}, derivedKey: pbkdf2Sync(password, salt, cost, keyLength, 'sha256') })

/** Solves a challenge like the browser; returns the base64 answer for `captchaRes`. */
export async function solveForTests(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The challenge could not be solved.')
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
