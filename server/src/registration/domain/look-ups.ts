import type { PermissionItem } from '@portico/core/access/shapes'
import { TYPEAHEAD_OPTIONS_MAX } from '@portico/core/constants'
import type { NpiProfile, OpenedProfile } from '@portico/core/registration/model-shapes'
import type { Route } from '@portico/core/registration/routes'
import type { FoundNpis, RoleBody } from '@portico/core/registration/shapes'
import { NO_ADMINISTRATOR_YET, PROOF_MISSING, TOO_MANY_LOOKUPS } from '@portico/core/registration/texts/sentences'
import type { Visit } from '#platform/context.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { type FloodLimit, hit, networkOf } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { getSaaActivePerms, hasPendingSaaRequest } from '../../access/access.ts'
import { searchProviders } from '../../plan-data/plan-data.ts'
import { findAffiliation, NO_AFFILIATION, type ProviderRow } from '../store/provider-profile.ts'
import { findProviderScopes } from '../store/provider-scopes.ts'
import { updateDraft, updateRegistration } from '../store/registrations.ts'
import { findContractForm } from './contract-form/contract-form.ts'
import { draftOf } from './draft.ts'
import { describeProfile, isAffiliated, lookUpNpi, readProfile } from './npi-profile.ts'
import {
  npiOf,
  type Opened,
  openRegistration,
  providerAccount,
  type Registering,
  type Visitor,
} from './proofs/current-registration.ts'
import { DROPPED_BY_ROLE, missingProof, otherNpi } from './proofs/proofs.ts'

const LOOK_UP_WINDOW_S = 300

function lookUpLimit({ settings, address }: Visit, kind: 'npi' | 'profile' = 'npi'): FloodLimit {
  const limit = settings.limits.npiLookupsPer5Min
  return { key: `${kind}:${networkOf(address)}`, limit, windowSeconds: LOOK_UP_WINDOW_S }
}

/**
 * valRegNpi. If this browser left a registration of the same NPI, the reply offers it; otherwise a new registration
 * opens, and the draft of another NPI is deleted.
 */
export async function openForNpi(
  context: Visitor,
  { npiId }: { npiId: string },
): Promise<Opened<{ entity: OpenedProfile }>> {
  const { db, registration, brand } = context
  if (!(await hit(context, lookUpLimit(context)))) return refuse(400, TOO_MANY_LOOKUPS, 'flood')
  const found = await lookUpNpi(context, npiId)
  if ('refusal' in found) return found
  const left = draftOf(context, npiId)
  const answer = { entity: await readWhole(context, found.entity, brand.id, left?.path.at(-1)) }
  if (registration && left) {
    // Another person may be using this browser now: step1 counts again only after its number is entered correctly.
    if (registration.step1_at) await updateRegistration(db, registration.id_hash, { number_due: true })
    return { entity: { answer } }
  }
  if (registration?.draft) await updateDraft(db, registration.id_hash, null)
  const registrationId = await openRegistration(context, { npi: npiId, accountId: providerAccount(context) })
  return { entity: { registrationId, answer } }
}

/**
 * nonSaaNpiProfile: stores the requested role in the registration. A different role drops the proofs of the previous
 * one.
 */
export async function profileForRole(context: Registering, { npiId, role }: RoleBody): Promise<Outcome<NpiProfile>> {
  const { registration } = context
  if (!(await hit(context, lookUpLimit(context, 'profile')))) return refuse(400, TOO_MANY_LOOKUPS, 'flood')
  const refused = missingProof('nonSaaNpiProfile', registration) ?? otherNpi(registration, npiId)
  if (refused) return refused
  const found = await lookUpNpi(context, npiId)
  if ('refusal' in found) return found
  const profile = await readWhole(context, found.entity, registration.brand)
  if (role !== 'SAA' && !profile.regExists) return refuse(400, NO_ADMINISTRATOR_YET, 'no-administrator')
  if (registration.profile_role !== role) {
    const isChange = registration.profile_role !== null
    await updateRegistration(context.db, registration.id_hash, {
      ...(isChange ? DROPPED_BY_ROLE : {}),
      profile_role: role,
    })
  }
  return { entity: profile }
}

async function readWhole(context: Visit, row: ProviderRow, brandId: string, leftOn?: Route): Promise<OpenedProfile> {
  const affiliation = isAffiliated(row) ? await findAffiliation(context.db, row) : NO_AFFILIATION
  const profile = { ...readProfile(context, row, affiliation), ...(leftOn && { leftOn }) }
  return describeProfile(profile, affiliation, await findContractForm(brandId))
}

export async function searchNpis(context: Visit, { search }: { search: string }): Promise<Outcome<FoundNpis>> {
  if (!(await hit(context, lookUpLimit(context)))) return refuse(400, TOO_MANY_LOOKUPS, 'flood')
  const found = await searchProviders(context.db, search, TYPEAHEAD_OPTIONS_MAX)
  return { entity: withShownNames(found, 'name') }
}

/** getSaaActivePerms: only for entities that the registration's NPI can register for. */
export async function findActivePermissions(
  { db, registration }: Registering,
  { entityId }: { entityId: string },
): Promise<Outcome<PermissionItem[]>> {
  const refused = missingProof('getSaaActivePerms', registration)
  if (refused) return refused
  const scopes = await findProviderScopes(db, npiOf(registration))
  const choices = scopes ? [scopes.npi, scopes.org_id, ...scopes.groups.map((group) => group.id)] : []
  if (!choices.includes(entityId)) return refuse(400, PROOF_MISSING, 'other-entity')
  return { entity: await getSaaActivePerms(db, entityId) }
}

export async function checkPendingRequests(
  context: Registering,
  { providerId }: { providerId: string },
): Promise<Outcome<boolean>> {
  const { db, registration } = context
  const refused = missingProof('checkPendingSaaRequestsForProvider', registration) ?? otherNpi(registration, providerId)
  return refused ?? { entity: await hasPendingSaaRequest(db, providerId, providerAccount(context)) }
}
