import { PEOPLE_PAGE_SIZE } from '@portico/core/access/limits'
import { PERMISSION_IDS } from '@portico/core/access/permissions'
import type {
  AdministeredScope,
  ControlledAccess,
  GrantActionName,
  History,
  PeoplePage,
  PeopleQuery,
  PersonGrant,
} from '@portico/core/access/shapes'
import { STATUS } from '@portico/core/constants'
import type { Db } from '../../platform/access-ports.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { findAccountByPublicId } from '../store/accounts.ts'
import { findAdministrators } from '../store/administrators.ts'
import { countPeople, findHistory, findPeople, type PersonRow } from '../store/people.ts'
import { findScopes, type ScopeFacts } from '../store/scopes.ts'
import { type Acting, administeredEntities, PERSON_UNKNOWN } from './actor.ts'
import { administers, givablePermissions, mayActOn, mayChangeRole, mayHandOver, standingOver } from './authority.ts'
import { addDays } from './due-days.ts'
import { historySentence } from './history-sentences.ts'
import { fullName } from './mails.ts'

/** Confirmation is offered a month before it is due. */
const CONFIRM_AHEAD_DAYS = 30

/** What somebody administers, for the choice at the top of the list. */
export async function listScopes(db: Db, actor: Acting): Promise<AdministeredScope[]> {
  const entities = administeredEntities(actor)
  if (entities === 'everything') return []
  const scopes = [...(await findScopes(db, entities)).values()]
  const listed = await Promise.all(
    scopes.map(async (scope): Promise<AdministeredScope> => {
      const counts = await countPeople(db, scope.entity, addDays(actor.now, CONFIRM_AHEAD_DAYS))
      const standing = standingOver(actor, scope)
      const myRole = standing === 'SAA' ? 'SAA' : 'AA'
      return { ...toScope(scope), myRole, permissions: givablePermissions(actor, scope, PERMISSION_IDS), ...counts }
    }),
  )
  return listed.sort((a, b) => a.name.localeCompare(b.name))
}

export async function listPeople(db: Db, actor: Acting, query: PeopleQuery): Promise<PeoplePage> {
  const { entity, search, role, accountId: publicId } = query
  const within = administeredEntities(actor)
  const page = { limit: PEOPLE_PAGE_SIZE, offset: Number(query.offset ?? 0) }
  const account = publicId === undefined ? undefined : await findAccountByPublicId(db, publicId)
  if (publicId !== undefined && !account) return { total: 0, people: [] }
  const dueBefore = query.due === 'confirm' ? addDays(actor.now, CONFIRM_AHEAD_DAYS) : undefined
  const { total, people } = await findPeople(
    db,
    { within, entity, search, role, accountId: account?.id, dueBefore },
    page,
  )
  const scopes = await findScopes(
    db,
    people.map((row) => row.entity),
  )
  return { total, people: people.flatMap((row) => toPersonGrant(actor, row, scopes.get(row.entity))) }
}

function toPersonGrant(actor: Acting, row: PersonRow, scope: ScopeFacts | undefined): PersonGrant[] {
  if (!scope || !administers(standingOver(actor, scope))) return []
  return [
    {
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
      isMe: row.accountId === actor.accountId,
      givable: givablePermissions(actor, scope, PERMISSION_IDS),
      actions: actionsOn(actor, row, scope),
    },
  ]
}

function actionsOn(actor: Acting, row: PersonRow, scope: ScopeFacts): GrantActionName[] {
  const standing = standingOver(actor, scope)
  const target = { accountId: row.accountId, role: row.role, entity: row.entity, state: row.state }
  const isActive = row.state === 'ACTIVE'
  const isHeldByStaff = row.state === 'SUSPENDED' && row.suspendedAs === 'STAFF' && actor.kind !== 'internal'
  const confirmable = row.confirmDue !== null && row.confirmDue <= addDays(actor.now, CONFIRM_AHEAD_DAYS)
  const offered: Record<GrantActionName, boolean> = {
    changePermissions: mayActOn(actor, standing, 'change', target),
    makeAA: isActive && row.role === 'AU' && mayChangeRole(actor, standing, target, 'AA'),
    makeAU: isActive && row.role === 'AA' && mayChangeRole(actor, standing, target, 'AU'),
    suspend: isActive && mayActOn(actor, standing, 'suspend', target),
    reactivate: row.state === 'SUSPENDED' && !isHeldByStaff && mayActOn(actor, standing, 'reactivate', target),
    remove: !isHeldByStaff && mayActOn(actor, standing, 'remove', target),
    resendInvitation: row.accountState === 'INVITED' && mayActOn(actor, standing, 'resend', target),
    handOver: mayHandOver(actor, row.entity, target),
    confirm: isActive && confirmable && mayActOn(actor, standing, 'confirm', target),
  }
  return (Object.keys(offered) as GrantActionName[]).filter((action) => offered[action])
}

export function toScope({ entity, kind, id, name }: ScopeFacts) {
  return { entity, kind, id, name }
}

/** What happened to a person, as far as it concerns the actor's own scopes. */
export async function listHistory(db: Db, actor: Acting, publicId: string): Promise<Outcome<History>> {
  const account = await findAccountByPublicId(db, publicId)
  const within = administeredEntities(actor)
  if (!account || within.length === 0) return refuse(STATUS.notFound, PERSON_UNKNOWN)
  const rows = await findHistory(db, account.id, within)
  if (rows.length === 0 && !(await hasGrantWithin(db, account.id, within)))
    return refuse(STATUS.notFound, PERSON_UNKNOWN)
  return {
    entity: rows.map((row) => ({
      at: row.at.toISOString(),
      action: row.action,
      sentence: historySentence(row.action, row.details),
      by: row.byName ?? (row.actorKind === 'system' ? 'The portal' : 'Visitor'),
      reason: typeof row.details.reason === 'string' ? row.details.reason : '',
    })),
  }
}

async function hasGrantWithin(db: Db, accountId: string, within: string[] | 'everything'): Promise<boolean> {
  return within === 'everything' || (await findPeople(db, { within, accountId }, { limit: 1, offset: 0 })).total > 0
}

/** For everybody: what I hold, and who can change it. */
export async function listControlledAccess(db: Db, actor: Acting): Promise<ControlledAccess> {
  const own = { within: 'everything' as const, accountId: actor.accountId }
  const { people: mine } = await findPeople(db, own, { limit: 1000, offset: 0 })
  const scopes = await findScopes(
    db,
    mine.map((row) => row.entity),
  )
  const listed = mine.map(async (row) => {
    const scope = scopes.get(row.entity)
    if (!scope) return []
    const roles: ('SAA' | 'AA')[] = row.role === 'AU' ? ['SAA', 'AA'] : ['SAA']
    const administrators = (await findAdministrators(db, scope.coveredBy, roles))
      .filter((person) => person.accountId !== actor.accountId)
      .map((person) => ({ name: fullName(person), email: person.email, role: person.role }))
    return [
      {
        grantId: row.grantId,
        scope: toScope(scope),
        role: row.role,
        permissions: row.permissions,
        state: row.state,
        since: row.since.toISOString(),
        suspendedReason: row.suspendedReason ?? '',
        administrators,
      },
    ]
  })
  return (await Promise.all(listed)).flat()
}
