import { STATUS } from '@portico/core/constants'
import type { ErrorEntity } from '@portico/core/envelope'

export type Success<Entity> = {
  ok: true
  status: number
  entity: Entity
  /** Reading it again has failed, so that it may be old. */
  problem?: string
}
/** A business status other than 200, or 515/516 from the gateway. Only the latter has `metadata`. */
export type Failure = { ok: false; status: number; entity: ErrorEntity; metadata?: { details: unknown } }
export type Reply<Entity> = Success<Entity> | Failure

export type HttpErrorDetails = { httpStatus: number; body: string }
export const readHttpError = ({ metadata }: Failure): Partial<HttpErrorDetails> => Object(metadata?.details)

/** The server is overloaded; retry in a few seconds. */
export const isBusy = (reply: Failure) => readHttpError(reply).httpStatus === 503

/** No reply came, or the server could not give one. */
export const isUnanswered = (reply: Failure) =>
  reply.status === STATUS.gatewayOtherError || Number(readHttpError(reply).httpStatus) >= 500
