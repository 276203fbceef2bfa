import { hasNpiCheckDigit } from '@portico/core/directory/npi'
import { shownName } from '@portico/core/directory/shown-name'
import { checkNpi } from '@portico/core/forms/npi'
import type { NpiProfile } from '@portico/core/registration/model-shapes'
import type { Route } from '@portico/core/registration/routes'
import {
  NPI_CHECK_DIGIT,
  NPI_DEACTIVATED,
  NPI_NOT_IN_NETWORK,
  NPI_UNKNOWN,
  ON_HOLD,
} from '@portico/core/registration/texts/sentences'
import type { Written } from '#platform/calls/mount.ts'
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
import { writeGroupList } from './group-list.ts'
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

export type Profile = Omit<NpiProfile, 'pgGroupMap' | 'pgGroupKeys' | 'regContract'> & { leftOn?: Route }

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

/** Assembles the reply from cached parts: the providers of each group as bytes, and the contract form of the brand. */
export async function writeProfileReply(
  profile: Profile,
  { groups }: Affiliation,
  contractForm: Buffer,
): Promise<Written> {
  const parts: Buffer[] = [
    Buffer.from(`{"status":200,"entity":{${JSON.stringify(profile).slice(1, -1)},"pgGroupMap":{`),
  ]
  for (const [index, group] of groups.entries()) {
    const { list, hasOwn } = await writeGroupList(group)
    parts.push(Buffer.from((index > 0 ? ',' : '') + beginGroup(group, hasOwn)), list, GROUP_END)
  }
  const keys = JSON.stringify(groups.map(({ group_id }) => group_id))
  parts.push(Buffer.from(`},"pgGroupKeys":${keys},"regContract":`), contractForm, END)
  return { written: Buffer.concat(parts) }
}

function beginGroup({ group_id: id, group_name, short_name, is_own, is_registered }: GroupRow, hasOwn: boolean) {
  const facts = {
    id,
    name: shownName(group_name),
    shortName: short_name,
    checked: is_own,
    registerdGroup: is_registered,
    registerdNpi: hasOwn,
    selectedNpiGroup: is_own,
  }
  return `${JSON.stringify(id)}:${JSON.stringify(facts).slice(0, -1)},"npiList":[`
}

const GROUP_END = Buffer.from(']}')
const END = Buffer.from('}}')
