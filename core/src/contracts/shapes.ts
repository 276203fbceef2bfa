import Type, { type Static } from 'typebox'
import { REASON_MAX } from '../access/limits.ts'

/** Signed contracts: what the requester uploads and what plan staff see and decide (behaviour 10). */

const text = (max: number) => Type.String({ maxLength: max })
const ReferenceSchema = Type.String({ minLength: 1, maxLength: 40 })
const CAME_BY = ['UPLOAD', 'MAIL', 'FAX'] as const

/** Base64 of at most 10 MB, and what stands around it. */
export const CONTRACT_BODY_MAX = 14 * 1024 * 1024

export const UploadContractBodySchema = Type.Object({
  reference: ReferenceSchema,
  fileName: text(255),
  content: Type.String(),
})
export type UploadContractBody = Static<typeof UploadContractBodySchema>

/** Where a signed contract stands: not here yet, waiting for a look, returned, validated. */
const CONTRACT_STAGES = ['AWAITED', 'RECEIVED', 'RETURNED', 'VALIDATED'] as const

export const ContractListQuerySchema = Type.Object({
  stage: Type.Optional(Type.Enum([...CONTRACT_STAGES])),
  cameBy: Type.Optional(Type.Enum([...CAME_BY])),
  search: Type.Optional(text(100)),
  sort: Type.Optional(Type.Enum(['received', 'scope', 'registrant'])),
  descending: Type.Optional(Type.Enum(['true', 'false'])),
  page: Type.Optional(Type.String({ pattern: '^[0-9]{1,5}$' })),
})
export type ContractListQuery = Static<typeof ContractListQuerySchema>

const ContractRowSchema = Type.Object({
  reference: Type.String(),
  stage: Type.Enum([...CONTRACT_STAGES]),
  /** When the contract came, or when the request was made while none has come. */
  since: Type.String(),
  cameBy: Type.String(),
  level: Type.Enum(['NPI', 'PG', 'PO']),
  scopeName: Type.String(),
  npi: Type.String(),
  registrant: Type.String(),
  replacesSaa: Type.Boolean(),
})
export type ContractRow = Static<typeof ContractRowSchema>
export const ContractListSchema = Type.Object({
  rows: Type.Array(ContractRowSchema),
  total: Type.Integer(),
  pageSize: Type.Integer(),
})
export type ContractList = Static<typeof ContractListSchema>

export const ContractCountsSchema = Type.Object({
  waiting: Type.Integer(),
  /** ISO time of the oldest waiting one, '' when none waits. */
  oldest: Type.String(),
  validatedThisWeek: Type.Integer(),
  returnedThisWeek: Type.Integer(),
})
export type ContractCounts = Static<typeof ContractCountsSchema>

export const ContractQuerySchema = Type.Object({ reference: ReferenceSchema })

const ReceivedContractSchema = Type.Object({
  id: Type.String(),
  state: Type.Enum(['RECEIVED', 'RETURNED', 'VALIDATED', 'SUPERSEDED']),
  cameBy: Type.Enum([...CAME_BY]),
  fileName: Type.String(),
  hasFile: Type.Boolean(),
  pages: Type.Integer(),
  receivedAt: Type.String(),
  decidedAt: Type.String(),
  reason: Type.String(),
})
export type ReceivedContract = Static<typeof ReceivedContractSchema>

export const ContractReviewSchema = Type.Object({
  reference: Type.String(),
  state: Type.String(),
  stage: Type.Enum([...CONTRACT_STAGES]),
  level: Type.Enum(['NPI', 'PG', 'PO']),
  npi: Type.String(),
  providerName: Type.String(),
  organizationName: Type.String(),
  brand: Type.String(),
  askedAt: Type.String(),
  registrant: Type.Object({ name: Type.String(), email: Type.String(), phone: Type.String() }),
  scopes: Type.Array(Type.Object({ name: Type.String(), id: Type.String(), currentSaa: Type.String() })),
  contracts: Type.Array(ReceivedContractSchema),
})
export type ContractReview = Static<typeof ContractReviewSchema>

export const ContractFileQuerySchema = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,18}$' }) })

/** A contract that came by mail or fax; the scan may be attached. */
export const RecordContractBodySchema = Type.Object({
  reference: ReferenceSchema,
  cameBy: Type.Enum(['MAIL', 'FAX']),
  fileName: Type.Optional(text(255)),
  content: Type.Optional(Type.String()),
})
export type RecordContractBody = Static<typeof RecordContractBodySchema>

export const DecideContractBodySchema = Type.Object({
  reference: ReferenceSchema,
  contractId: Type.String({ pattern: '^[0-9]{1,18}$' }),
})
export const ReturnContractBodySchema = Type.Object({
  reference: ReferenceSchema,
  contractId: Type.String({ pattern: '^[0-9]{1,18}$' }),
  reason: text(REASON_MAX),
})
export const DoneSchema = Type.Literal(true)
