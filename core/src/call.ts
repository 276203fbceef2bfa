import type { Static, TSchema } from 'typebox'
import type { PermissionId } from './access/permissions.ts'
import type { StaffRole } from './access/staff-roles.ts'

/**
 * A call, declared once: `calls.ts` of each area is the list of its calls. The browser takes a call and knows from it
 * what to send and what comes back; the server mounts it with its handler; the API's documents are drawn from it.
 * The build of the pages drops the description (web/vite.config.ts), so that no schema library reaches a browser.
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
 *   'public'    anybody
 *   kinds       user kinds that may call; all three when left out
 *   pending     also an account whose grants are all still waiting
 *   permission  an active grant must hold it (providers only)
 *   halfSigned  also a session whose second factor is still due
 *   staff       of plan staff, only these roles; a call that names plan staff among its kinds must say
 *   stepUp      for somebody who proved a moment ago who they are; always, or when what is sent is of some kind
 */
export type Access =
  | 'public'
  | {
      kinds?: readonly UserKind[]
      pending?: true
      permission?: PermissionId
      halfSigned?: true
      staff?: readonly StaffRole[]
      stepUp?: true | { when: string }
    }

export type Description = {
  /** One sentence for whoever reads the API's documents. */
  says: string
  /** What a GET is asked with. */
  query?: TSchema
  /** What a POST is sent; without it nothing of what is sent is read. */
  body?: TSchema
  /** The statuses of the envelope beside 200, each with a sentence for the person. */
  statuses?: readonly number[]
  /**
   * What it answers may be a second old, so a replica of the database may be asked for it; whoever wrote a moment ago
   * finds what they wrote all the same. Nothing can be written where it is read.
   */
  allowStaleReads?: true
  /** Bytes a body may have where the usual limit is too small. */
  bodyLimit?: number
} & Answer

/** The envelope's entity; or a file of that type; or JSON without an envelope, which something else than our gateway reads too. */
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

/** What is sent with a call: a GET's query, a POST's body. */
export type InputOf<Declared extends Description> = Declared extends { body: infer Body extends TSchema }
  ? Static<Body>
  : Declared extends { query: infer Query extends TSchema }
    ? Static<Query>
    : Record<never, never>

/** What a successful call gives. */
export type EntityOf<Declared extends Description> = Declared extends { entity: infer Entity extends TSchema }
  ? Static<Entity>
  : Declared extends { bare: infer Bare extends TSchema }
    ? Static<Bare>
    : never
