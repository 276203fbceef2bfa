import { completePermissions } from '@portico/core/access/permissions'
import { SELECT_PERMISSION } from '@portico/core/forms/messages'
import { checkPermissions } from '@portico/core/forms/rules'
import { NO_ADMINISTRATOR_YET, PERMISSION_NOT_OFFERED, PROOF_MISSING } from '@portico/core/forms/sentences'
import type { RegistrationBody } from '@portico/core/registration/shapes'
import type { Deps } from '../../platform/deps.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { findProviderScopes } from '../store/provider-scopes.ts'
import type { Held } from './held-registration.ts'
import { readLevel } from './level.ts'
import type { RegistrationParts } from './parts.ts'
import { readTyped } from './posted-model.ts'
import { ensureCaptcha, missingProof, otherNpi } from './proofs.ts'
import { type Caller, prepareRequester, submitRequest } from './requester.ts'
import { hashSubmission, repeatedResult } from './submission.ts'

/** addNonSaaUser: an AA or AU asks; the scope's administrators decide. */
export async function addNonSaaUser(
  deps: Deps,
  parts: RegistrationParts,
  held: Held,
  body: RegistrationBody,
  caller: Caller,
): Promise<Outcome<true>> {
  const hash = hashSubmission(deps.settings.secretKey, 'addNonSaaUser', body)
  const settled = repeatedResult(held, hash) ?? missingProof('addNonSaaUser', held) ?? otherNpi(held, body.npiId)
  if (settled) return settled
  const role = held.profile_role as 'AA' | 'AU'
  if (body.regRoleSel !== role) return refuse(400, PROOF_MISSING, 'other-role')
  const scopes = await findProviderScopes(deps.db, held.npi as string)
  if (!scopes) return refuse(400, PROOF_MISSING, 'left-network')
  if (!scopes.is_registered) return refuse(400, NO_ADMINISTRATOR_YET, 'no-administrator')
  const chosen = readLevel(body, scopes)
  if ('refusal' in chosen) return chosen
  const level = chosen.entity
  const refused = await ensureCaptcha(deps, held, body.captchaRes ?? '')
  if (refused) return refused
  const permissions = await readPermissions(deps, parts, body, level.entityIds)
  if ('refusal' in permissions) return permissions
  const model = readTyped(body, {
    personFlag: scopes.is_person ? 'Y' : 'N',
    regRoleSel: role,
    regType: level.regType,
  })
  const requester = await prepareRequester(parts.ports, held, body, model, caller, scopes)
  if ('refusal' in requester) return requester
  const ignoreExisting = body.ignoreExistAuAaAccount === true
  return submitRequest(
    deps,
    parts.ports,
    held,
    { call: 'addNonSaaUser', hash, requester: requester.entity, ignoreExisting },
    (trx, locked, author) =>
      parts.ports.insertRequest(trx, {
        ...author,
        role,
        regType: level.regType,
        npi: scopes.npi,
        orgId: level.orgId,
        path: 'APPROVAL',
        replaceSaa: false,
        brand: locked.brand,
        scopes: level.scopes,
        permissions: permissions.entity,
        now: deps.clock.now(),
        address: caller.address,
      }),
  )
}

/** Only what the SAA of every chosen entity holds can be asked for; read-only permissions cannot be left out. */
async function readPermissions(
  deps: Deps,
  { ports }: RegistrationParts,
  body: RegistrationBody,
  entityIds: string[],
): Promise<Outcome<string[]>> {
  const posted = body.permissionList ?? []
  if (checkPermissions(posted)) return refuse(407, SELECT_PERMISSION, 'permissions')
  const asked = posted.filter((item) => item.checked).map((item) => item.referenceId)
  const offered = await Promise.all(entityIds.map((entityId) => ports.getSaaActivePerms(deps.db, entityId)))
  const isOffered = (id: string) => offered.every((items) => items.some((item) => item.referenceId === id))
  return asked.every(isOffered)
    ? { entity: completePermissions(asked) }
    : refuse(407, PERMISSION_NOT_OFFERED, 'permissions')
}
