import { contractFileName, STATUS } from '@portico/core/constants'
import { checkSignature } from '@portico/core/contracts/forms'
import * as text from '@portico/core/contracts/signing-sentences'
import type { ContractSigned, DeclineBody, SignBody } from '@portico/core/contracts/signing-shapes'
import { recordStaffEvent } from '#platform/bell/record-staff-event.ts'
import type { InTransaction, Visit } from '#platform/context.ts'
import { announce } from '#platform/events/announce.ts'
import { endLinks, useLink } from '#platform/identity/links.ts'
import { canSign } from '#platform/keys/signing-certificate.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { insertContract, updateReceivedSuperseded } from '../../store/signed-contracts.ts'
import { findSigning, type Signing, updateSigning } from '../../store/signings.ts'
import { isConfirmed } from './confirm.ts'
import { copySent, declined, signed } from './events.ts'
import { createCopyLink } from './links.ts'
import { type OpenSigning, stepOf } from './open-link.ts'
import { canSelfValidate } from './plan-address.ts'
import { drawDocument } from './read.ts'
import { makeSignedDocument } from './signed-document.ts'

type Signed = ContractSigned & { signing: Signing }

/**
 * Stores document, signature, mail and audit in one transaction. Only one of many parallel calls signs. Refuses a hash
 * other than the one this page showed, and a contract that has changed since.
 */
export async function signContract(context: Visit, given: SignBody): Promise<Outcome<Signed>> {
  if (!canSign(context.settings)) return refuse(STATUS.pageMessage, text.SIGNING_NOT_OFFERED)
  const [problem] = Object.values(checkSignature(given))
  if (problem) return refuse(STATUS.badRequest, problem)
  return stepOf(context, given.signId, (inside, open) => sign(inside, open, given))
}

async function sign(context: InTransaction<Visit>, open: OpenSigning, given: SignBody): Promise<Outcome<Signed>> {
  const { db, now } = context
  const { request, link } = open
  if (!isConfirmed(context, open.signing, given.confirmation))
    return refuse(STATUS.badRequest, text.CODE_CONFIRM_FIRST, 'not-confirmed')
  const shown = await drawDocument(context, request)
  if (shown.hash !== given.documentHash || shown.hash !== open.signing.document_sha256)
    return refuse(STATUS.pageMessage, text.CONTRACT_CHANGED, 'contract-changed')
  if (!(await useLink(context, link.id))) return refuse(STATUS.pageMessage, text.SIGNING_NEWER, 'link-ended')
  const signer = { signer_name: given.name.trim(), signer_title: given.title.trim() }
  const document = await makeSignedDocument(context, { ...open, signing: { ...open.signing, ...signer } }, shown, given)
  await updateReceivedSuperseded(db, request.requestId)
  const contractId = await insertContract(context, {
    ...document,
    requestId: request.requestId,
    cameBy: 'ONLINE',
    fileName: contractFileName(request.npi ?? '').replace('.pdf', '_signed.pdf'),
    pictures: null,
    recordedBy: null,
  })
  const selfValidates = await canSelfValidate(context, open)
  await updateSigning(db, open.signing.id, {
    ...signer,
    state: 'SIGNED',
    ended_at: now,
    signed_from: context.address,
    signature_kind: given.strokes.length > 0 ? 'DRAWN' : 'TYPED',
    contract_id: contractId,
    self_validates: selfValidates,
  })
  if (!selfValidates) await recordStaffEvent(context, { event: 'staff.contracts-waiting' })
  await endLinks(context, { purpose: 'SIGNING', requestId: request.requestId })
  const signing = (await findSigning(db, open.signing.id)) ?? open.signing
  const copyId = await createCopyLink(context, signing)
  await announce(context, copySent, { request, signing, copyId })
  const details = { contractId, documentHash: shown.hash, fileHash: document.sha256, kind: signing.signature_kind }
  await announce(context, signed, { request, signing, copyId: await createCopyLink(context, signing), details })
  return { entity: { copyId, signing } }
}

/** declineSigning: requires no code, because declining grants no access. */
export async function declineSigning(context: Visit, given: DeclineBody): Promise<Outcome<true>> {
  const reason = given.reason.trim()
  if (reason === '') return refuse(STATUS.badRequest, text.DECLINE_REASON_NEEDED)
  return stepOf<true>(context, given.signId, async (inside, { signing, request }) => {
    await updateSigning(inside.db, signing.id, { state: 'DECLINED', ended_at: inside.now, reason })
    await endLinks(inside, { purpose: 'SIGNING', requestId: request.requestId })
    await announce(inside, declined, { request, signing, reason })
    return { entity: true }
  })
}
