import { RESTORE_MAX } from '@portico/core/access/limits'
import type { ActiveAgainList, ActiveAgainQuery, EndedGrant, RestoreAccessBody } from '@portico/core/access/shapes'
import { STATUS } from '@portico/core/constants'
import { plainText } from '#platform/mail/mail-body.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { type EndedGrantRow, findActiveAgain, findEnded, findEndedGrants } from '../../store/people/active-again.ts'
import { findScopes, lockEntities, type ScopeFacts } from '../../store/people/scopes.ts'
import { type Acting, type ActingInside, administeredEntities, findTarget, nameActor } from '../acting.ts'
import { authorityOver, canActOn } from '../authority.ts'
import { fullName } from '../mail/mails.ts'
import { queueMailToPerson } from '../mail/person-mails.ts'
import { NOT_NOW, REASON_NEEDED } from '../sentences.ts'
import { reactivate } from './administer.ts'

/** An NPI that is active again gives nothing back by itself: an administrator restores the access (behaviour 22.55). */

/** Providers that a mail names. */
const NAMED = 20

type Within = string[] | 'everything'

export async function listActiveAgain(context: Acting, query: ActiveAgainQuery): Promise<Outcome<ActiveAgainList>> {
  const { db, caller } = context
  const within = administeredEntities(caller)
  const page = await findActiveAgain(db, query, within)
  const grants = await findGrantsOf(context, page.rows, within)
  return {
    entity: {
      ...page,
      rows: page.rows.map(({ npi, name, activeSince, leftNetwork }) => ({
        npi,
        name,
        activeSince: activeSince.toISOString(),
        leftNetwork,
        grants: (grants.get(npi) ?? []).map((grant) => ({ ...grant, restorable: grant.restorable && !leftNetwork })),
      })),
    },
  }
}

async function findGrantsOf(context: Acting, npis: { npi: string }[], within: Within) {
  const rows = await findEndedGrants(
    context.db,
    npis.map(({ npi }) => npi),
    { within, limit: RESTORE_MAX },
  )
  const scopes = await findScopes(context.db, [...new Set(rows.map(({ entity }) => entity))])
  const grants = new Map<string, EndedGrant[]>()
  for (const row of rows) {
    const scope = scopes.get(row.entity)
    if (scope) grants.set(row.npi, [...(grants.get(row.npi) ?? []), toEndedGrant(context, row, scope)])
  }
  return grants
}

function toEndedGrant({ caller }: Acting, row: EndedGrantRow, scope: ScopeFacts): EndedGrant {
  const target = { accountId: row.accountId, role: row.role }
  return {
    grantId: row.grantId,
    accountId: row.publicId,
    name: fullName(row),
    email: row.email,
    role: row.role,
    permissions: row.permissions,
    suspendedOn: row.suspendedAt.toISOString(),
    restorable: canActOn(caller, authorityOver(caller, scope), 'reactivate', target),
  }
}

/** Restores all of these grants or none, and sends each person one mail, however many NPIs it is about. */
export async function restoreAccess(
  context: ActingInside,
  { grantIds, reason: given }: RestoreAccessBody,
): Promise<Outcome<{ restored: number }>> {
  const ids = [...new Set(grantIds)]
  const reason = given.trim()
  if (!reason) return refuse(STATUS.pageMessage, REASON_NEEDED)
  const entities: string[] = []
  for (const grantId of ids) {
    const found = await findTarget(context, grantId)
    if ('refusal' in found) return found
    entities.push(found.entity.grant.entity)
  }
  await lockEntities(context.db, entities)
  const ended = new Set(await findEnded(context.db, ids))
  if (ids.some((id) => !ended.has(id))) return refuse(STATUS.pageMessage, NOT_NOW)
  const restored = new Map<string, string[]>()
  for (const grantId of ids) {
    const done = await reactivate(context, { grantId, reason })
    if ('refusal' in done) return done
    const { grant, scope } = done.entity
    restored.set(grant.account_id, [...(restored.get(grant.account_id) ?? []), describe(scope)])
  }
  for (const [accountId, providers] of restored) await queueRestoredMail(context, accountId, { providers, reason })
  return { entity: { restored: ids.length } }
}

const describe = ({ id, name }: ScopeFacts) => (name === `NPI ${id}` ? name : `${plainText(name)}, NPI ${id}`)

async function queueRestoredMail(
  context: ActingInside,
  accountId: string,
  { providers, reason }: { providers: string[]; reason: string },
): Promise<void> {
  const more = providers.length > NAMED ? [`and ${providers.length - NAMED} more`] : []
  const count = providers.length === 1 ? 'one provider' : `${providers.length} providers`
  await queueMailToPerson(context, accountId, 'grant.reactivated', {
    subject: 'Your access was reactivated',
    sentence: `${await nameActor(context)} reactivated your access to ${count}, and you don’t need to do anything else.`,
    reason,
    list: [...[...providers].sort().slice(0, NAMED), ...more],
  })
}
