import type { ContractFileQuery, ContractQuery, ContractReview } from '@portico/core/contracts/shapes'
import { addBusinessDays } from '@portico/core/forms/business-days'
import type { FileReply } from '#platform/calls/mount.ts'
import type { Context, Db, SignedIn } from '#platform/context.ts'
import { HttpFailure } from '#platform/http/errors.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import {
  findCompetingRequests,
  findRequest,
  findWarnings,
  isDecisionDelayed,
  NO_WARNINGS,
} from '../../access/access.ts'
import { findReviewNames } from '../store/contract-queue.ts'
import {
  findContractFile,
  findContractRequestId,
  findContracts,
  findSafeCopy,
  updateSafeCopy,
} from '../store/signed-contracts.ts'
import { listSigningFacts } from './signing/staff-facts.ts'
import { CONTRACT_UNKNOWN, NOT_SHOWN } from './texts.ts'
import { inspectUploadedPdf } from './upload-inspection/inspect-upload.ts'

/** Returns the request's facts and all its contracts, newest first. */
export async function reviewContract(context: Context, { reference }: ContractQuery): Promise<Outcome<ContractReview>> {
  const { db, settings } = context
  const requestId = await findContractRequestId(db, reference)
  const request = requestId && (await findRequest(db, requestId))
  if (!request) return refuse(404, CONTRACT_UNKNOWN)
  const names = await findReviewNames(db, request)
  const contracts = await findContracts(db, request.requestId)
  const { requester } = request
  const stage = stageOf(request.state, contracts[0]?.state)
  const came = stage === 'RECEIVED' ? contracts[0]?.receivedAt : undefined
  return {
    entity: {
      reference: request.reference,
      state: request.state,
      stage,
      level: request.regType,
      npi: request.npi ?? '',
      providerName: names.providerName,
      organizationName: names.organizationName,
      brand: request.brand,
      askedAt: request.createdAt.toISOString(),
      registrant: {
        name: `${requester.firstName} ${requester.lastName}`,
        email: requester.email,
        phone: [requester.phone, requester.phoneExt && `ext. ${requester.phoneExt}`].filter(Boolean).join(' '),
      },
      scopes: request.grants.map((grant) => ({
        name: grant.name,
        id: grant.scope.groupId ?? grant.scope.id,
        currentSaa: names.saaOf.get(grant.entity) ?? '',
      })),
      competing: (await findCompetingRequests(db, [request.requestId])).get(request.requestId) ?? [],
      ...((await findWarnings(db, [request.requestId])).get(request.requestId) ?? NO_WARNINGS),
      delayed: await isDecisionDelayed(db, request.requestId),
      dueOn: came ? addBusinessDays(new Date(came), settings.reviewPromiseDays).toISOString() : '',
      contracts,
      signings: await listSigningFacts(context, request),
    },
  }
}

function stageOf(requestState: string, newest: string | undefined): ContractReview['stage'] {
  if (requestState === 'ACTIVE') return 'VALIDATED'
  if (requestState !== 'PENDING_CONTRACT') return 'CLOSED'
  return newest === 'RECEIVED' || newest === 'RETURNED' ? newest : 'AWAITED'
}

/** Returns the safe copy. Creates it on first view if the contract was received before safe copies existed. */
export async function viewDocument(context: SignedIn, { id }: ContractFileQuery): Promise<Outcome<FileReply>> {
  const { db } = context
  const kept = await findSafeCopy(db, id)
  if (kept) return { entity: { content: kept } }
  const { content } = await findDocument(db, id)
  const inspected = await inspectUploadedPdf(context, content)
  if ('refusal' in inspected) return refuse(404, NOT_SHOWN, 'no-view')
  await updateSafeCopy(db, id, inspected.entity.safeCopy)
  return { entity: { content: inspected.entity.safeCopy } }
}

/** Returns the original file unchanged and unopened. */
export async function saveDocument({ db }: Context, { id }: ContractFileQuery): Promise<Outcome<FileReply>> {
  const { content, file_name } = await findDocument(db, id)
  const plain = (file_name ?? '').replace(/\.pdf$/i, '').replace(/[^A-Za-z0-9._-]+/g, '-')
  return { entity: { content, saveAs: `${plain || 'signed-contract'}.pdf` } }
}

async function findDocument(db: Db, id: string): Promise<{ content: Buffer; file_name: string | null }> {
  const { content, file_name = null } = (await findContractFile(db, id)) ?? {}
  if (!content) throw new HttpFailure(404, 'no-file', 'We could not find this document.')
  return { content, file_name }
}
