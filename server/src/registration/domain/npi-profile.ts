import { checkNpi } from '@portico/core/forms/npi'
import { hasNpiCheckDigit } from '@portico/core/plan-data/npi'
import { shownName } from '@portico/core/plan-data/shown-name'
import type { OpenedProfile } from '@portico/core/registration/model-shapes'
import type { Group } from '@portico/core/registration/shapes'
import {
  NPI_CHECK_DIGIT,
  NPI_DEACTIVATED,
  NPI_NOT_IN_NETWORK,
  NPI_UNKNOWN,
  ON_HOLD,
} from '@portico/core/registration/texts/sentences'
import type { Context, Visit } from '#platform/context.ts'
import { networkOf } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import type { Limits } from '#platform/settings/numbers.ts'
import {
  type Affiliation,
  type AffiliationRow,
  findProvider,
  type GroupRow,
  type ProviderRow,
} from '../store/provider-profile.ts'
import { readGroupList } from './group-list.ts'
import { allowanceOf, reachedLimit } from './proofs/attempts.ts'
import { captchaKey } from './proofs/captcha.ts'

/** Looks up one NPI. Each refusal has its own message (behaviour 6.1). */
export async function lookUpNpi(visit: Visit, npi: string): Promise<Outcome<ProviderRow>> {
  const malformed = refuseFormat(npi)
  if (malformed) return malformed
  return mayRegister(await findProvider(visit.db, npi, { network: networkOf(visit.address), now: visit.now }))
}

function refuseFormat(npi: string): Outcome<never> | undefined {
  const malformed = checkNpi(npi)
  if (malformed) return refuse(400, malformed, 'npi-format')
  return hasNpiCheckDigit(npi) ? undefined : refuse(400, NPI_CHECK_DIGIT, 'npi-check-digit')
}

function mayRegister(row: ProviderRow | undefined): Outcome<ProviderRow> {
  if (!row) return refuse(400, NPI_UNKNOWN, 'npi-unknown')
  if (row.is_deactivated) return refuse(400, NPI_DEACTIVATED, 'npi-deactivated')
  if (!row.is_in_network) return refuse(400, NPI_NOT_IN_NETWORK, 'npi-not-in-network')
  if (row.is_on_hold) return refuse(400, ON_HOLD, 'on-hold')
  return { entity: row }
}

/** A solo provider has no affiliation to look up. */
export const isAffiliated = (row: ProviderRow): boolean => row.has_group || row.org_id !== null

export type Profile = Omit<OpenedProfile, 'pgGroupMap' | 'pgGroupKeys' | 'regContract'>

/** The flags (behaviour 6). */
export function readProfile({ settings }: Context, row: ProviderRow, affiliation: AffiliationRow): Profile {
  const at = (level: string) => affiliation.group_levels.includes(level)
  const regAtPoExists = at('PO') || affiliation.reg_at_whole_po
  return {
    npiId: row.npi,
    npiName: shownName(row.name),
    npiFirstName: shownName(row.first_name),
    npiLastName: shownName(row.last_name),
    personFlag: row.is_person ? 'Y' : 'N',
    foundSsn: row.found_ssn,
    foundTaxId: row.found_tin,
    poId: affiliation.org_id ?? '',
    poName: shownName(affiliation.org_name ?? ''),
    entityId: row.npi,
    regExists: row.reg_at_npi || regAtPoExists || affiliation.group_levels.length > 0,
    poRegExists: affiliation.po_registered,
    poPgExists: isAffiliated(row),
    regAtPoExists,
    regAtPgExists: at('PG'),
    regAtNpiExists: row.reg_at_npi,
    regAtSgExists: at('SG'),
    regAtIpaExists: at('IPA'),
    lockedMethods: isLocked(settings.limits, row) ? ['ssn', 'tin', 'claim'] : [],
    captchaKey: captchaKey(settings),
    message: '',
  }
}

/** Locked for every visitor or for this address. The limits of step1 count all three methods together. */
const isLocked = (limits: Limits, { step1_used: used }: ProviderRow): boolean =>
  reachedLimit('STEP1', allowanceOf('STEP1', used, limits)) !== undefined

/** The reply: the profile, the providers of each group, and the contract form of the brand. */
export async function describeProfile(
  profile: Profile,
  { groups }: Affiliation,
  regContract: string,
): Promise<OpenedProfile> {
  const pgGroupMap: OpenedProfile['pgGroupMap'] = {}
  for (const group of groups) pgGroupMap[group.group_id] = await describeGroup(group)
  return { ...profile, pgGroupMap, pgGroupKeys: groups.map(({ group_id }) => group_id), regContract }
}

const describeGroup = async (group: GroupRow): Promise<Group> => ({
  id: group.group_id,
  name: shownName(group.group_name),
  shortName: group.short_name,
  checked: group.is_own,
  registerdGroup: group.is_registered,
  registerdNpi: group.registered?.includes('2') ?? false,
  selectedNpiGroup: group.is_own,
  npiList: await readGroupList(group),
})
