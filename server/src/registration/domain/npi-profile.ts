import { hasNpiCheckDigit } from '@portico/core/directory/npi'
import type { NpiProfile } from '@portico/core/registration/api'
import type { ValidationMethod } from '@portico/core/registration/model'
import { checkNpi } from '@portico/core/registration/rules'
import { NPI_CHECK_DIGIT, NPI_DEACTIVATED, NPI_NOT_IN_NETWORK, NPI_UNKNOWN } from '@portico/core/registration/sentences'
import type { Deps } from '../../platform/deps.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { findProviderProfile, type ProviderProfileRow } from '../store/provider-profile.ts'
import { monthlyWindowMs, recentWindowMs } from './attempt-limits.ts'

/** What valRegNpi and nonSaaNpiProfile answer beside the directory: the same for everybody of a brand. */
export type ProfileExtras = { regContract: string; captchaKey: string }

const allMethods: ValidationMethod[] = ['ssn', 'tin', 'claim']

/** One look-up; four refusals, each with its own sentence (readings section 3). */
export async function lookUpNpi(deps: Deps, npi: string): Promise<Outcome<ProviderProfileRow>> {
  const malformed = checkNpi(npi)
  if (malformed) return refuse(400, malformed, 'npi-format')
  if (!hasNpiCheckDigit(npi)) return refuse(400, NPI_CHECK_DIGIT, 'npi-check-digit')
  const now = deps.clock.now().getTime()
  const row = await findProviderProfile(deps.pool, npi, {
    recent: new Date(now - recentWindowMs),
    monthly: new Date(now - monthlyWindowMs),
  })
  if (!row) return refuse(400, NPI_UNKNOWN, 'npi-unknown')
  if (row.is_deactivated) return refuse(400, NPI_DEACTIVATED, 'npi-deactivated')
  if (!row.is_in_network) return refuse(400, NPI_NOT_IN_NETWORK, 'npi-not-in-network')
  return { entity: row }
}

type Flags = Omit<NpiProfile, 'pgGroupMap' | 'pgGroupKeys' | 'regContract'>

/** The flags of readings section 3. */
export function readFlags(deps: Pick<Deps, 'settings'>, row: ProviderProfileRow, captchaKey: string): Flags {
  const { step1FailuresPer6HoursPerNpi, step1FailuresPer30DaysPerNpi } = deps.settings.limits
  const locked =
    row.recent_failures >= step1FailuresPer6HoursPerNpi || row.monthly_failures >= step1FailuresPer30DaysPerNpi
  const at = (level: string) => row.group_levels.includes(level)
  const regAtPoExists = at('PO') || row.reg_at_whole_po
  return {
    npiId: row.npi,
    npiName: row.name,
    npiFirstName: row.first_name,
    npiLastName: row.last_name,
    personFlag: row.is_person ? 'Y' : 'N',
    foundSsn: row.found_ssn,
    foundTaxId: row.found_tin,
    poId: row.org_id ?? '',
    poName: row.org_name ?? '',
    entityId: row.npi,
    regExists: row.reg_at_npi || regAtPoExists || row.group_levels.length > 0,
    poRegExists: row.po_registered,
    poPgExists: row.has_group || row.org_id !== null,
    regAtPoExists,
    regAtPgExists: at('PG'),
    regAtNpiExists: row.reg_at_npi,
    regAtSgExists: at('SG'),
    regAtIpaExists: at('IPA'),
    lockedMethods: locked ? allMethods : [],
    captchaKey,
    message: '',
  }
}

/**
 * The reply as text. PostgreSQL has written the groups as JSON already, and the contract form is the same for all:
 * both are put in as they are instead of being parsed and written again.
 */
export function writeProfileReply(flags: Flags, row: ProviderProfileRow, contractJson: string): string {
  const fields = JSON.stringify(flags).slice(1, -1)
  return `{"status":200,"entity":{${fields},"pgGroupMap":${row.group_map},"pgGroupKeys":${row.group_keys},"regContract":${contractJson}}}`
}
