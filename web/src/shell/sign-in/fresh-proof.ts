import { STATUS } from '@portico/core/constants'
import type { ErrorEntity } from '@portico/core/envelope'
import { STEP_UP_CANCELLED } from '@portico/core/signon/sentences'

/** Calls that want to know once more who sits there (behaviour 11.19), as the gateway sees them. */

const STEP_UP_CODE = 'step-up'

/** There is a session, and the call needs a fresh proof. */
export const needsProof = (reply: { ok: boolean; entity: unknown }): boolean =>
  !reply.ok && Object(reply.entity).messageCode === STEP_UP_CODE

/** What the server said, where it was that. */
export function parseProofNeeded({ httpStatus, body }: { httpStatus: number; body: string }): ErrorEntity | undefined {
  if (httpStatus !== 401) return undefined
  try {
    const { entity } = JSON.parse(body)
    return entity.messageCode === STEP_UP_CODE ? entity : undefined
  } catch {
    // Not our envelope: something between here and the server answered.
    return undefined
  }
}

/** The person was asked and did not prove it: the call was not made again, and the page keeps what was typed. */
export const notProved = {
  ok: false,
  status: STATUS.pageMessage,
  entity: { messageType: 'error', statusCode: '407', messageCode: 'not-proved', message: STEP_UP_CANCELLED },
} as const

/** True once the person has proved who they are; false where they would not. `typed`: a password the call brings. */
export type ProofPrompt = (typedPassword: string | undefined) => Promise<boolean>

const readPassword = (input: unknown): string | undefined => {
  const { currentPassword } = Object(input)
  return typeof currentPassword === 'string' ? currentPassword : undefined
}

/** Whoever needs a proof while one is asked for waits for the same answer. */
export function createProofPrompt() {
  let prompt: ProofPrompt | undefined
  let inFlight: Promise<boolean> | undefined
  return {
    ask: async (input: unknown): Promise<'proved' | 'not proved' | 'no prompt'> => {
      if (!prompt) return 'no prompt'
      inFlight ??= prompt(readPassword(input)).finally(() => {
        inFlight = undefined
      })
      return (await inFlight) ? 'proved' : 'not proved'
    },
    setPrompt: (ask: ProofPrompt) => {
      prompt = ask
      return () => {
        if (prompt === ask) prompt = undefined
      }
    },
  }
}
