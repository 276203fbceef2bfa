import { randomBytes } from 'node:crypto'
import { STATUS } from '@portico/core/constants'
import { NOT_OFFERED } from '@portico/core/signon/factors/sentences'
import type { FactorKind, NewPasskey } from '@portico/core/signon/factors/shapes'
import type { InTransaction, SignedIn } from '#platform/context.ts'
import type { ProofKind } from '#platform/database/schema.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { endSessions } from '#platform/identity/session.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { updateDevicesUntrusted } from '../../store/devices.ts'
import { updateAppKeyConfirmed } from '../../store/factor-codes.ts'
import { lockFactors, updateEmailFactor } from '../../store/factor-status.ts'
import { insertPasskey } from '../../store/passkeys.ts'
import { describeDevice } from '../sessions/describe-device.ts'
import { findConfirmedKey } from './app.ts'
import { proveByEmailCode } from './email-code.ts'
import { factorAdded, ownerOfAddedFactorNotified } from './events.ts'
import { type FactorStatus, findFactorStatus } from './factor-status.ts'
import { type Finished, type Finishing, finish } from './finish.ts'
import { noPasskeysHere, readNewPasskey } from './passkeys.ts'
import { type Here, kindsToSetUp } from './prove.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import type { RelyingParty } from './relying-party.ts'

export type Added = Finished & { recoveryCodes: string[] }
type Ending = Omit<Finishing, 'provedBy'>

/** Setup completes a half-signed session, so it is refused while an existing factor is still to be proved. */
const refuseSetUp = ({ session }: SignedIn, here: Here, kind: FactorKind) =>
  session.factorDue === 'PROVE' || !kindsToSetUp(here).includes(kind)
    ? refuse(STATUS.badRequest, NOT_OFFERED)
    : undefined

export async function findToSetUp(
  context: SignedIn,
  party: RelyingParty | undefined,
  kind: FactorKind,
): Promise<Outcome<FactorStatus>> {
  const factorStatus = await findFactorStatus(context, context.session.accountId)
  return refuseSetUp(context, { factorStatus, party }, kind) ?? { entity: factorStatus }
}

export async function confirmApp(
  context: SignedIn,
  party: RelyingParty | undefined,
  { code, ...ending }: Ending & { code: string },
): Promise<Outcome<Added>> {
  const found = await findToSetUp(context, party, 'app')
  if ('refusal' in found) return found
  const key = await findConfirmedKey(context, code)
  if ('refusal' in key) return key
  return addFactor(context, found.entity, { ...ending, provedBy: 'APP', what: 'An authenticator app' }, (inside) =>
    updateAppKeyConfirmed(inside, found.entity.id, key.entity.id),
  )
}

export async function confirmEmail(
  context: SignedIn,
  party: RelyingParty | undefined,
  { code, ...ending }: Ending & { code: string },
): Promise<Outcome<Added>> {
  const found = await findToSetUp(context, party, 'email')
  if ('refusal' in found) return found
  const proved = await proveByEmailCode(context, code)
  if ('refusal' in proved) return proved
  return addFactor(context, found.entity, { ...ending, provedBy: 'EMAIL', what: 'Codes by email' }, async (inside) => {
    await updateEmailFactor(inside, found.entity.id, inside.now)
    return true
  })
}

export async function addPasskey(
  context: SignedIn,
  party: RelyingParty | undefined,
  { passkey, ...ending }: Ending & { passkey: NewPasskey },
): Promise<Outcome<Added>> {
  const found = await findToSetUp(context, party, 'passkey')
  if ('refusal' in found) return found
  if (!party) return noPasskeysHere()
  const made = await readNewPasskey(context, party, passkey)
  if ('refusal' in made) return made
  const name = describeDevice(ending.browser.userAgent ?? null)
  const what = `A passkey (${name})`
  return addFactor(context, found.entity, { ...ending, provedBy: made.entity.provedBy, what }, (inside) =>
    insertPasskey(inside, {
      ...made.entity.made,
      publicId: randomBytes(12).toString('base64url'),
      accountId: found.entity.id,
      brand: party.brand,
      name,
    }),
  )
}

type Adding = Ending & { provedBy: ProofKind; what: string }

/**
 * Adds the factor, creates recovery codes for the first one, ends device trust and mails the owner, in one transaction.
 * Ends the other sessions, because they never proved this factor.
 */
function addFactor(
  context: SignedIn,
  factorStatus: FactorStatus,
  { what, ...finishing }: Adding,
  add: (inside: InTransaction) => Promise<boolean>,
): Promise<Outcome<Added>> {
  return transact(context, async (inside): Promise<Outcome<Added>> => {
    await lockFactors(inside, factorStatus.id)
    const { hasFactor } = await findFactorStatus(inside, factorStatus.id)
    // A parallel request set up a factor: this session must prove that one first.
    const isLate = hasFactor && context.session.factorDue !== null
    if (isLate || !(await add(inside))) return refuse(STATUS.badRequest, NOT_OFFERED)
    const recoveryCodes = hasFactor ? [] : await makeRecoveryCodes(inside, factorStatus.id)
    await updateDevicesUntrusted(inside, factorStatus.id)
    await endSessions(inside, factorStatus.id, context.session.idHash)
    const details = { by: finishing.provedBy.toLowerCase() }
    await announce(inside, factorAdded, { subjectAccountId: factorStatus.id, details })
    await announce(inside, ownerOfAddedFactorNotified, { accountId: factorStatus.id, what })
    const finished = await finish(inside, finishing)
    return 'refusal' in finished ? finished : { entity: { ...finished.entity, recoveryCodes } }
  })
}
