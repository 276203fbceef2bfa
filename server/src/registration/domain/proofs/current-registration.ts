import { PROOF_EXPIRED, PROOF_MISSING } from '@portico/core/registration/texts/sentences'
import type { Context, Visit } from '#platform/context.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { randomId } from '#platform/keys/random-ids.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { REFUSED_ON_HOLD } from '../../../access/access.ts'
import {
  deleteForeignRegistration,
  deleteRegistration,
  deleteUnsubmittedRegistration,
  findRegistration,
  insertRegistration,
  type RegistrationRow,
  updateRegistrationTouched,
} from '../../store/registrations.ts'

/** Cookie of a visitor's current registration (behaviour 7.1). It contains a random id and nothing else. */
export const REGISTRATION_COOKIE = 'portico_reg'

/** `Registering`: a call with a current registration. `Visitor`: a call with or without one. */
export type Registering = Visit & { registration: RegistrationRow }
export type Visitor = Visit & { registration: RegistrationRow | undefined }

/**
 * The reply of a call that opens a registration. `registrationId` is set for the cookie if the call opened a new one.
 */
export type Opened<Answer> = Outcome<{ answer: Answer; registrationId?: string }>

type Opening = { npi?: string; linkId?: string; accountId?: string | undefined }

/** Opens a registration and returns the id for the cookie. The database stores only its hash. */
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

/** A registration expires if it was last renewed or created before these times. */
function aliveSince({ now, settings }: Context): { touchedAfter: Date; createdAfter: Date } {
  const { registrationIdle, registrationAbsolute } = settings.lifetimes
  return {
    touchedAfter: new Date(now.getTime() - registrationIdle * 1000),
    createdAfter: new Date(now.getTime() - registrationAbsolute * 1000),
  }
}

/** Every call of a registration renews it. Returns 407 if it has expired and 400 if there is none (behaviour 7.2). */
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

/** Deletes the registration at sign-off, so that the next user of the browser cannot see it. */
export async function endRegistration({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  await deleteRegistration(db, hashToken(id))
}

/** Deletes a registration that is not submitted. Returns true if there was one. */
export function endUnsubmitted({ db }: Pick<Context, 'db'>, id: string): Promise<boolean> {
  return deleteUnsubmittedRegistration(db, hashToken(id))
}

/**
 * Runs at sign-on. Deletes a registration that is not submitted or belongs to another account; returns true if it did.
 */
export function endForeignRegistration({ db }: Pick<Context, 'db'>, id: string, accountId: string): Promise<boolean> {
  return deleteForeignRegistration(db, hashToken(id), accountId)
}

/**
 * Account of a signed-in provider user, who can request additional access. Members and plan staff register as visitors.
 */
export function providerAccount({ session }: Visit): string | undefined {
  return session?.kind === 'provider' ? session.accountId : undefined
}

export function npiOf({ npi }: RegistrationRow): string {
  if (npi === null) throw new Error('a registration without an NPI')
  return npi
}

/** Uses the status read when the call renewed its registration. Granting access checks the hold again. */
export const refusedOnHold = ({ registration }: Pick<Registering, 'registration'>) =>
  registration.is_on_hold ? REFUSED_ON_HOLD : undefined

/** Wraps a call that proves an identity or requests a proof: a registration hold refuses it. */
export const unlessOnHold =
  <Asked, Answer>(handler: (context: Registering, asked: Asked) => Promise<Answer>) =>
  async (context: Registering, asked: Asked) =>
    refusedOnHold(context) ?? handler(context, asked)
