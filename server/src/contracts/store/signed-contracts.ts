import type { ReceivedContract } from '@portico/core/contracts/shapes'
import type { Db, InTransaction, Trx } from '#platform/context.ts'

/** Finds a request of the contract path by its reference. */
export async function findContractRequestId(db: Db, reference: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('access_request')
    .select('id')
    .where('reference', '=', reference)
    .where('path', '=', 'CONTRACT')
    .executeTakeFirst()
  return found?.id
}

const lockContractRequests = (trx: Trx) =>
  trx
    .selectFrom('access_request')
    .select(['id', 'account_id', 'npi', 'state', 'reference'])
    .where('path', '=', 'CONTRACT')
    .forNoKeyUpdate()

/** Locks the request, in any state, to serialize uploads and decisions. The caller checks the state. */
export const lockAwaitingRequest = (trx: Trx, reference: string) =>
  lockContractRequests(trx).where('reference', '=', reference).executeTakeFirst()

export const lockAwaitingRequestById = (trx: Trx, requestId: string) =>
  lockContractRequests(trx).where('id', '=', requestId).executeTakeFirst()

/** Marks an undecided copy as superseded by a newer one; the file remains stored. */
export async function updateReceivedSuperseded(trx: Trx, requestId: string): Promise<void> {
  await trx
    .updateTable('signed_contract')
    .set({ state: 'SUPERSEDED' })
    .where('request_id', '=', requestId)
    .where('state', '=', 'RECEIVED')
    .execute()
}

export type NewContract = {
  requestId: string
  cameBy: 'UPLOAD' | 'MAIL' | 'FAX' | 'ONLINE'
  fileName: string | null
  content: Buffer | null
  sha256: string | null
  pages: number | null
  /** How many pictures the file was made from; null if it was sent as a PDF. */
  pictures: number | null
  safeCopy: Buffer | null
  /** Null if it was signed online, because the signatory has no account. */
  recordedBy: string | null
}

export async function insertContract({ db, now }: InTransaction, contract: NewContract): Promise<string> {
  const { id } = await db
    .insertInto('signed_contract')
    .values({
      request_id: contract.requestId,
      came_by: contract.cameBy,
      file_name: contract.fileName,
      content: contract.content,
      sha256: contract.sha256,
      page_count: contract.pages,
      pictures: contract.pictures,
      safe_copy: contract.safeCopy,
      received_at: now,
      recorded_by: contract.recordedBy,
      state: 'RECEIVED',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type ContractDecision = {
  contractId: string
  requestId: string
  state: 'VALIDATED' | 'RETURNED'
  reason: string | null
  /** Null if the server decides. */
  decidedBy: string | null
}

/** False if another call decided first, or if a newer copy superseded this one. */
export async function updateContractDecided({ db, now }: InTransaction, decision: ContractDecision): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('signed_contract')
    .set({ state: decision.state, decided_at: now, decided_by: decision.decidedBy, reason: decision.reason })
    .where('id', '=', decision.contractId)
    .where('request_id', '=', decision.requestId)
    .where('state', '=', 'RECEIVED')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function findContractDecision(
  db: Db,
  { contractId, requestId }: Pick<ContractDecision, 'contractId' | 'requestId'>,
) {
  return db
    .selectFrom('signed_contract')
    .select(['state', 'decided_by', 'reason'])
    .where('id', '=', contractId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
}

/** The copy that awaits review, if any. */
export async function findReceivedContract(db: Db, requestId: string) {
  return db
    .selectFrom('signed_contract')
    .select(['came_by', 'sha256', 'recorded_by'])
    .where('request_id', '=', requestId)
    .where('state', '=', 'RECEIVED')
    .executeTakeFirst()
}

export async function findContracts(db: Db, requestId: string): Promise<ReceivedContract[]> {
  const rows = await db
    .selectFrom('signed_contract')
    .select(['id', 'state', 'came_by', 'file_name', 'page_count', 'pictures', 'received_at', 'decided_at', 'reason'])
    .select((eb) => eb('content', 'is not', null).as('has_file'))
    .where('request_id', '=', requestId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    cameBy: row.came_by,
    fileName: row.file_name ?? '',
    hasFile: Boolean(row.has_file),
    pages: row.page_count ?? 0,
    pictures: row.pictures ?? 0,
    receivedAt: row.received_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? '',
    reason: row.reason ?? '',
  }))
}

export async function findContractFile(db: Db, id: string) {
  const file = db.selectFrom('signed_contract').select(['content', 'file_name']).where('id', '=', id)
  return file.executeTakeFirst()
}

export async function findSafeCopy(db: Db, id: string): Promise<Buffer | null> {
  const row = await db.selectFrom('signed_contract').select('safe_copy').where('id', '=', id).executeTakeFirst()
  return row?.safe_copy ?? null
}

export async function updateSafeCopy(db: Db, id: string, safeCopy: Buffer): Promise<void> {
  await db.updateTable('signed_contract').set({ safe_copy: safeCopy }).where('id', '=', id).execute()
}
