import type { OwnGrantBody } from '@portico/core/access/successor-shapes'
import { STATUS } from '@portico/core/constants'
import { narrowAccess } from '#platform/identity/narrow-access.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findGrant, lockGrant, updateGrantEnded } from '../../store/people/grants.ts'
import { findScopeName, lockEntities } from '../../store/people/scopes.ts'
import { findNamingsOf, lockGrantPair, lockNaming, type Naming } from '../../store/successors/successors.ts'
import { type ActingInside, NOT_ALLOWED, PERSON_UNKNOWN } from '../acting.ts'
import { recordGrantAct } from '../grant-acts.ts'
import { roleName } from '../mail/mails.ts'
import { queueMailToPerson } from '../mail/person-mails.ts'
import { offerTakeover } from './takeover.ts'

/** An SAA gives up the role and the access, for good. A successor who agreed is asked to take over. */
export async function leaveAsSaa(context: ActingInside, { grantId }: OwnGrantBody): Promise<Outcome<true>> {
  const { db, caller } = context
  const own = await findGrant(db, grantId)
  if (!own || own.account_id !== caller.accountId) return refuse(STATUS.notFound, PERSON_UNKNOWN)
  await lockEntities(db, [own.entity])
  const naming = await lockAgreed(context, own.id)
  const grant = await lockGrant(db, own.id)
  if (grant?.state !== 'ACTIVE' || grant.role !== 'SAA') return refuse(STATUS.pageMessage, NOT_ALLOWED)
  // Before the access ends: what is offered because the SAA left does not end with it.
  if (naming) await offerTakeover(context, naming, 'LEFT')
  const scope = await findScopeName(db, grant)
  await narrowAccess(context, {
    accountIds: [grant.account_id],
    take: () => updateGrantEnded(context, grant.id),
    ends: 'TOKENS',
    record: () => recordGrantAct(context, grant, 'grant.left'),
    notify: () =>
      queueMailToPerson(context, grant.account_id, 'grant.removed', {
        subject: 'You gave up your access',
        sentence: `You are no longer the ${roleName('SAA')} for ${scope}, and you don’t need to do anything else.`,
        more: [
          naming
            ? `We asked ${naming.successorName} to take over.`
            : 'Provider Services can help your office find a new one.',
        ],
        signIn: false,
      }),
  })
  return { entity: true }
}

async function lockAgreed({ db, caller }: ActingInside, saaGrantId: string): Promise<Naming | undefined> {
  const own = await findNamingsOf(db, caller.accountId)
  const found = own.find((naming) => naming.saaGrantId === saaGrantId)
  if (!found) return undefined
  await lockGrantPair(db, [found.saaGrantId, found.successorGrantId])
  const naming = await lockNaming(db, found.id)
  return naming?.state === 'AGREED' ? naming : undefined
}
