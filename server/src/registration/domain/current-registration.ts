import { PROOF_EXPIRED, PROOF_MISSING } from '@portico/core/registration/texts/sentences'
import type { Context, Visit } from '../../platform/context.ts'
import { hashToken } from '../../platform/keys/hash-token.ts'
import { randomId } from '../../platform/keys/random-ids.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import {
  deleteForeignRegistration,
  deleteRegistration,
  deleteUnsubmittedRegistration,
  findRegistration,
  insertRegistration,
  type RegistrationRow,
  updateRegistrationTouched,
} from '../store/registrations.ts'

/** The registration the server holds for a visitor (behaviour 7.1). The cookie carries a random id, nothing else. */
export const REGISTRATION_COOKIE = 'portico_reg'

/** A call of a registration under way; Visitor where it may as well be none. */
export type Registering = Visit & { registration: RegistrationRow }
export type Visitor = Visit & { registration: RegistrationRow | undefined }

/** What opened a registration answers, and the id for the cookie where it was opened just now. */
export type Opened<Answer> = Outcome<{ answer: Answer; registrationId?: string }>

type Opening = { npi?: string; linkId?: string; accountId?: string | undefined }

/** Opens a registration and gives the id for the cookie; only its hash is stored. */
export async function openRegistration({ db, now, brand }: Context, opening: Opening): Promise<string> {
  const id = randomId(16, 'base64url')
  await insertRegistration(db, {
    idHash: hashToken(id),
    brand: brand.id,
    npi: opening.npi ?? null,
    linkId: opening.linkId ?? null,
    accountId: opening.accountId ?? null,
    now,
  })
  return id
}

/** A registration that was not touched or opened since then is over. */
function aliveSince({ now, settings }: Context): { touchedAfter: Date; createdAfter: Date } {
  const { registrationIdle, registrationAbsolute } = settings.lifetimes
  return {
    touchedAfter: new Date(now.getTime() - registrationIdle * 1000),
    createdAfter: new Date(now.getTime() - registrationAbsolute * 1000),
  }
}

/** Every call of a registration renews it. 407 if it has ended, 400 if there was none (behaviour 7.2). */
export async function renewRegistration(context: Context, id: string | undefined): Promise<Outcome<RegistrationRow>> {
  if (!id) return refuse(400, PROOF_MISSING, 'no-registration')
  const { db, now } = context
  const idHash = hashToken(id)
  const registration = await updateRegistrationTouched(db, idHash, { now, ...aliveSince(context) })
  if (registration) return { entity: registration }
  return (await findRegistration(db, idHash))
    ? refuse(407, PROOF_EXPIRED, 'registration-expired')
    : refuse(400, PROOF_MISSING, 'no-registration')
}

/** The browser's owner leaves: nobody after them finds what was begun here. */
export async function endRegistration({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  await deleteRegistration(db, hashToken(id))
}

/** Whoever began it ends it: true when it was under way. */
export function endUnsubmitted({ db }: Pick<Context, 'db'>, id: string): Promise<boolean> {
  return deleteUnsubmittedRegistration(db, hashToken(id))
}

/** Somebody signs on: true when the registration of this browser was under way, or another person's, and has ended. */
export function endForeignRegistration({ db }: Pick<Context, 'db'>, id: string, accountId: string): Promise<boolean> {
  return deleteForeignRegistration(db, hashToken(id), accountId)
}

/** A signed-in provider user asks for additional access; members and plan staff register like anybody else. */
export function providerAccount({ session }: Visit): string | undefined {
  return session?.kind === 'provider' ? session.accountId : undefined
}

/** The NPI of a registration that has proved to be about one. */
export function npiOf({ npi }: RegistrationRow): string {
  if (npi === null) throw new Error('a registration without an NPI')
  return npi
}
