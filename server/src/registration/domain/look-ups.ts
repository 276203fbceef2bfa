import { TYPEAHEAD_OPTIONS_MAX } from '@portico/core/constants'
import { NO_ADMINISTRATOR_YET, PROOF_MISSING, TOO_MANY_LOOKUPS } from '@portico/core/forms/sentences'
import type { RegistrationRole } from '@portico/core/registration/model'
import type { NpiSearchResult, PermissionItemEntity } from '@portico/core/registration/shapes'
import type { Deps } from '../../platform/deps.ts'
import { legacyHitPrepared, networkOf } from '../../platform/limits.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { findAffiliation, NO_AFFILIATION } from '../store/provider-profile.ts'
import { findProviderScopes } from '../store/provider-scopes.ts'
import { updateRegistration } from '../store/registrations.ts'
import { findContractForm } from './contract/contract-form.ts'
import { type Held, openAffiliatedRegistration, openRegistration } from './held-registration.ts'
import { isAffiliated, lookUpNpi, readProfile, writeProfileReply } from './npi-profile.ts'
import type { RegistrationParts } from './parts.ts'
import { DROPPED_BY_ROLE, missingProof, otherNpi } from './proofs.ts'

const FIVE_MINUTES = 300

function withinLookUps(deps: Deps, address: string, kind: 'npi' | 'profile' = 'npi'): Promise<boolean> {
  const { npiLookupsPer5Min } = deps.settings.limits
  return legacyHitPrepared(
    deps.pool,
    `${kind}:${networkOf(address)}`,
    npiLookupsPer5Min,
    FIVE_MINUTES,
    deps.clock.now(),
  )
}

/** valRegNpi in three statements: count the look-up, look up, open the registration (reading the groups with it). */
export async function openForNpi(
  deps: Deps,
  parts: RegistrationParts,
  asked: { npi: string; brand: string; accountId: string | undefined; address: string },
): Promise<Outcome<{ registrationId: string; reply: string }>> {
  if (!(await withinLookUps(deps, asked.address))) return refuse(400, TOO_MANY_LOOKUPS, 'flood')
  const found = await lookUpNpi(deps, asked.npi)
  if ('refusal' in found) return found
  const row = found.entity
  const opening = { brand: asked.brand, npi: row.npi, accountId: asked.accountId }
  const { id, affiliation } = isAffiliated(row)
    ? await openAffiliatedRegistration(deps, row, opening)
    : { id: await openRegistration(deps, opening), affiliation: NO_AFFILIATION }
  const profile = readProfile(deps, row, affiliation, parts.captchaKey)
  const reply = writeProfileReply(profile, affiliation, await findContractForm(asked.brand))
  return { entity: { registrationId: id, reply } }
}

/** nonSaaNpiProfile: the role asked for becomes part of the registration; another role drops what the former proved. */
export async function profileForRole(
  deps: Deps,
  parts: RegistrationParts,
  held: Held,
  asked: { npiId: string; role: string; address: string },
): Promise<Outcome<string>> {
  if (!(await withinLookUps(deps, asked.address, 'profile'))) return refuse(400, TOO_MANY_LOOKUPS, 'flood')
  const refused = missingProof('nonSaaNpiProfile', held) ?? otherNpi(held, asked.npiId)
  if (refused) return refused
  const found = await lookUpNpi(deps, asked.npiId)
  if ('refusal' in found) return found
  const row = found.entity
  const affiliation = isAffiliated(row) ? await findAffiliation(deps.pool, row) : NO_AFFILIATION
  const profile = readProfile(deps, row, affiliation, parts.captchaKey)
  const role = asked.role as RegistrationRole
  if (role !== 'SAA' && !profile.regExists) return refuse(400, NO_ADMINISTRATOR_YET, 'no-administrator')
  if (held.profile_role !== role) {
    const isChange = held.profile_role !== null
    await updateRegistration(deps.db, held.id_hash, { ...(isChange ? DROPPED_BY_ROLE : {}), profile_role: role })
  }
  return { entity: writeProfileReply(profile, affiliation, await findContractForm(held.brand)) }
}

export async function searchNpis(
  deps: Deps,
  parts: RegistrationParts,
  search: string,
  address: string,
): Promise<Outcome<NpiSearchResult[]>> {
  if (!(await withinLookUps(deps, address))) return refuse(400, TOO_MANY_LOOKUPS, 'flood')
  return { entity: await parts.searchProviders(deps.db, search, TYPEAHEAD_OPTIONS_MAX) }
}

/** getSaaActivePerms: only for what the registration's NPI can be registered for. */
export async function findActivePermissions(
  deps: Deps,
  { ports }: RegistrationParts,
  held: Held,
  entityId: string,
): Promise<Outcome<PermissionItemEntity[]>> {
  const refused = missingProof('getSaaActivePerms', held)
  if (refused) return refused
  const scopes = await findProviderScopes(deps.db, held.npi as string)
  const choices = scopes ? [scopes.npi, scopes.org_id, ...scopes.groups.map((group) => group.id)] : []
  if (!choices.includes(entityId)) return refuse(400, PROOF_MISSING, 'other-entity')
  return { entity: await ports.getSaaActivePerms(deps.db, entityId) }
}

export async function checkPendingRequests(
  deps: Deps,
  { ports }: RegistrationParts,
  held: Held,
  asked: { providerId: string; accountId: string | undefined },
): Promise<Outcome<boolean>> {
  const refused = missingProof('checkPendingSaaRequestsForProvider', held) ?? otherNpi(held, asked.providerId)
  return refused ?? { entity: await ports.hasPendingSaaRequest(deps.db, asked.providerId, asked.accountId) }
}
