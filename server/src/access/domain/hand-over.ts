import { STATUS } from '@portico/core/constants'
import type { Trx } from '../../platform/access-ports.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import type { Settings } from '../../platform/settings.ts'
import { findAccount } from '../store/accounts.ts'
import { lockCurrentSaas, lockGrant, updateGrantRole } from '../store/grants.ts'
import { lockEntities } from '../store/scopes.ts'
import { type Acting, findTarget, NOT_ALLOWED } from './actor.ts'
import { mayHandOver } from './authority.ts'
import { fullName, roleName } from './mails.ts'
import { stepDown } from './replace-saa.ts'
import { recordGrantAct, tellPerson } from './suspension.ts'

/** The SAA names an AA of the same scope as the new SAA and becomes an AA; both are told. */
export async function handOver(settings: Settings, trx: Trx, actor: Acting, grantId: string): Promise<Outcome<true>> {
  const found = await findTarget(trx, actor, grantId)
  if ('refusal' in found) return found
  const { scope } = found.entity
  await lockEntities(trx, [scope.entity])
  const grant = await lockGrant(trx, found.entity.grant.id)
  const current = await lockCurrentSaas(trx, [scope.entity])
  const mine = current.filter((saa) => saa.account_id === actor.accountId && saa.state === 'ACTIVE')
  const target = grant && { accountId: grant.account_id, role: grant.role, entity: grant.entity, state: grant.state }
  const successor = grant && (await findAccount(trx, grant.account_id))
  if (!grant || !target || mine.length === 0 || !mayHandOver(actor, scope.entity, target))
    return refuse(STATUS.pageMessage, NOT_ALLOWED)
  if (successor?.state !== 'ACTIVE') return refuse(STATUS.pageMessage, NOT_ALLOWED)
  const { now, accountId } = actor
  const name = fullName({ firstName: successor.first_name, lastName: successor.last_name })
  const npi = scope.kind === 'NPI' ? scope.id : null
  await stepDown(settings, trx, current, name, { npi, now, actorAccountId: accountId })
  await updateGrantRole(trx, grant.id, 'SAA', null)
  await recordGrantAct(trx, grant, 'grant.handed-over', {
    now,
    by: accountId,
    as: 'ADMINISTRATOR',
    address: actor.address,
  })
  const sentence = `${actor.name} made you the ${roleName('SAA')} for ${scope.name}.`
  await tellPerson(
    settings,
    trx,
    grant.account_id,
    'saa.handed-over',
    'You are now the Senior Access Administrator',
    sentence,
    { now },
  )
  return { entity: true }
}
