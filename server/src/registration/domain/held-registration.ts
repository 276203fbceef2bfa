import { randomBytes } from 'node:crypto'
import { PROOF_EXPIRED, PROOF_MISSING } from '@portico/core/forms/sentences'
import type { Deps } from '../../platform/deps.ts'
import { hashToken } from '../../platform/hash-token.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { type AffiliationRow, insertRegistrationFindAffiliation } from '../store/provider-profile.ts'
import {
  deleteForeignRegistration,
  deleteRegistration,
  findRegistration,
  insertRegistration,
  type RegistrationRow,
  updateRegistrationTouched,
} from '../store/registrations.ts'

/** The registration the server holds for a visitor (behaviour 7.1). The cookie carries a random id, nothing else. */
export const REGISTRATION_COOKIE = 'portico_reg'

export type Held = RegistrationRow

export type Opening = { brand: string; npi?: string; linkId?: string; accountId?: string | undefined }

/** Opens a registration and gives the id for the cookie; only its hash is stored. */
export async function openRegistration(deps: Pick<Deps, 'pool' | 'clock'>, opening: Opening): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  await insertRegistration(deps.pool, {
    idHash: hashToken(id),
    brand: opening.brand,
    npi: opening.npi ?? null,
    linkId: opening.linkId ?? null,
    accountId: opening.accountId ?? null,
    now: deps.clock.now(),
  })
  return id
}

/** Opens the registration of an NPI with groups, and reads them, in one statement. */
export async function openAffiliatedRegistration(
  deps: Pick<Deps, 'pool' | 'clock'>,
  of: { npi: string; org_id: string | null },
  opening: Opening,
): Promise<{ id: string; affiliation: AffiliationRow }> {
  const id = randomBytes(16).toString('base64url')
  const affiliation = await insertRegistrationFindAffiliation(deps.pool, of, {
    idHash: hashToken(id),
    brand: opening.brand,
    accountId: opening.accountId ?? null,
    now: deps.clock.now(),
  })
  return { id, affiliation }
}

/** Every call of a registration renews it. Over is 407, never held is 400 (behaviour 7.2). */
export async function renewRegistration(deps: Deps, id: string | undefined): Promise<Outcome<Held>> {
  if (!id) return refuse(400, PROOF_MISSING, 'no-registration')
  const { registrationIdle, registrationAbsolute } = deps.settings.lifetimes
  const now = deps.clock.now()
  const idHash = hashToken(id)
  const held = await updateRegistrationTouched(deps.db, idHash, {
    now,
    touchedAfter: new Date(now.getTime() - registrationIdle * 1000),
    createdAfter: new Date(now.getTime() - registrationAbsolute * 1000),
  })
  if (held) return { entity: held }
  return (await findRegistration(deps.db, idHash))
    ? refuse(407, PROOF_EXPIRED, 'registration-expired')
    : refuse(400, PROOF_MISSING, 'no-registration')
}

/** The browser's owner leaves: nobody after them finds what was begun here. */
export async function endRegistration({ db }: Pick<Deps, 'db'>, id: string): Promise<void> {
  await deleteRegistration(db, hashToken(id))
}

/** Somebody signs on where another person registered: true when that registration was ended. */
export function endForeignRegistration({ db }: Pick<Deps, 'db'>, id: string, accountId: string): Promise<boolean> {
  return deleteForeignRegistration(db, hashToken(id), accountId)
}
