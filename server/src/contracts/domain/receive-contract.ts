import { createHash } from 'node:crypto'
import { legacyRecordAudit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { legacyHit } from '../../platform/limits.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { legacyTransact } from '../../platform/transaction.ts'
import type { ContractPorts } from '../ports.ts'
import {
  findReceivedContract,
  insertContract,
  lockAwaitingRequest,
  updateReceivedSuperseded,
} from '../store/signed-contracts.ts'
import { CONTRACT_NOT_AWAITED, CONTRACT_UNKNOWN, TOO_MANY_UPLOADS } from './texts.ts'

/** Every copy is kept, and anybody can register: nobody fills the disk with copies. */
const UPLOADS_PER_DAY = 20

type Arrival = {
  reference: string
  cameBy: 'UPLOAD' | 'MAIL' | 'FAX'
  fileName?: string | undefined
  /** Base64; a mailed or faxed contract may be recorded without a scan. */
  content?: string | undefined
  /** Who brings it: the requester by upload, plan staff for mail and fax. */
  by: { accountId: string; kind: 'provider' | 'internal'; address: string }
}

/** A signed contract comes in. It is looked into before anything is touched, so a bad file leaves the earlier one. */
export async function receiveContract(deps: Deps, ports: ContractPorts, arrival: Arrival): Promise<Outcome<true>> {
  const limited = arrival.cameBy === 'UPLOAD' ? await limitUploads(deps, arrival.by.accountId) : undefined
  if (limited) return limited
  const file = arrival.content ? Buffer.from(arrival.content, 'base64') : null
  const inspected = file || arrival.cameBy === 'UPLOAD' ? await ports.inspectUploadedPdf(file ?? Buffer.alloc(0)) : null
  if (inspected && 'refusal' in inspected) return inspected
  const sha256 = file && createHash('sha256').update(file).digest('hex')
  const now = deps.clock.now()
  return legacyTransact(deps.db, async (trx) => {
    const request = await lockAwaitingRequest(trx, arrival.reference)
    const isTheirs = arrival.by.kind === 'internal' || request?.account_id === arrival.by.accountId
    if (!request || !isTheirs) return refuse(404, CONTRACT_UNKNOWN)
    if (request.state !== 'PENDING_CONTRACT') return refuse(407, CONTRACT_NOT_AWAITED)
    const waiting = await findReceivedContract(trx, request.id)
    // Sent again, as after a time-out: it is here already.
    if (waiting && isSame(waiting, arrival, sha256)) return { entity: true as const }
    await updateReceivedSuperseded(trx, request.id)
    const contractId = await insertContract(trx, {
      requestId: request.id,
      cameBy: arrival.cameBy,
      fileName: cleanFileName(arrival.fileName),
      content: file,
      sha256,
      pages: inspected?.entity.pages ?? null,
      recordedBy: arrival.by.accountId,
      now,
    })
    await ports.tellContractReceived(trx, { requestId: request.id, now })
    await legacyRecordAudit(trx, {
      at: now,
      actorKind: arrival.by.kind,
      actorAccountId: arrival.by.accountId,
      action: 'contract.received',
      npi: request.npi,
      subjectAccountId: request.account_id,
      requestId: request.id,
      address: arrival.by.address,
      details: { contractId, cameBy: arrival.cameBy },
    })
    return { entity: true as const }
  })
}

type Waiting = NonNullable<Awaited<ReturnType<typeof findReceivedContract>>>

function isSame(waiting: Waiting, { cameBy, by }: Arrival, sha256: string | null): boolean {
  return waiting.came_by === cameBy && waiting.recorded_by === by.accountId && waiting.sha256 === sha256
}

async function limitUploads({ db, clock }: Deps, accountId: string) {
  const within = await legacyHit(db, `contract-upload:${accountId}`, UPLOADS_PER_DAY, 86_400, clock.now())
  return within ? undefined : refuse(407, TOO_MANY_UPLOADS)
}

/** The name is shown to plan staff: no path, no control characters, no endless length. */
function cleanFileName(name: string | undefined): string | null {
  const last = name?.split(/[\\/]/).at(-1) ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 120)
  return clean || null
}
