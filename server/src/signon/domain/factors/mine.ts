import { STATUS } from '@portico/core/constants'
import { FIRST_A_FACTOR, LAST_FACTOR, NAME_NEEDED, NOTHING_TO_REMOVE } from '@portico/core/signon/factors/sentences'
import type { MyFactors } from '@portico/core/signon/factors/shapes'
import type { InTransaction, SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { updateAccountDetails } from '../../../access/access.ts'
import { findTrustedDevices, updateDevicesUntrusted, updateDeviceUntrusted } from '../../store/devices.ts'
import {
  countRecoveryCodes,
  findAppKey,
  updateAppKeyRemoved,
  updateRecoveryCodesRemoved,
} from '../../store/factor-codes.ts'
import { findOpenReset } from '../../store/factor-resets.ts'
import { updateEmailFactor } from '../../store/factor-status.ts'
import { findPasskeys, updatePasskeyName, updatePasskeyRemoved } from '../../store/passkeys.ts'
import { describeDevice } from '../sessions/describe-device.ts'
import { lockOwnAccount } from '../sessions/own-account.ts'
import {
  deviceForgotten,
  factorRemoved,
  ownerOfNewCodesNotified,
  ownerOfRemovedFactorNotified,
  recoveryCodesMade,
} from './events.ts'
import { type FactorStatus, findFactorStatus } from './factor-status.ts'
import { kindsToSetUp } from './prove.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import type { RelyingParty } from './relying-party.ts'

type Around = { party: RelyingParty | undefined; deviceId: string | undefined }

/** Factors, devices and an open reset, as the profile shows them. */
export async function describeMyFactors(context: SignedIn, { party, deviceId }: Around): Promise<Outcome<MyFactors>> {
  const { db, session } = context
  const factorStatus = await findFactorStatus(context, session.accountId)
  const app = await findAppKey(db, factorStatus.id)
  const here = deviceId ? hashToken(deviceId) : undefined
  const devices = await findTrustedDevices(context, factorStatus.id)
  const reset = await findOpenReset(db, factorStatus.id)
  return {
    entity: {
      passkeys: (await findPasskeys(db, factorStatus.id)).map((passkey) => ({
        passkeyId: passkey.publicId,
        name: passkey.name,
        addedOn: passkey.createdAt.toISOString(),
        lastUsed: isoOrEmpty(passkey.lastUsedAt),
        here: passkey.brand === party?.brand,
      })),
      appSince: isoOrEmpty(app?.confirmedAt),
      appLastUsed: isoOrEmpty(app?.lastUsedAt),
      emailSince: factorStatus.hasEmail ? isoOrEmpty(factorStatus.emailSince) : '',
      recoveryCodesLeft: await countRecoveryCodes(db, factorStatus.id),
      canSetUp: kindsToSetUp({ factorStatus, party }),
      required: factorStatus.policy.kind === 'required',
      ...(reset && { reset: { askedOn: isoOrEmpty(reset.askedAt), due: isoOrEmpty(reset.dueAt) } }),
      devices: devices.map(({ idHash, publicId, userAgent, until }) => ({
        deviceId: publicId ?? '',
        device: describeDevice(userAgent),
        until: isoOrEmpty(until),
        here: here?.equals(idHash) ?? false,
      })),
    },
  }
}

const isoOrEmpty = (time: Date | null | undefined) => time?.toISOString() ?? ''

export async function renamePasskey(
  { db, session }: SignedIn,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<Outcome<true>> {
  const plain = name.trim()
  if (!plain) return refuse(STATUS.badRequest, NAME_NEEDED)
  const renamed = await updatePasskeyName(db, session.accountId, passkeyId, plain)
  return renamed ? { entity: true } : refuse(STATUS.notFound, NOTHING_TO_REMOVE)
}

export function removePasskey(context: SignedIn, { passkeyId }: { passkeyId: string }): Promise<Outcome<true>> {
  return removeFactor(context, { by: 'passkey', what: 'A passkey' }, (inside) =>
    updatePasskeyRemoved(inside, context.session.accountId, passkeyId),
  )
}

export function removeOther(context: SignedIn, { kind }: { kind: 'app' | 'email' }): Promise<Outcome<true>> {
  const { accountId } = context.session
  if (kind === 'app')
    return removeFactor(context, { by: kind, what: 'The authenticator app' }, (inside) =>
      updateAppKeyRemoved(inside, accountId),
    )
  return removeFactor(context, { by: kind, what: 'Signing in with codes by email' }, async (inside, { emailSince }) => {
    await updateEmailFactor(inside, accountId, null)
    return emailSince !== null
  })
}

type Removed = { by: string; what: string }

/** Keeps the last factor if the policy requires one. Otherwise removing the last one deletes the recovery codes. */
function removeFactor(
  context: SignedIn,
  { by, what }: Removed,
  remove: (inside: InTransaction<SignedIn>, factorStatus: FactorStatus) => Promise<boolean>,
): Promise<Outcome<true>> {
  const { accountId } = context.session
  return transact(context, async (inside): Promise<Outcome<true>> => {
    await lockOwnAccount(inside)
    const removed = await remove(inside, await findFactorStatus(inside, accountId))
    if (!removed) return refuse(STATUS.notFound, NOTHING_TO_REMOVE)
    const left = await findFactorStatus(inside, accountId)
    if (!left.hasFactor && left.policy.kind === 'required') return refuse(STATUS.pageMessage, LAST_FACTOR)
    if (!left.hasFactor) await updateRecoveryCodesRemoved(inside, accountId)
    await updateDevicesUntrusted(inside, accountId)
    await announce(inside, factorRemoved, { subjectAccountId: accountId, details: { by } })
    await announce(inside, ownerOfRemovedFactorNotified, { accountId, what })
    return { entity: true }
  })
}

export function remakeRecoveryCodes(context: SignedIn): Promise<Outcome<{ recoveryCodes: string[] }>> {
  const { accountId } = context.session
  return transact(context, async (inside): Promise<Outcome<{ recoveryCodes: string[] }>> => {
    await lockOwnAccount(inside)
    const { hasFactor } = await findFactorStatus(inside, accountId)
    if (!hasFactor) return refuse(STATUS.badRequest, FIRST_A_FACTOR)
    const recoveryCodes = await makeRecoveryCodes(inside, accountId)
    await announce(inside, recoveryCodesMade, { subjectAccountId: accountId })
    await announce(inside, ownerOfNewCodesNotified, { accountId })
    return { entity: { recoveryCodes } }
  })
}

export function forgetDevice(context: SignedIn, { deviceId }: { deviceId: string }): Promise<Outcome<true>> {
  const { accountId } = context.session
  return transact(context, async (inside): Promise<Outcome<true>> => {
    const forgotten = await updateDeviceUntrusted(inside, accountId, deviceId)
    if (!forgotten) return refuse(STATUS.notFound, NOTHING_TO_REMOVE)
    await announce(inside, deviceForgotten, { subjectAccountId: accountId })
    return { entity: true }
  })
}

export async function putOfferAway(context: SignedIn): Promise<Outcome<true>> {
  await updateAccountDetails(context.db, context.session.accountId, { factor_offer_dismissed_at: context.now })
  return { entity: true }
}
