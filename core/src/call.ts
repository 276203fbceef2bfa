import type { Static, TSchema } from 'typebox'
import type { PermissionId } from './access/permissions.ts'
import type { StaffRole } from './access/staff-roles.ts'

/**
 * A call, declared once in `calls.ts` of its area. The browser derives the types of input and reply from it, the server
 * mounts it with its handler, and the API documents are generated from it. The web build drops the description
 * (web/vite.config.ts), so that the browser downloads no schema library.
 */
export type Call<Declared extends Description = Description, Who extends Access = Access> = {
  method: 'GET' | 'POST'
  path: `/rest/${string}`
  access: Who
  described: Declared
}

export type UserKind = 'provider' | 'member' | 'internal'

/**
 * Who may use a call. The URL grants nothing.
 *   'public'    every caller
 *   kinds       allowed user kinds; all three if omitted
 *   pending     also an account that has only pending grants
 *   permission  an active grant must include it (providers only)
 *   halfSigned  also a session that still needs its second factor
 *   staff       allowed roles of plan staff; required if the kinds include plan staff
 *   notByDoor   refused to a session of `portico staff open-door`
 *   seeAs       a support agent may use it in a view (behaviour 23.20); it must not write
 *   stepUp      requires a recent proof of identity, always or for the input that `when` describes
 */
export type Access =
  | 'public'
  | {
      kinds?: readonly UserKind[]
      pending?: true
      permission?: PermissionId
      halfSigned?: true
      staff?: readonly StaffRole[]
      notByDoor?: true
      seeAs?: true
      stepUp?: true | { when: string }
    }

export type Description = {
  /** One sentence for the API documents. */
  says: string
  /** Query of a GET. */
  query?: TSchema
  /** Body of a POST; without a schema the server ignores the body. */
  body?: TSchema
  /** Statuses of the envelope other than 200, each with a message for the user. */
  statuses?: readonly number[]
  /** Fields of claims and members. A view hides them until another person approves, and refuses them as input. */
  masks?: readonly string[]
  /** Maximum body size in bytes, if larger than the default. */
  bodyLimit?: number
} & Answer

/** The entity of the envelope, a file of that media type, or JSON without an envelope for readers other than our gateway. */
type Answer =
  | { entity: TSchema; file?: never; bare?: never }
  | { file: string; entity?: never; bare?: never }
  | { bare: TSchema; entity?: never; file?: never }

type Declare = <const Declared extends Description, const Who extends Access>(
  path: Call['path'],
  access: Who,
  described: Declared,
) => Call<Declared, Who>

export const get: Declare = (path, access, described) => ({ method: 'GET', path, access, described })
export const post: Declare = (path, access, described) => ({ method: 'POST', path, access, described })

/** Input of a call: the query of a GET, the body of a POST. */
export type InputOf<Declared extends Description> = Declared extends { body: infer Body extends TSchema }
  ? Static<Body>
  : Declared extends { query: infer Query extends TSchema }
    ? Static<Query>
    : Record<never, never>

/** Entity of a successful reply. */
export type EntityOf<Declared extends Description> = Declared extends { entity: infer Entity extends TSchema }
  ? Static<Entity>
  : Declared extends { bare: infer Bare extends TSchema }
    ? Static<Bare>
    : never
