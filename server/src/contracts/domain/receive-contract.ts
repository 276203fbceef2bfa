import { createHash } from 'node:crypto'
import type { RecordContractBody, UploadContractBody } from '@portico/core/contracts/shapes'
import { DAY_S } from '@portico/core/forms/calendar-day'
import { recordStaffEvent } from '#platform/bell/record-staff-event.ts'
import type { InTransaction, SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { hit } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findRequest } from '../../access/access.ts'
import {
  findReceivedContract,
  insertContract,
  lockAwaitingRequest,
  type NewContract,
  updateReceivedSuperseded,
} from '../store/signed-contracts.ts'
import { contractReceived } from './events.ts'
import { CONTRACT_NOT_AWAITED, CONTRACT_UNKNOWN, PDF_AND_PICTURES, TOO_MANY_UPLOADS } from './texts.ts'
import { inspectPictures, type PicturedPdf } from './upload-inspection/inspect-pictures.ts'
import { inspectUploadedPdf } from './upload-inspection/inspect-upload.ts'

/** Limits disk use: the server stores every copy, and registration is open to the public. */
const UPLOADS_PER_DAY = 20

/** Receives an upload from the requester. */
export async function uploadContract(context: SignedIn, upload: UploadContractBody): Promise<Outcome<true>> {
  const key = `contract-upload:${context.session.accountId}` as const
  if (!(await hit(context, { key, limit: UPLOADS_PER_DAY, windowSeconds: DAY_S }))) return refuse(407, TOO_MANY_UPLOADS)
  return receive(context, { ...upload, cameBy: 'UPLOAD' })
}

/** Records a contract that plan staff received by mail or fax. The scan is optional. */
export const recordContract = (context: SignedIn, received: RecordContractBody): Promise<Outcome<true>> =>
  receive(context, received)

type ReceivedForm = (UploadContractBody & { cameBy: 'UPLOAD' }) | RecordContractBody

/** Inspects the file before it writes, so a rejected file does not replace the earlier copy. */
async function receive(context: SignedIn, received: ReceivedForm): Promise<Outcome<true>> {
  const inspected = await inspectReceived(context, received)
  if (inspected) countInspected(context, received, inspected)
  if (inspected && 'refusal' in inspected) return inspected
  const { document = null, pages = null, safeCopy = null } = inspected?.entity ?? {}
  const copy = {
    cameBy: received.cameBy,
    fileName: cleanFileName(received.fileName),
    content: document,
    sha256: document && createHash('sha256').update(document).digest('hex'),
    pages,
    pictures: received.pictures?.length ?? null,
    safeCopy,
    recordedBy: context.session.accountId,
  }
  return transact(context, (inside) => keep(inside, received.reference, copy))
}

function countInspected({ metrics }: SignedIn, { pictures }: ReceivedForm, inspected: Outcome<PicturedPdf>): void {
  const outcome = 'refusal' in inspected ? (inspected.refusal.messageCode ?? 'refused') : 'accepted'
  metrics.signedForms.inc({ sent_as: pictures ? 'pictures' : 'pdf', outcome })
}

/** The PDF to store: as it was sent, or made from pictures, which are not stored. Null without a scan. */
async function inspectReceived(context: SignedIn, received: ReceivedForm): Promise<Outcome<PicturedPdf> | null> {
  const { content, pictures, cameBy } = received
  if (content && pictures) return refuse(400, PDF_AND_PICTURES, 'upload-both')
  if (pictures) {
    const sent = pictures.map((picture) => ({ ...picture, content: Buffer.from(picture.content, 'base64') }))
    return inspectPictures(context, sent)
  }
  if (!content && cameBy !== 'UPLOAD') return null
  const document = Buffer.from(content ?? '', 'base64')
  const inspected = await inspectUploadedPdf(context, document)
  return 'refusal' in inspected ? inspected : { entity: { ...inspected.entity, document } }
}

async function keep(
  context: InTransaction<SignedIn>,
  reference: string,
  copy: Omit<NewContract, 'requestId'>,
): Promise<Outcome<true>> {
  const { db, session } = context
  const request = await lockAwaitingRequest(db, reference)
  const isTheirs = session.kind === 'internal' || request?.account_id === session.accountId
  if (!request || !isTheirs) return refuse(404, CONTRACT_UNKNOWN)
  if (request.state !== 'PENDING_CONTRACT') return refuse(407, CONTRACT_NOT_AWAITED)
  const waiting = await findReceivedContract(db, request.id)
  // A client that retries after a timeout sends the same copy again.
  const isHere =
    waiting?.came_by === copy.cameBy && waiting.recorded_by === session.accountId && waiting.sha256 === copy.sha256
  if (isHere) return { entity: true }
  await updateReceivedSuperseded(db, request.id)
  const contractId = await insertContract(context, { ...copy, requestId: request.id })
  const received = await findRequest(db, request.id)
  if (!received) return refuse(404, CONTRACT_UNKNOWN)
  await announce(context, contractReceived, {
    request: received,
    details: {
      contractId,
      cameBy: copy.cameBy,
      ...(copy.sha256 ? { fileHash: copy.sha256 } : {}),
      ...(copy.pictures ? { pictures: copy.pictures } : {}),
    },
  })
  if (session.kind !== 'internal') await recordStaffEvent(context, { event: 'staff.contracts-waiting' })
  return { entity: true }
}

/** Plan staff see this name and save the file under it: it has no path, no control characters and ends in .pdf. */
function cleanFileName(name: string | undefined): string | null {
  const last = name?.split(/[\\/]/).at(-1) ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\.(pdf|jpe?g|png|hei[cf])$/i, '')
    .trim()
    .slice(0, 116)
  return clean ? `${clean}.pdf` : null
}
