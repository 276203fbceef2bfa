import type { StaffRole } from '@portico/core/access/staff-roles'
import type { DeclaredBrand } from '@portico/core/brand'
import { standardBrand } from './brands/brands.ts'
import type { AccountKind, Db, FactorDue, ProofKind, Trx } from './database/schema.ts'
import type { Deps } from './deps.ts'

export type { Db, Trx }

export type ActorKind = 'visitor' | 'provider' | 'member' | 'internal' | 'system'

/** The caller's session. Stored only in the database, so that every server process sees the same state. */
export type Session = {
  idHash: Buffer
  /** Identifies the session in the list of sessions; does not authenticate. */
  publicId: string
  accountId: string
  kind: AccountKind
  /** False if all grants of the account are pending or ended. Such an account sees only its status and its profile. */
  active: boolean
  /** Permissions of all active grants, over all scopes. */
  permissions: string[]
  /** How and when the person proved who they are. */
  proof: { by: ProofKind; at: Date; usedAt: Date | null }
  /** Set while the password was verified but a second factor still has to be verified or set up. */
  factorDue: FactorDue | null
  /** The staff role's rights; null for all other accounts and for staff without a role. */
  staffRole: StaffRole | null
  /** Opened by `portico staff open-door`: an emergency session with fewer rights. */
  byDoor: boolean
  /** A support agent's view: everything above is of the viewed account, the session itself is the agent's. */
  view?: { publicId: string; agentId: string; unmasked: boolean }
}

/** The context of a call: dependencies, time, caller and client address. Passed as one value. */
export type Context = Deps & {
  /** One timestamp for everything a call does. */
  now: Date
  /** The acting account; `accountId` is null for a visitor. */
  actor: { kind: ActorKind; accountId: string | null }
  /** The person who runs a command; recorded in the audit trail. */
  operator?: string
  /** The client's network address; null for the server's own work. */
  address: string | null
  /** The brand of the requested host. Mail uses the brand of its recipient. */
  brand: DeclaredBrand
}

/** A context inside one transaction: all writes commit or none. */
export type InTransaction<Around extends Context = Context> = Around & { db: Trx }

/** The context of a call that requires a session. */
export type SignedIn = Context & { session: Session; address: string }

/** The context of a public call, which may have a session. */
export type Visit = Context & { session: Session | null; address: string }

/** Records a public act without an account, even if the visitor happens to have a session. */
export const VISITOR = { kind: 'visitor', accountId: null } as const

/** The context of the server's own work: scheduled jobs and commands. */
export function systemContext(deps: Deps, now = deps.clock.now()): Context {
  return { ...deps, now, actor: { kind: 'system', accountId: null }, address: null, brand: standardBrand }
}

/** Records automatic consequences of an act under the server, not under the acting account. */
export const bySystem = (context: InTransaction): InTransaction => ({
  ...context,
  actor: { kind: 'system', accountId: null },
  address: null,
})
