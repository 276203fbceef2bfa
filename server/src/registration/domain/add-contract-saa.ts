import { PROOF_MISSING, REPLACEMENT_NOT_CONFIRMED } from '@portico/core/forms/sentences'
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

/**
 * addPoPgSaa: groups, organizations, organization NPIs, easyReg and persons who could not be quizzed. The account has
 * no rights until plan staff have validated the signed contract, which is the proof on this path.
 */
export async function addContractSaa(
  deps: Deps,
  parts: RegistrationParts,
  held: Held,
  body: RegistrationBody,
  caller: Caller,
): Promise<Outcome<true>> {
  const hash = hashSubmission(deps.settings.secretKey, 'addPoPgSaa', body)
  const settled = repeatedResult(held, hash) ?? missingProof('addPoPgSaa', held) ?? otherNpi(held, body.npiId)
  if (settled) return settled
  const scopes = await findProviderScopes(deps.db, held.npi as string)
  if (!scopes) return refuse(400, PROOF_MISSING, 'left-network')
  const chosen = readLevel(body, scopes)
  if ('refusal' in chosen) return chosen
  const level = chosen.entity
  // A person who passed step1 at NPI level has proved more than a captcha does (behaviour 7.5).
  if (level.regType !== 'NPI' || held.step1_at === null) {
    const refused = await ensureCaptcha(deps, held, body.captchaRes ?? '')
    if (refused) return refused
  }
  if (level.replaces && !body.replaceSaa) return refuse(407, REPLACEMENT_NOT_CONFIRMED, 'replacement')
  const model = readTyped(body, {
    personFlag: scopes.is_person ? 'Y' : 'N',
    regRoleSel: 'SAA',
    regType: level.regType,
    regBy: held.step1_at ? 'self' : '',
    easyReg: held.step1_at === null,
    identifyFound: false,
  })
  const requester = await prepareRequester(parts.ports, held, body, model, caller, scopes)
  if ('refusal' in requester) return requester
  const ignoreExisting = body.ignoreExistSaaAccount === true
  return submitRequest(
    deps,
    parts.ports,
    held,
    { call: 'addPoPgSaa', hash, requester: requester.entity, ignoreExisting },
    (trx, locked, author) =>
      parts.ports.insertRequest(trx, {
        ...author,
        role: 'SAA',
        regType: level.regType,
        npi: scopes.npi,
        orgId: level.orgId,
        path: 'CONTRACT',
        validatedBy: locked.step1_method ?? undefined,
        replaceSaa: level.replaces,
        brand: locked.brand,
        scopes: level.scopes,
        permissions: parts.ports.getDefaultPerms(level.regType).map((item) => item.referenceId),
        now: deps.clock.now(),
        address: caller.address,
      }),
  )
}
