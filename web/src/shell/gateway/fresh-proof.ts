import { STATUS } from '@portico/core/constants'
import type { ErrorEntity } from '@portico/core/envelope'
import { STEP_UP_CANCELED } from '@portico/core/signon/sentences'

/** Step-up: calls that need a recent proof of identity (behaviour 11.19). */

const STEP_UP_CODE = 'step-up'

/** The session is valid, but the call needs a recent proof. */
export const needsProof = (reply: { ok: boolean; entity: unknown }): boolean =>
  !reply.ok && Object(reply.entity).messageCode === STEP_UP_CODE

/** Returns the server's entity if the reply asks for a proof. */
export function parseProofNeeded({ httpStatus, body }: { httpStatus: number; body: string }): ErrorEntity | undefined {
  if (httpStatus !== 401) return undefined
  try {
    const { entity } = JSON.parse(body)
    return entity.messageCode === STEP_UP_CODE ? entity : undefined
  } catch {
    // Not our envelope: a proxy may have answered.
    return undefined
  }
}

/** The user canceled. The call was not repeated, and the page keeps its input. */
export const notProved = {
  ok: false,
  status: STATUS.pageMessage,
  entity: { messageType: 'error', statusCode: '407', messageCode: 'not-proved', message: STEP_UP_CANCELED },
} as const

/**
 * Resolves to true once the user has proved their identity, false if canceled. `typedPassword` is a password from the
 * call.
 */
export type ProofPrompt = (typedPassword: string | undefined) => Promise<boolean>

const readPassword = (input: unknown): string | undefined => {
  const { currentPassword } = Object(input)
  return typeof currentPassword === 'string' ? currentPassword : undefined
}

/** Concurrent calls share one prompt. */
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
