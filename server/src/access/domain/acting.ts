import { STATUS } from '@portico/core/constants'
import { findBrand } from '#platform/brands/brands.ts'
import type { Context, Db, InTransaction, SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findAccount } from '../store/people/accounts.ts'
import { findGrant, findGrantsOfAccount, type Grant } from '../store/people/grants.ts'
import { findScope, findScopes, type ScopeFacts } from '../store/people/scopes.ts'
import { type Actor, type Authority, administers, authorityOver } from './authority.ts'
import { nameOf } from './mail/mails.ts'

/** The caller with their current grants. Every call reads the rights again. */
export type Acting = SignedIn & { caller: Actor & { name: string; brand: string } }
export type ActingInside = InTransaction<Acting>

type Caller = Acting['caller']

export async function findCaller({
  db,
  session: { accountId, kind },
}: {
  db: Db
  session: Pick<SignedIn['session'], 'accountId' | 'kind'>
}): Promise<Caller> {
  const account = await findAccount(db, accountId)
  if (!account) throw new Error(`account ${accountId} does not exist`)
  const grants = kind === 'provider' ? await findGrantsOfAccount(db, accountId) : []
  const name = kind === 'internal' ? 'Provider Services' : nameOf(account)
  return { accountId, kind, name, brand: findBrand(account.brand).id, grants, staffRole: account.staff_role }
}

/** The capacity in which the actor decides a request or takes access away. */
export function actsAs({ actor }: Pick<Context, 'actor'>): 'ADMINISTRATOR' | 'STAFF' | 'SYSTEM' {
  if (actor.kind === 'internal') return 'STAFF'
  return actor.kind === 'system' ? 'SYSTEM' : 'ADMINISTRATOR'
}

/** An administrator of the office by name; plan staff by their department, never by name. */
export async function nameActor(context: InTransaction): Promise<string> {
  const as = actsAs(context)
  if (as !== 'ADMINISTRATOR') return as === 'STAFF' ? 'Provider Services' : 'We'
  const account = context.actor.accountId && (await findAccount(context.db, context.actor.accountId))
  return account ? nameOf(account) : 'An administrator'
}

type Work<Around, Input, Entity> = (context: Around, input: Input) => Promise<Outcome<Entity>>

/** Wraps a read-only call and adds the caller. */
export const looking =
  <Input, Entity>(work: Work<Acting, Input, Entity>): Work<SignedIn, Input, Entity> =>
  async (context, input) =>
    work({ ...context, caller: await findCaller(context) }, input)

/** Wraps a call in one transaction. The caller's rights are read inside it. */
export const acting =
  <Input, Entity>(work: Work<ActingInside, Input, Entity>): Work<SignedIn, Input, Entity> =>
  (context, input) =>
    transact(context, async (inside) => work({ ...inside, caller: await findCaller(inside) }, input))

/** The entities that the actor administers. Staff administer everything. */
export function administeredEntities(actor: Actor): string[] | 'everything' {
  if (actor.kind === 'internal') return 'everything'
  const administering = actor.grants.filter((grant) => grant.state === 'ACTIVE' && grant.role !== 'AU')
  return [...new Set(administering.map((grant) => grant.entity))]
}

export const PERSON_UNKNOWN = 'We could not find this person among the people you manage.'
export const NOT_ALLOWED = 'You are not allowed to do this.'
const SCOPE_UNKNOWN = 'You don’t manage access for this provider, group or organization.'

type Reach = { scope: ScopeFacts; authority: Authority }
export type Target = Reach & { grant: Grant }

/** A grant within the actor's reach. A grant of another tenant gets the same refusal as an unknown id. */
export async function findTarget({ db, caller }: Acting, grantId: string): Promise<Outcome<Target>> {
  const grant = await findGrant(db, grantId)
  const reach = grant && (await reachOf(db, caller, grant.entity))
  return grant && reach ? { entity: { grant, ...reach } } : refuse(STATUS.notFound, PERSON_UNKNOWN)
}

export async function findReach({ db, caller }: Acting, entity: string): Promise<Outcome<Reach>> {
  const reach = await reachOf(db, caller, entity)
  return reach ? { entity: reach } : refuse(STATUS.notFound, SCOPE_UNKNOWN)
}

async function reachOf(db: Db, actor: Actor, entity: string): Promise<Reach | undefined> {
  const scope = await findScope(db, entity)
  const authority = scope ? authorityOver(actor, scope) : 'NONE'
  return scope && administers(authority) ? { scope, authority } : undefined
}

/** True if the caller is SAA of every scope of the account's current and pending grants. */
export async function isSaaOverAll(context: SignedIn, accountId: string): Promise<boolean> {
  const caller = await findCaller(context)
  const grants = await findGrantsOfAccount(context.db, accountId)
  const open = grants.filter(({ state }) => state === 'ACTIVE' || state === 'SUSPENDED' || state.startsWith('PENDING'))
  const scopes = await findScopes(
    context.db,
    open.map(({ entity }) => entity),
  )
  return (
    open.length > 0 &&
    open.every(({ entity }) => {
      const scope = scopes.get(entity)
      return scope !== undefined && authorityOver(caller, scope) === 'SAA'
    })
  )
}
