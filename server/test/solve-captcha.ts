import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/** Does the browser's work: the base64 answer to a challenge, as `captchaRes` carries it. */
export async function solveForTests(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The challenge could not be solved.')
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
