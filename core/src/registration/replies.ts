import { isSuccess } from '../envelope.ts'
import { GENERIC } from '../forms/messages.ts'

export type Reply = { status: number | string; entity: unknown }

/** Reads a reply: its status, the value true, the server's message, the quiz status. */

const fieldsOf = (reply: Reply): Record<string, unknown> => Object(reply.entity)

export const succeeded = (reply: Reply): boolean => isSuccess(reply)

export const hasStatus = (reply: Reply, ...statuses: number[]): boolean => statuses.includes(Number(reply.status))

/** Status 200 with the entity true. */
export const isTrue = (reply: Reply): boolean => succeeded(reply) && reply.entity === true

/** Quiz statuses are compared case-insensitively (behaviour 4.19). */
export function quizIs(reply: Reply, status: 'PENDING' | 'PASS'): boolean {
  return succeeded(reply) && String(fieldsOf(reply).status).toUpperCase() === status
}

const LOCKED = ['npi-locked', 'npi-refused', 'address-locked']

/** step1 refused because of too many failures, including this one. */
export const isLockedReply = (reply: Reply): boolean =>
  hasStatus(reply, 404) && LOCKED.includes(String(fieldsOf(reply).messageCode))

const sentence = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : GENERIC)

/** The server's message; the generic text if there is none. */
export const serverText = (reply: Reply): string => sentence(fieldsOf(reply).message)

/** The message of the quiz. */
export const quizText = (reply: Reply): string => sentence(fieldsOf(reply).statusMsg)

export function transactionOf(reply: Reply): string {
  const id = fieldsOf(reply).transactionId
  return typeof id === 'string' ? id : ''
}
