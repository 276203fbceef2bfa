import Type, { type Static } from 'typebox'

/** What the portal's functions are sent and answer. The browser imports the types only. */

const text = (max: number) => Type.String({ maxLength: max })
const npi = Type.String({ pattern: '^[0-9]{10}$' })
const optionalNpi = Type.Optional(npi)
const day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })
const page = Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 }))
const descending = Type.Optional(Type.Boolean())

export const PAGE_SIZE = 50
/** A look-up answers at most this many rows, so that no reply grows past 100 kB. */
export const LOOKUP_ROWS_MAX = 500

// Look-ups
export const LookupQuerySchema = Type.Object({
  permId: Type.Optional(text(20)),
  /** Typed by a person: up to twenty that fit come back. */
  search: Type.Optional(text(100)),
})
export type LookupQuery = Static<typeof LookupQuerySchema>
export const ProviderOptionSchema = Type.Object({
  npi: Type.String(),
  name: Type.String(),
  city: Type.String(),
  state: Type.String(),
})
export type ProviderOption = Static<typeof ProviderOptionSchema>
export const ProviderOptionsSchema = Type.Array(ProviderOptionSchema)
export const GroupOptionSchema = Type.Object({ id: Type.String(), name: Type.String(), shortName: Type.String() })
export type GroupOption = Static<typeof GroupOptionSchema>
export const GroupOptionsSchema = Type.Array(GroupOptionSchema)

// Eligibility
export const EligibilityBodySchema = Type.Object({
  memberId: Type.Optional(text(40)),
  firstName: Type.Optional(text(75)),
  lastName: Type.Optional(text(75)),
  birthDate: Type.Optional(text(10)),
  /** Coverage on this day; today when left out. */
  onDate: Type.Optional(text(10)),
})
export type EligibilityBody = Static<typeof EligibilityBodySchema>
export const EligibilitySchema = Type.Object({
  memberId: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  birthDate: Type.String(),
  relationship: Type.String(),
  planName: Type.String(),
  effectiveDate: Type.String(),
  terminationDate: Type.String(),
  isPpMember: Type.Boolean(),
  onDate: Type.String(),
  coveredOnDate: Type.Boolean(),
  coveredToday: Type.Boolean(),
  /** When this was asked: what a printed page proves. */
  askedAt: Type.String(),
})
export type Eligibility = Static<typeof EligibilitySchema>

// Claims
export const ClaimFilterSchema = Type.Object({
  npi: optionalNpi,
  from: Type.Optional(day),
  to: Type.Optional(day),
  claimNumber: Type.Optional(text(40)),
  memberId: Type.Optional(text(40)),
})
export type ClaimFilter = Static<typeof ClaimFilterSchema>
export const CLAIM_SORTS = ['serviceDate', 'claimNumber', 'billed', 'paid', 'status'] as const
export const ClaimSearchBodySchema = Type.Object({
  ...ClaimFilterSchema.properties,
  sort: Type.Optional(Type.Enum([...CLAIM_SORTS])),
  descending,
  page,
})
export type ClaimSearchBody = Static<typeof ClaimSearchBodySchema>
export const ClaimRowSchema = Type.Object({
  claimNumber: Type.String(),
  npi: Type.String(),
  providerName: Type.String(),
  memberId: Type.String(),
  serviceDate: Type.String(),
  billed: Type.String(),
  paid: Type.String(),
  status: Type.String(),
})
export type ClaimRow = Static<typeof ClaimRowSchema>
export const ClaimListSchema = Type.Object({
  rows: Type.Array(ClaimRowSchema),
  total: Type.Integer(),
  totalBilled: Type.String(),
  totalPaid: Type.String(),
  pageSize: Type.Integer(),
})
export type ClaimList = Static<typeof ClaimListSchema>
export const ClaimQuerySchema = Type.Object({ claimNumber: text(40) })
export const ClaimDetailSchema = Type.Object({
  ...ClaimRowSchema.properties,
  memberName: Type.String(),
  planName: Type.String(),
})
export type ClaimDetail = Static<typeof ClaimDetailSchema>

// Roster
export const RosterQuerySchema = Type.Object({ search: Type.Optional(text(100)), page })
export type RosterQuery = Static<typeof RosterQuerySchema>
export const RosterRowSchema = Type.Object({
  npi: Type.String(),
  name: Type.String(),
  address: Type.String(),
  phone: Type.String(),
  organization: Type.String(),
  groups: Type.Array(Type.String()),
})
export type RosterRow = Static<typeof RosterRowSchema>
export const RosterListSchema = Type.Object({
  rows: Type.Array(RosterRowSchema),
  total: Type.Integer(),
  pageSize: Type.Integer(),
})
export type RosterList = Static<typeof RosterListSchema>
export const CHANGE_KINDS = ['ADDRESS', 'PHONE', 'JOINED', 'LEFT', 'OTHER'] as const
export const CHANGE_TEXT_MAX = 1000
export const ReportChangeBodySchema = Type.Object({
  npi,
  kind: Type.Enum([...CHANGE_KINDS]),
  details: text(CHANGE_TEXT_MAX),
})
export type ReportChangeBody = Static<typeof ReportChangeBodySchema>
export const RosterChangeSchema = Type.Object({
  id: Type.String(),
  npi: Type.String(),
  providerName: Type.String(),
  kind: Type.Enum([...CHANGE_KINDS]),
  details: Type.String(),
  reportedAt: Type.String(),
  reportedBy: Type.String(),
  answer: Type.String(),
  answeredAt: Type.String(),
})
export type RosterChange = Static<typeof RosterChangeSchema>
export const RosterChangesSchema = Type.Array(RosterChangeSchema)
export const RosterChangesQuerySchema = Type.Object({ answered: Type.Optional(Type.Boolean()) })
export const AnswerChangeBodySchema = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,18}$' }),
  answer: text(CHANGE_TEXT_MAX),
})
export type AnswerChangeBody = Static<typeof AnswerChangeBodySchema>

// SCO
export const ScoQuerySchema = Type.Object({ npi: optionalNpi, page })
export type ScoQuery = Static<typeof ScoQuerySchema>
export const ScoCaseSchema = Type.Object({
  caseId: Type.String(),
  npi: Type.String(),
  memberId: Type.String(),
  opened: Type.String(),
  status: Type.String(),
  nextReview: Type.String(),
  careManager: Type.String(),
})
export type ScoCase = Static<typeof ScoCaseSchema>
export const ScoCaseListSchema = Type.Object({
  rows: Type.Array(ScoCaseSchema),
  total: Type.Integer(),
  pageSize: Type.Integer(),
})
export type ScoCaseList = Static<typeof ScoCaseListSchema>
export const ScoInvoiceSchema = Type.Object({
  invoiceNumber: Type.String(),
  npi: Type.String(),
  period: Type.String(),
  amount: Type.String(),
  status: Type.String(),
  dueDate: Type.String(),
})
export type ScoInvoice = Static<typeof ScoInvoiceSchema>
export const ScoInvoiceListSchema = Type.Object({
  rows: Type.Array(ScoInvoiceSchema),
  total: Type.Integer(),
  totalAmount: Type.String(),
  pageSize: Type.Integer(),
})
export type ScoInvoiceList = Static<typeof ScoInvoiceListSchema>
export const ExportQuerySchema = Type.Object({ npi: optionalNpi, from: Type.Optional(day), to: Type.Optional(day) })
export type ExportQuery = Static<typeof ExportQuerySchema>
export const DoneSchema = Type.Literal(true)
