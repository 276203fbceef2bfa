import type { PermissionItem } from '@portico/core/access/shapes'
import { TYPEAHEAD_OPTIONS_MAX } from '@portico/core/constants'
import type { Route } from '@portico/core/registration/routes'
import { NO_ADMINISTRATOR_YET, PROOF_MISSING, TOO_MANY_LOOKUPS } from '@portico/core/registration/sentences'
import type { FoundNpis, RoleBody } from '@portico/core/registration/shapes'
import { getSaaActivePerms, hasPendingSaaRequest } from '../../access/access.ts'
import { searchProviders } from '../../directory/directory.ts'
import { readerOf, type Visit } from '../../platform/context.ts'
import { hitPrepared, networkOf } from '../../platform/limits.ts'
import type { Written } from '../../platform/mount.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { withShownNames } from '../../platform/shown-names.ts'
import { findAffiliation, NO_AFFILIATION, type ProviderRow } from '../store/provider-profile.ts'
import { findProviderScopes } from '../store/provider-scopes.ts'
import { updateDraft, updateRegistration } from '../store/registrations.ts'
import { findContractForm } from './contract/contract-form.ts'
import { findLeft } from './draft.ts'
import {
  npiOf,
  type Opened,
  openAffiliatedRegistration,
  openRegistration,
  providerAccount,
  type Registering,
  type Visitor,
} from './held-registration.ts'
import { isAffiliated, lookUpNpi, readProfile, writeProfileReply } from './npi-profile.ts'
import { DROPPED_BY_ROLE, missingProof, otherNpi } from './proofs.ts'

function withinLookUps(context: Visit, kind: 'npi' | 'profile' = 'npi'): Promise<boolean> {
  const limit = context.settings.limits.npiLookupsPer5Min
  return hitPrepared(context, { key: `${kind}:${networkOf(context.address)}`, limit, windowSeconds: 300 })
}

/**
 * valRegNpi in three statements: count the look-up, look up, open the registration (reading the groups with it). In a
 * browser that left one for this NPI that one stays, and is offered; one of another NPI is forgotten.
 */
export async function openForNpi(context: Visitor, { npiId }: { npiId: string }): Promise<Opened<Written>> {
  if (!(await withinLookUps(context))) return refuse(400, TOO_MANY_LOOKUPS, 'flood')
  const found = await lookUpNpi(context, npiId)
  if ('refusal' in found) return found
  const row = found.entity
  const left = await findLeft(context, npiId)
  if (left) {
    const { write } = await readWhole(context, row, left.path.at(-1))
    return { entity: { answer: await write(context.brand.id) } }
  }
  if (context.held?.draft) await updateDraft(context.db, context.held.id_hash, null)
  const accountId = providerAccount(context)
  const { id, affiliation } = isAffiliated(row)
    ? await openAffiliatedRegistration(context, row, accountId)
    : { id: await openRegistration(context, { npi: row.npi, accountId }), affiliation: NO_AFFILIATION }
  const profile = readProfile(context, row, affiliation)
  const answer = writeProfileReply(profile, affiliation, await findContractForm(context.brand.id))
  return { entity: { registrationId: id, answer } }
}

/** nonSaaNpiProfile: the role asked for becomes part of the registration; another role drops what the former proved. */
export async function profileForRole(
  context: Registering,
  { npiId, role }: RoleBody,
): Promise<Outcome<never> | Written> {
  const { held } = context
  if (!(await withinLookUps(context, 'profile'))) return refuse(400, TOO_MANY_LOOKUPS, 'flood')
  const refused = missingProof('nonSaaNpiProfile', held) ?? otherNpi(held, npiId)
  if (refused) return refused
  const found = await lookUpNpi(context, npiId)
  if ('refusal' in found) return found
  const { profile, write } = await readWhole(context, found.entity)
  if (role !== 'SAA' && !profile.regExists) return refuse(400, NO_ADMINISTRATOR_YET, 'no-administrator')
  if (held.profile_role !== role) {
    const isChange = held.profile_role !== null
    await updateRegistration(context.db, held.id_hash, { ...(isChange ? DROPPED_BY_ROLE : {}), profile_role: role })
  }
  return write(held.brand)
}

/** The profile of a registration that is open already. */
async function readWhole(context: Visit, row: ProviderRow, leftOn?: Route) {
  const affiliation = isAffiliated(row) ? await findAffiliation(context.pool, row) : NO_AFFILIATION
  const profile = { ...readProfile(context, row, affiliation), ...(leftOn && { leftOn }) }
  const write = async (brandId: string) => writeProfileReply(profile, affiliation, await findContractForm(brandId))
  return { profile, write }
}

export async function searchNpis(context: Visit, { search }: { search: string }): Promise<Outcome<FoundNpis>> {
  if (!(await withinLookUps(context))) return refuse(400, TOO_MANY_LOOKUPS, 'flood')
  const found = await searchProviders(readerOf(context), search, TYPEAHEAD_OPTIONS_MAX)
  return { entity: withShownNames(found, 'name') }
}

/** getSaaActivePerms: only for what the registration's NPI can be registered for. */
export async function findActivePermissions(
  { db, held }: Registering,
  { entityId }: { entityId: string },
): Promise<Outcome<PermissionItem[]>> {
  const refused = missingProof('getSaaActivePerms', held)
  if (refused) return refused
  const scopes = await findProviderScopes(db, npiOf(held))
  const choices = scopes ? [scopes.npi, scopes.org_id, ...scopes.groups.map((group) => group.id)] : []
  if (!choices.includes(entityId)) return refuse(400, PROOF_MISSING, 'other-entity')
  return { entity: await getSaaActivePerms(db, entityId) }
}

export async function checkPendingRequests(
  context: Registering,
  { providerId }: { providerId: string },
): Promise<Outcome<boolean>> {
  const { db, held } = context
  const refused = missingProof('checkPendingSaaRequestsForProvider', held) ?? otherNpi(held, providerId)
  return refused ?? { entity: await hasPendingSaaRequest(db, providerId, providerAccount(context)) }
}
