/** The reply of every call (behaviour 12.1). */
export type Envelope<Entity> = { status: number; entity: Entity }

/** The entity of an envelope whose status is not 200. */
export type ErrorEntity = { messageType: 'error'; statusCode: string; messageCode: string; message: string }

/** An expected failure in the server: the status of the envelope, the message for the user, and the field it is about. */
export type Refusal = { status: number; message: string; messageCode?: string; field?: string }

export function refusalEntity(refusal: Refusal): ErrorEntity {
  return {
    messageType: 'error',
    statusCode: String(refusal.status),
    messageCode: refusal.messageCode ?? 'business',
    message: refusal.message,
  }
}

/** The browser's check for success (behaviour 12.1). */
export function isSuccess(reply: { status: number | string }): boolean {
  return String(reply.status) === '200'
}
