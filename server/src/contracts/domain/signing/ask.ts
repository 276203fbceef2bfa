import { STATUS } from '@portico/core/constants'
import { checkSignatory } from '@portico/core/contracts/forms'
import * as text from '@portico/core/contracts/signing-sentences'
import type { AskBody, SignatureAsked, SigningBody, SigningStarted } from '@portico/core/contracts/signing-shapes'
import { DAY_S } from '@portico/core/forms/calendar-day'
import { TOO_MUCH_MAIL } from '@portico/core/forms/sentences'
import type { InTransaction, SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { endLinks } from '#platform/identity/links.ts'
import { canSign } from '#platform/keys/signing-certificate.ts'
import { hit } from '#platform/limits/limits.ts'
import { isStrangerMailAllowed } from '#platform/mail/mail.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findRequest, type RequestFacts } from '../../../access/access.ts'
import { describeContract, findContractRequest, findMissingLetters } from '../../../registration/registration.ts'
import { lockAwaitingRequest } from '../../store/signed-contracts.ts'
import { insertSigning, lockOpenSigning, type Signing, updateSigning } from '../../store/signings.ts'
import { cancelled, sentAgain, signatureAsked, withdrawn } from './events.ts'
import { isSigningAllowed } from './limits.ts'
import { createSigningLink } from './links.ts'
import { actOn } from './readers.ts'

/** askForSignature: mails a signing link. Cancels an earlier signing and notifies its signatory. */
export async function askForSignature(context: SignedIn, given: AskBody): Promise<Outcome<SignatureAsked>> {
  const [problem] = Object.values(checkSignatory(given))
  if (problem) return refuse(STATUS.badRequest, problem)
  return withPrintableRequest(context, given, async (inside, request) => {
    if (!(await isWithinAccountLimit(inside))) return refuse(STATUS.pageMessage, text.TOO_MANY_ASKED)
    const to = { request_id: request.requestId, signer_email: given.email.trim() }
    if (!(await isAskingAllowed(inside, to))) return refuse(STATUS.pageMessage, TOO_MUCH_MAIL)
    const { lifetimes } = inside.settings
    const earlier = await lockOpenSigning(inside.db, request.requestId)
    if (earlier) await endSigning(inside, request, earlier)
    const signing = await insertSigning(inside, {
      ...to,
      way: 'ASKED',
      signer_name: given.name.trim(),
      signer_title: given.title.trim(),
      expiresAt: after(inside, lifetimes.signingLink),
      remindAt: after(inside, lifetimes.signingReminder),
    })
    const signId = await createSigningLink(inside, signing)
    await announce(inside, signatureAsked, { request, signing, signId })
    return { entity: { expiresOn: signing.expires_at.toISOString() } }
  })
}

const isWithinAccountLimit = (context: InTransaction<SignedIn>): Promise<boolean> =>
  hit(context, {
    key: `signatory:${context.session.accountId}`,
    limit: context.settings.limits.signatoriesPerDayPerAccount,
    windowSeconds: DAY_S,
  })

/** Whether one more link can be mailed to this address for this request. */
const isAskingAllowed = async (
  context: InTransaction<SignedIn>,
  to: Pick<Signing, 'request_id' | 'signer_email'>,
): Promise<boolean> =>
  (await isStrangerMailAllowed(context, to.signer_email)) && (await isSigningAllowed(context, 'mail', to))

/** startSigning: lets the registrant sign. Only this browser gets the link; the code is mailed to their own address. */
export async function startSigning(context: SignedIn, given: SigningBody): Promise<Outcome<SigningStarted>> {
  return withPrintableRequest(context, given, async (inside, request) => {
    const { requester } = request
    const open = await lockOpenSigning(inside.db, request.requestId)
    const isOwn = open?.way === 'SELF' && open.signer_email === requester.email && open.expires_at > inside.now
    if (open && !isOwn) await endSigning(inside, request, open)
    const signing = isOwn
      ? open
      : await insertSigning(inside, {
          request_id: request.requestId,
          way: 'SELF',
          signer_name: `${requester.firstName} ${requester.lastName}`,
          signer_title: '',
          signer_email: requester.email,
          expiresAt: after(inside, inside.settings.lifetimes.signingLink),
          remindAt: null,
        })
    const signId = await createSigningLink(inside, signing)
    if (!isOwn) await announce(inside, signatureAsked, { request, signing, signId })
    return { entity: { signId } }
  })
}

/** In the trail, a link sent again is an act of its own. */
const { audit: _, ...linkMailed } = signatureAsked

/** sendSigningAgain: mails a new link to the same signatory. */
export async function sendSigningAgain(context: SignedIn, given: SigningBody): Promise<Outcome<true>> {
  return withOwnRequest(context, given, async (inside, request) => {
    const signing = await lockOpenSigning(inside.db, request.requestId)
    if (signing?.way !== 'ASKED' || signing.expires_at <= inside.now)
      return refuse(STATUS.pageMessage, text.NO_OPEN_SIGNING)
    if (!(await isAskingAllowed(inside, signing))) return refuse(STATUS.pageMessage, TOO_MUCH_MAIL)
    await announce(inside, linkMailed, { request, signing, signId: await createSigningLink(inside, signing) })
    await announce(inside, sentAgain, actOn(request))
    return { entity: true }
  })
}

export async function cancelSigning(context: SignedIn, given: SigningBody): Promise<Outcome<true>> {
  return withOwnRequest(context, given, async (inside, request) => {
    const signing = await lockOpenSigning(inside.db, request.requestId)
    if (!signing) return refuse(STATUS.pageMessage, text.NO_OPEN_SIGNING)
    await endSigning(inside, request, signing)
    return { entity: true }
  })
}

const after = ({ now }: InTransaction, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

/** Cancels a signing, ends its links and notifies a signatory who was asked by mail. */
export async function endSigning(context: InTransaction, request: RequestFacts, signing: Signing): Promise<void> {
  await updateSigning(context.db, signing.id, { state: 'CANCELLED', ended_at: context.now })
  await endLinks(context, { purpose: 'SIGNING', requestId: signing.request_id })
  if (signing.way === 'ASKED') await announce(context, withdrawn, { request, signing })
  await announce(context, cancelled, actOn(request))
}

type Work<Entity> = (inside: InTransaction<SignedIn>, request: RequestFacts) => Promise<Outcome<Entity>>

/** Locks the caller's own request, and refuses it unless it awaits a contract. */
async function withOwnRequest<Entity>(
  context: SignedIn,
  { reference }: SigningBody,
  work: Work<Entity>,
): Promise<Outcome<Entity>> {
  if (!canSign(context.settings)) return refuse(STATUS.pageMessage, text.SIGNING_NOT_OFFERED)
  return transact<SignedIn, Outcome<Entity>>(context, async (inside) => {
    const { accountId } = inside.session
    const requestId = await findContractRequest(inside.db, { requestId: undefined, accountId, reference })
    const request = requestId ? await findRequest(inside.db, requestId) : undefined
    const locked = request && (await lockAwaitingRequest(inside.db, request.reference))
    if (!request || locked?.state !== 'PENDING_CONTRACT') return refuse(STATUS.notFound, text.NOTHING_TO_SIGN)
    return work(inside, request)
  })
}

/** Refuses a contract that cannot show a name as typed: a signatory must see the whole name. */
function withPrintableRequest<Entity>(
  context: SignedIn,
  given: SigningBody,
  work: Work<Entity>,
): Promise<Outcome<Entity>> {
  return withOwnRequest(context, given, async (inside, request) => {
    const missing = findMissingLetters(await describeContract(inside.db, request))
    return missing ? refuse(STATUS.pageMessage, text.contractNotPrinted(missing)) : work(inside, request)
  })
}
