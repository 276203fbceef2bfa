import { isSuccess } from '../../envelope.ts'
import { GENERIC } from '../../forms/messages.ts'
import type { Reply } from './flow-events.ts'

/** How the flow reads a reply: its status, 'true', the server's sentence, the quiz's status. */

const fieldsOf = (reply: Reply): Record<string, unknown> => Object(reply.entity)

export const succeeded = (reply: Reply): boolean => isSuccess(reply)

export const hasStatus = (reply: Reply, ...statuses: number[]): boolean => statuses.includes(Number(reply.status))

/** '200 with entity true is success'. */
export const isTrue = (reply: Reply): boolean => succeeded(reply) && reply.entity === true

/** Quiz statuses are compared case-insensitively (behaviour 4.19). */
export function quizIs(reply: Reply, status: 'PENDING' | 'PASS'): boolean {
  return succeeded(reply) && String(fieldsOf(reply).status).toUpperCase() === status
}

const LOCKED = ['npi-locked', 'npi-refused', 'address-locked']

/** step1 answers so when there were too many failures, here or everywhere, this one among them. */
export const isLockedReply = (reply: Reply): boolean =>
  hasStatus(reply, 404) && LOCKED.includes(String(fieldsOf(reply).messageCode))

const sentence = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : GENERIC)

/** The server's sentence; a reply without one gets the generic text. */
export const serverText = (reply: Reply): string => sentence(fieldsOf(reply).message)

/** The quiz's own message. */
export const quizText = (reply: Reply): string => sentence(fieldsOf(reply).statusMsg)

export function transactionOf(reply: Reply): string {
  const id = fieldsOf(reply).transactionId
  return typeof id === 'string' ? id : ''
}
