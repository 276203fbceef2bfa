import type { GrantBody } from '@portico/core/access/shapes'
import { STATUS } from '@portico/core/constants'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findAccount } from '../../store/people/accounts.ts'
import { lockCurrentSaas, lockGrant, updateGrantToSaa } from '../../store/people/grants.ts'
import { lockEntities } from '../../store/people/scopes.ts'
import { type ActingInside, findTarget, NOT_ALLOWED } from '../acting.ts'
import { canHandOver } from '../authority.ts'
import { recordGrantAct } from '../grant-acts.ts'
import { refuseOnHold } from '../holds/registration-hold.ts'
import { queueNewSaaProviderNotice } from '../holds/saa-notices.ts'
import { nameOf, roleName } from '../mail/mails.ts'
import { queueMailToPerson } from '../mail/person-mails.ts'
import { stepDown } from './replace-saa.ts'

/** The SAA makes an AA of the same scope the new SAA and becomes an AA. Mail notifies both users and the provider. */
export async function handOver(context: ActingInside, { grantId }: GrantBody): Promise<Outcome<true>> {
  const { db, caller } = context
  const found = await findTarget(context, grantId)
  if ('refusal' in found) return found
  const { scope } = found.entity
  await lockEntities(db, [scope.entity])
  const grant = await lockGrant(db, found.entity.grant.id)
  const current = await lockCurrentSaas(db, [scope.entity])
  const isMine = current.some((saa) => saa.account_id === caller.accountId && saa.state === 'ACTIVE')
  const target = grant && { accountId: grant.account_id, role: grant.role, entity: grant.entity, state: grant.state }
  const successor = grant && (await findAccount(db, grant.account_id))
  if (!grant || !target || !isMine || !canHandOver(caller, scope.entity, target))
    return refuse(STATUS.pageMessage, NOT_ALLOWED)
  if (successor?.state !== 'ACTIVE') return refuse(STATUS.pageMessage, NOT_ALLOWED)
  const npi = scope.kind === 'NPI' ? scope.id : null
  const onHold = await refuseOnHold(db, npi)
  if (onHold) return onHold
  await stepDown(context, current, nameOf(successor), { npi })
  await updateGrantToSaa(context, grant.id)
  await recordGrantAct(context, grant, 'grant.handed-over')
  await queueMailToPerson(context, grant.account_id, 'saa.handed-over', {
    subject: 'You are now the Senior Access Administrator',
    sentence: `${caller.name} made you the ${roleName('SAA')} for ${scope.name}, and you don’t need to do anything now.`,
    more: ['You now decide who else has access there.'],
  })
  const who = nameOf(successor)
  if (npi) await queueNewSaaProviderNotice(context, { npi, brand: caller.brand, who, scope: `NPI ${npi}` })
  return { entity: true }
}
