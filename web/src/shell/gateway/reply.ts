import type { ErrorEntity } from '@portico/core/envelope'

export type Success<Entity> = { ok: true; status: number; entity: Entity }
/** A business status other than 200, or 515/516 from the gateway. Only the latter has `metadata`. */
export type Failure = { ok: false; status: number; entity: ErrorEntity; metadata?: { details: unknown } }
export type Reply<Entity> = Success<Entity> | Failure
