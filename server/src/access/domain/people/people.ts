import type { Account } from '@portico/core/access/account-shapes'
import { GRANT_ACTIONS, PEOPLE_PAGE_SIZE } from '@portico/core/access/limits'
import { PERMISSION_IDS } from '@portico/core/access/permissions'
import type {
  AdministeredScope,
  ControlledAccess,
  GrantAction,
  History,
  PeoplePage,
  PeopleQuery,
  PersonGrant,
} from '@portico/core/access/shapes'
import { STATUS } from '@portico/core/constants'
import type { Db, SignedIn } from '#platform/context.ts'
import type { Role } from '#platform/database/schema.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findAccountByPublicId } from '../../store/people/accounts.ts'
import { coveringAny, findAdministrators, reachingAs } from '../../store/people/administrators.ts'
import {
  countListed,
  countPeople,
  findFewNamed,
  findHistory,
  findPeople,
  type PersonRow,
} from '../../store/people/people.ts'
import { findScope, findScopes, type ScopeFacts, toScope } from '../../store/people/scopes.ts'
import { type Acting, administeredEntities, PERSON_UNKNOWN } from '../acting.ts'
import {
  administers,
  authorityOver,
  canActOn,
  canChangeRole,
  canHandOver,
  decidersOf,
  grantablePermissions,
  rolesUnder,
} from '../authority.ts'
import { addDays } from '../due-days.ts'
import { fullName } from '../mail/mails.ts'

/** Users can be confirmed from a month before the due date. */
const CONFIRM_AHEAD_DAYS = 30

/** The scopes that the caller administers, for the filter at the top of the list. */
export async function listScopes({ db, caller, now }: Acting): Promise<Outcome<AdministeredScope[]>> {
  const entities = administeredEntities(caller)
  if (entities === 'everything') return { entity: [] }
  const scopes = [...(await findScopes(db, entities)).values()]
  const counts = await countPeople(db, entities, addDays(now, CONFIRM_AHEAD_DAYS))
  const listed = scopes.map((scope): AdministeredScope => {
    const authority = authorityOver(caller, scope)
    const isSaa = authority === 'SAA'
    return {
      ...toScope(scope),
      myRole: isSaa ? 'SAA' : 'AA',
      permissions: grantablePermissions(caller, scope, PERMISSION_IDS),
      invites: rolesUnder(authority),
      actions: isSaa ? ['confirm', 'handOver'] : [],
      people: 0,
      confirmDue: 0,
      ...counts.get(scope.entity),
    }
  })
  return { entity: listed.sort((a, b) => a.name.localeCompare(b.name)) }
}

/** What the caller can do about an account's sign-in. The area that stores factors and passwords implements it. */
export type SignInAid = {
  canResetFactors: (context: SignedIn, accountId: string) => Promise<boolean>
  /** Empty if no report 'This was not me' waits for the caller to confirm the owner. */
  findOwnerAddresses: (context: SignedIn, accountId: string) => Promise<Account['ownerAddresses']>
}

export const listPeople =
  ({ canResetFactors }: SignInAid) =>
  async (context: Acting, query: PeopleQuery): Promise<Outcome<PeoplePage>> => {
    const found = await findPeoplePage(context, query)
    const [first] = query.accountId === undefined ? [] : found.people
    const mayReset = first && (await canResetFactors(context, first.accountId))
    return { entity: { ...found, actions: mayReset ? ['resetFactors'] : [] } }
  }

async function findPeoplePage(context: Acting, query: PeopleQuery): Promise<Omit<PeoplePage, 'actions'>> {
  const { db, caller, now } = context
  const { entity, search, role, accountId: publicId } = query
  const within = administeredEntities(caller)
  const { sort, descending } = query
  const page = { limit: PEOPLE_PAGE_SIZE, offset: Number(query.offset ?? 0), sort, descending }
  const account = publicId === undefined ? undefined : await findAccountByPublicId(db, publicId)
  if (publicId !== undefined && !account) return { total: 0, people: [] }
  const rolesAt = query.colleagues ? await rolesGivenAt(context, entity ?? '') : undefined
  const dueBefore = query.due === 'confirm' ? addDays(now, CONFIRM_AHEAD_DAYS) : undefined
  const among = await findFewNamed(db, search)
  const filter = { within, entity, search, among, role, rolesAt, accountId: account?.id, dueBefore }
  const people = await findPeople(db, filter, page)
  const counted = await countListed(db, filter, page.offset + page.limit)
  return { ...counted, people: await withinReach(context, people) }
}

async function rolesGivenAt({ db, caller }: Acting, entity: string): Promise<Role[]> {
  const scope = await findScope(db, entity)
  return scope ? rolesUnder(authorityOver(caller, scope)) : []
}

/** The grants as their administrator sees them. Grants outside the caller's reach are left out. */
export async function withinReach(context: Acting, people: PersonRow[]): Promise<PersonGrant[]> {
  const scopes = await findScopes(
    context.db,
    people.map((row) => row.entity),
  )
  return people.flatMap((row) => {
    const scope = scopes.get(row.entity)
    return scope && administers(authorityOver(context.caller, scope)) ? [toPersonGrant(context, row, scope)] : []
  })
}

/** A grant as its administrator sees it. */
export function toPersonGrant(context: Acting, row: PersonRow, scope: ScopeFacts): PersonGrant {
  const { caller } = context
  return {
    grantId: row.grantId,
    accountId: row.publicId,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    accountState: row.accountState,
    scope: toScope(scope),
    role: row.role,
    permissions: row.permissions,
    state: row.state,
    since: row.since.toISOString(),
    lastSignIn: row.lastSignIn?.toISOString() ?? '',
    suspendedReason: row.suspendedReason ?? '',
    confirmDue: row.confirmDue?.toISOString() ?? '',
    isMe: row.accountId === caller.accountId,
    givable: grantablePermissions(caller, scope, PERMISSION_IDS),
    actions: actionsOn(context, row, scope),
  }
}

function actionsOn({ caller: actor, now }: Acting, row: PersonRow, scope: ScopeFacts): GrantAction[] {
  const authority = authorityOver(actor, scope)
  const target = { accountId: row.accountId, role: row.role, entity: row.entity, state: row.state }
  const isActive = row.state === 'ACTIVE'
  const isCurrent = isActive || row.state === 'SUSPENDED' || (row.state === 'PENDING_APPROVAL' && row.invited)
  const isSuspendedByStaff = row.state === 'SUSPENDED' && row.suspendedAs === 'STAFF' && actor.kind !== 'internal'
  const confirmable = row.confirmDue !== null && row.confirmDue <= addDays(now, CONFIRM_AHEAD_DAYS)
  const offered: Record<GrantAction, boolean> = {
    changePermissions: isCurrent && canActOn(actor, authority, 'change', target),
    makeAA: isActive && row.role === 'AU' && canChangeRole(actor, authority, target, 'AA'),
    makeAU: isActive && row.role === 'AA' && canChangeRole(actor, authority, target, 'AU'),
    suspend: isActive && canActOn(actor, authority, 'suspend', target),
    reactivate: row.state === 'SUSPENDED' && !isSuspendedByStaff && canActOn(actor, authority, 'reactivate', target),
    remove: isCurrent && !isSuspendedByStaff && canActOn(actor, authority, 'remove', target),
    resendInvitation: isCurrent && row.accountState === 'INVITED' && canActOn(actor, authority, 'resend', target),
    handOver: canHandOver(actor, row.entity, target),
    confirm: isActive && confirmable && canActOn(actor, authority, 'confirm', target),
  }
  return GRANT_ACTIONS.filter((action) => offered[action])
}

/** The history of a user, limited to the caller's scopes. */
export async function listHistory(
  { db, events, caller }: Acting,
  { accountId }: { accountId: string },
): Promise<Outcome<History>> {
  const account = await findAccountByPublicId(db, accountId)
  const within = administeredEntities(caller)
  if (!account || within.length === 0) return refuse(STATUS.notFound, PERSON_UNKNOWN)
  const rows = await findHistory(db, account.id, within)
  if (rows.length === 0 && !(await hasGrantWithin(db, account.id, within)))
    return refuse(STATUS.notFound, PERSON_UNKNOWN)
  return {
    entity: rows.map((row) => ({
      at: row.at.toISOString(),
      action: row.action,
      sentence: historySentence(events.auditText(row.action), row),
      by: row.byName ?? (row.actorKind === 'system' ? 'The portal' : 'Visitor'),
      reason: typeof row.details.reason === 'string' ? row.details.reason : '',
    })),
  }
}

/** Describes an act for a user's history, with its role. */
function historySentence(
  text: string,
  { action, details }: { action: string; details: Record<string, unknown> },
): string {
  const role = typeof details.role === 'string' && action !== 'grant.saa-replaced' ? ` (${details.role})` : ''
  return text.replace(/\.$/, `${role}.`)
}

async function hasGrantWithin(db: Db, accountId: string, within: string[] | 'everything'): Promise<boolean> {
  return within === 'everything' || (await countListed(db, { within, accountId }, 0)).total > 0
}

/** An SAA is listed with the other SAAs above. */
const administratorsOf = (role: Role) => (role === 'SAA' ? ['SAA' as const] : decidersOf(role))

/** The caller's own access and its administrators. Available to every user. */
export async function listControlledAccess({ db, session }: SignedIn): Promise<Outcome<ControlledAccess>> {
  const own = { within: 'everything' as const, accountId: session.accountId }
  const mine = await findPeople(db, own, { limit: 1000 })
  const scopes = await findScopes(
    db,
    mine.map((row) => row.entity),
  )
  const everybody = await findAdministrators(db, coveringAny([...scopes.values()]), ['SAA', 'AA'])
  const others = everybody.filter(({ accountId }) => accountId !== session.accountId)
  const listed = mine.flatMap((row) => {
    const scope = scopes.get(row.entity)
    if (!scope) return []
    return [
      {
        grantId: row.grantId,
        scope: toScope(scope),
        role: row.role,
        permissions: row.permissions,
        state: row.state,
        since: row.since.toISOString(),
        suspendedReason: row.suspendedReason ?? '',
        administrators: reachingAs(others, scope, administratorsOf(row.role)).map((person) => ({
          name: fullName(person),
          email: person.email,
          role: person.role,
        })),
      },
    ]
  })
  return { entity: listed }
}
