import Type, { type Static } from 'typebox'
import { REASON_MAX } from '../access/limits.ts'
import { CompetingRequest, holdSeconds, warnings } from '../access/request-shapes.ts'
import { keyedId, listOf, paging, strings, text } from '../shapes.ts'
import { SigningFacts } from './signing-shapes.ts'

/** Signed contracts: uploads by the requester, review and decisions by plan staff (behaviour 10). */

const Reference = Type.String({ minLength: 1, maxLength: 40 })
const Level = Type.Enum(['NPI', 'PG', 'PO'])
const CameBy = Type.Enum(['UPLOAD', 'MAIL', 'FAX', 'ONLINE'])
export type CameBy = Static<typeof CameBy>

/** A photographed page, and by how many degrees the user turned it clockwise. */
const Picture = Type.Object({ content: Type.String(), turn: Type.Enum([0, 90, 180, 270]) })
/** A PDF, or pictures that the server makes into one PDF, in this order. */
const signedForm = {
  content: Type.Optional(Type.String()),
  pictures: Type.Optional(Type.Array(Picture, { minItems: 1 })),
}

export const UploadContractBody = Type.Object({ reference: Reference, fileName: text(255), ...signedForm })
export type UploadContractBody = Static<typeof UploadContractBody>

/** Stage of a contract: not received, waiting for review, returned, validated, or ended with its request. */
const Stage = Type.Enum(['AWAITED', 'RECEIVED', 'RETURNED', 'VALIDATED', 'CLOSED'])

export const ContractListQuery = Type.Object({
  /** If absent: contracts that wait for review; with a search, contracts at every stage. */
  stage: Type.Optional(Stage),
  cameBy: Type.Optional(CameBy),
  /** Assigned to the caller, or unassigned. */
  assigned: Type.Optional(Type.Enum(['ME', 'NOBODY'])),
  /** Searches reference, NPI, and names of registrant, provider, groups and organization. */
  search: Type.Optional(text(100)),
  sort: Type.Optional(Type.Enum(['received', 'scope', 'registrant'])),
  ...paging,
})
export type ContractListQuery = Static<typeof ContractListQuery>

const ContractRow = Type.Object({
  reference: Type.String(),
  stage: Stage,
  /** When the contract was received; before that, when the request was made. */
  since: Type.String(),
  /** Empty until a contract is received. */
  cameBy: Type.Enum(['', 'UPLOAD', 'MAIL', 'FAX', 'ONLINE']),
  level: Level,
  ...strings('scopeName', 'npi', 'registrant'),
  replacesSaa: Type.Boolean(),
  /** Competing requests that validating this one rejects. */
  competing: Type.Array(CompetingRequest),
  ...warnings,
  /** A delayed decision is open and can still be undone. */
  delayed: Type.Boolean(),
  /** Name of the assignee; empty if unassigned. */
  assignedTo: Type.String(),
  /** Assigned to the caller. */
  mine: Type.Boolean(),
  /** When the plan promised to review it; empty if it does not wait for review. */
  dueOn: Type.String(),
})
export type ContractRow = Static<typeof ContractRow>
export const ContractList = listOf(ContractRow)
export type ContractList = Static<typeof ContractList>

export const ContractCounts = Type.Object({
  waiting: Type.Integer(),
  /** When the oldest pending contract was received; empty if there is none. */
  oldest: Type.String(),
  validatedThisWeek: Type.Integer(),
  returnedThisWeek: Type.Integer(),
})
export type ContractCounts = Static<typeof ContractCounts>

/** Decisions about contracts, and about requests that plan staff decide. */
const Decision = Type.Enum(['VALIDATED', 'RETURNED', 'CLOSED', 'ACCEPTED', 'REJECTED'])
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const decidedFilter = {
  decision: Type.Optional(Decision),
  /** Days of the plan's calendar, both included. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  search: Type.Optional(text(100)),
}
export const DecidedQuery = Type.Object({ ...decidedFilter, ...paging })
export type DecidedQuery = Static<typeof DecidedQuery>
export const DecidedFileQuery = Type.Object(decidedFilter)
export type DecidedFileQuery = Static<typeof DecidedFileQuery>
const DecidedRow = Type.Object({
  decision: Decision,
  /** `decidedBy` is empty if the portal decided: a competing request was validated, or the requester canceled. */
  ...strings('decidedOn', 'decidedBy', 'cameOn', 'reference', 'registrant', 'scopeName', 'npi', 'reason'),
})
export type DecidedRow = Static<typeof DecidedRow>
export const DecidedList = listOf(DecidedRow)
export type DecidedList = Static<typeof DecidedList>

const WayStep = Type.Object({
  step: Type.Enum(['REGISTERED', 'RECEIVED', 'ASKED', 'OPENED', 'CONFIRMED', 'SIGNED', 'VALIDATED']),
  /** Requests that reached this step. */
  reached: Type.Integer(),
  /** Median time since the previous step; absent if no request reached this step. */
  medianSeconds: Type.Optional(Type.Number()),
})
export type WayStep = Static<typeof WayStep>
export const ContractWaysQuery = Type.Object({ days: Type.Optional(Type.Enum(['30', '90', '365'])) })
export type ContractWaysQuery = Static<typeof ContractWaysQuery>
export const ContractWays = Type.Object({ paper: Type.Array(WayStep), online: Type.Array(WayStep) })
export type ContractWays = Static<typeof ContractWays>

export const ContractQuery = Type.Object({ reference: Reference })
export type ContractQuery = Static<typeof ContractQuery>

const ReceivedContract = Type.Object({
  id: keyedId('contract'),
  state: Type.Enum(['RECEIVED', 'RETURNED', 'VALIDATED', 'SUPERSEDED', 'CLOSED']),
  cameBy: CameBy,
  fileName: Type.String(),
  hasFile: Type.Boolean(),
  pages: Type.Integer(),
  /** How many pictures the server made the file from; 0 if it was sent as a PDF. */
  pictures: Type.Integer(),
  ...strings('receivedAt', 'decidedAt', 'reason'),
})
export type ReceivedContract = Static<typeof ReceivedContract>

export const ContractReview = Type.Object({
  reference: Type.String(),
  state: Type.String(),
  stage: Stage,
  level: Level,
  ...strings('npi', 'providerName', 'organizationName', 'brand', 'askedAt'),
  registrant: Type.Object({ name: Type.String(), email: Type.String(), phone: Type.String() }),
  scopes: Type.Array(Type.Object({ name: Type.String(), id: Type.String(), currentSaa: Type.String() })),
  competing: Type.Array(CompetingRequest),
  ...warnings,
  delayed: Type.Boolean(),
  /** When the plan promised to review it; empty if it does not wait for review. */
  dueOn: Type.String(),
  contracts: Type.Array(ReceivedContract),
  /** Facts about the contracts that were signed online. */
  signings: Type.Array(SigningFacts),
})
export type ContractReview = Static<typeof ContractReview>

export const ContractFileQuery = Type.Object({ id: keyedId('contract') })
export type ContractFileQuery = Static<typeof ContractFileQuery>

/** A contract received by mail or fax. The scan, a PDF or pictures, is optional. */
export const RecordContractBody = Type.Object({
  reference: Reference,
  cameBy: Type.Enum(['MAIL', 'FAX']),
  fileName: Type.Optional(text(255)),
  ...signedForm,
})
export type RecordContractBody = Static<typeof RecordContractBody>

export const DecideContractBody = Type.Object({ reference: Reference, contractId: keyedId('contract'), holdSeconds })
export type DecideContractBody = Static<typeof DecideContractBody>
export const ReturnContractBody = Type.Object({ ...DecideContractBody.properties, reason: text(REASON_MAX) })
export type ReturnContractBody = Static<typeof ReturnContractBody>
