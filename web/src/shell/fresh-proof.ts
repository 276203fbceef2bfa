import { STATUS } from '@portico/core/constants'
import type { ErrorEntity } from '@portico/core/envelope'
import { STEP_UP, STEP_UP_CANCELLED } from '@portico/core/signon/sentences'

/** Calls that want to know once more who sits there (behaviour 11.19), as the gateway sees them. */

const STEP_UP_CODE = 'step-up'

export const PROOF_NEEDED: ErrorEntity = {
  messageType: 'error',
  statusCode: '401',
  messageCode: STEP_UP_CODE,
  message: STEP_UP,
}

/** There is a session, and the call needs a fresh proof. */
export const needsProof = (reply: { ok: boolean; entity: unknown }): boolean =>
  !reply.ok && Object(reply.entity).messageCode === STEP_UP_CODE

export function asksForProof({ httpStatus, body }: { httpStatus: number; body: string }): boolean {
  if (httpStatus !== 401) return false
  try {
    return JSON.parse(body).entity.messageCode === STEP_UP_CODE
  } catch {
    // Not our envelope: something between here and the server answered.
    return false
  }
}

/** The person was asked and did not prove it: the call was not made again, and the page keeps what was typed. */
export const notProved = {
  ok: false,
  status: STATUS.pageMessage,
  entity: { messageType: 'error', statusCode: '407', messageCode: 'not-proved', message: STEP_UP_CANCELLED },
} as const

/** True once the person has proved who they are; false where they would not. `typed`: a password the call brings. */
export type AskForProof = (typed: string | undefined) => Promise<boolean>

const passwordIn = (input: unknown): string | undefined => {
  const { currentPassword } = Object(input)
  return typeof currentPassword === 'string' ? currentPassword : undefined
}

/** Whoever needs a proof while one is asked for waits for the same answer. */
export function shareProof() {
  let askPerson: AskForProof | undefined
  let underWay: Promise<boolean> | undefined
  return {
    ask: async (input: unknown): Promise<'proved' | 'not proved' | 'nobody'> => {
      if (!askPerson) return 'nobody'
      underWay ??= askPerson(passwordIn(input)).finally(() => {
        underWay = undefined
      })
      return (await underWay) ? 'proved' : 'not proved'
    },
    askWith: (ask: AskForProof) => {
      askPerson = ask
      return () => {
        if (askPerson === ask) askPerson = undefined
      }
    },
  }
}
