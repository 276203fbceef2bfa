import type { StaffRole } from '@portico/core/access/staff-roles'
import type { DeclaredBrand } from '@portico/core/brand'
import type { Kysely, Transaction } from 'kysely'
import { standardBrand } from './brands/brands.ts'
import type { AccountKind, Database, FactorDue, ProofKind } from './database/schema.ts'
import type { Deps } from './deps.ts'

export type Db = Kysely<Database>
export type Trx = Transaction<Database>

export type ActorKind = 'visitor' | 'provider' | 'member' | 'internal' | 'system'

/** Who is calling. Held in the database alone, so that every server process sees the same. */
export type Session = {
  idHash: Buffer
  /** Names the session in the list of sessions; opens nothing. */
  publicId: string
  accountId: string
  kind: AccountKind
  /** False for an account whose grants are all still waiting, or over: it sees its status and its profile. */
  active: boolean
  /** What the account's active grants allow, all scopes together. */
  permissions: string[]
  /** How and when the person proved who they are. */
  proof: { by: ProofKind; at: Date; usedAt: Date | null }
  /** Half signed: the password was right, and a second factor is still to be proved, or to be set up. */
  factorDue: FactorDue | null
  /** What somebody of the plan's staff may do; null for everybody else, and for staff without a role. */
  staffRole: StaffRole | null
}

/**
 * The circumstances under which something is done: with what, when, by whom, from where. It travels as one value; a
 * function takes it and its own arguments.
 */
export type Context = Deps & {
  /** Read-only, and up to a second old; only calls that declare `allowStaleReads` have it. Use readerOf. */
  reader?: Db
  /** One moment for everything a call does. */
  now: Date
  /** Who acts; a visitor has no account. */
  actor: { kind: ActorKind; accountId: string | null }
  /** The user of the operating system who runs a command; on record with what the command does. */
  operator?: string
  /** The network address the request came from; null for what the server does by itself. */
  address: string | null
  /** The brand of the host that was asked. Mail uses the brand of its recipient. */
  brand: DeclaredBrand
}

/** Where a call reads what it may give a second old. What decides who may do what is read from `db`, always. */
export const readerOf = ({ reader, db }: Pick<Context, 'reader' | 'db'>): Db => reader ?? db

/** All of it inside one transaction: what is written is kept together or not at all. */
export type InTransaction<Around extends Context = Context> = Around & { db: Trx }

/** A call that declared it needs a session. */
export type SignedIn = Context & { session: Session; address: string }

/** A call that anybody may make: there may be a session all the same. */
export type Visit = Context & { session: Session | null; address: string }

/** On record for what nobody needs a session for, even where somebody happens to have one. */
export const VISITOR = { kind: 'visitor', accountId: null } as const

/** What the server does by itself: due work, commands. */
export function systemContext(deps: Deps, now = deps.clock.now()): Context {
  return { ...deps, now, actor: { kind: 'system', accountId: null }, address: null, brand: standardBrand }
}

/** What follows from an act by itself is on record as the server's, not as done by whoever acted. */
export const bySystem = (context: InTransaction): InTransaction => ({
  ...context,
  actor: { kind: 'system', accountId: null },
  address: null,
})
