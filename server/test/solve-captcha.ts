import { pbkdf2Sync } from 'node:crypto'
import { type Challenge, solveChallenge } from 'altcha-lib'

/** Hundreds of keys at the least of costs: handing each to a thread would take longer than making it. */
const deriveKey: Parameters<typeof solveChallenge>[0]['deriveKey'] = async (
  { cost, keyLength = 32 },
  salt,
  password,
) => ({ parameters: {}, derivedKey: pbkdf2Sync(password, salt, cost, keyLength, 'sha256') })

/** Does the browser's work: the base64 answer to a challenge, as `captchaRes` carries it. */
export async function solveForTests(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The challenge could not be solved.')
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
