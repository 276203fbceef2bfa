import Type, { type Static } from 'typebox'
import { CHANGE_KINDS, CHANGE_TEXT_MAX } from './change-kinds.ts'

/** What the portal's functions are sent and answer. The browser imports the types only. */

/** Typed by somebody; the database holds no NUL character. */
const text = (max: number) => Type.String({ maxLength: max, pattern: '^[^\\u0000]*$' })
const npi = Type.String({ pattern: '^[0-9]{10}$' })
const optionalNpi = Type.Optional(npi)
const day = text(10)
const page = Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 }))
const descending = Type.Optional(Type.Boolean())

export const PAGE_SIZE = 50
/** A look-up answers this many rows a page, so that no reply grows past 100 kB. */
export const LOOKUP_PAGE_SIZE = 250
/** Reports are long texts; the same holds for them. */
export const CHANGES_PAGE_SIZE = 15
/** A roster row names this many of a provider's groups. */
export const GROUPS_SHOWN_MAX = 10

// Look-ups
export const LookupQuerySchema = Type.Object({
  permId: Type.Optional(text(20)),
  /** Typed by a person: up to twenty that fit come back. */
  search: Type.Optional(text(100)),
  page,
})
export type LookupQuery = Static<typeof LookupQuerySchema>
const ProviderOptionSchema = Type.Object({
  npi: Type.String(),
  name: Type.String(),
  city: Type.String(),
  state: Type.String(),
})
export type ProviderOption = Static<typeof ProviderOptionSchema>
export const ProviderOptionsSchema = Type.Array(ProviderOptionSchema)
const GroupOptionSchema = Type.Object({ id: Type.String(), name: Type.String(), shortName: Type.String() })
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
const CLAIM_SORTS = ['serviceDate', 'claimNumber', 'billed', 'paid', 'status'] as const
export const ClaimSearchBodySchema = Type.Object({
  ...ClaimFilterSchema.properties,
  sort: Type.Optional(Type.Enum([...CLAIM_SORTS])),
  descending,
  page,
})
export type ClaimSearchBody = Static<typeof ClaimSearchBodySchema>
const ClaimRowSchema = Type.Object({
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
export const RosterQuerySchema = Type.Object({
  search: Type.Optional(text(100)),
  /** Only members of this group. */
  groupId: Type.Optional(text(100)),
  page,
})
export type RosterQuery = Static<typeof RosterQuerySchema>
const RosterRowSchema = Type.Object({
  npi: Type.String(),
  name: Type.String(),
  address: Type.String(),
  phone: Type.String(),
  organization: Type.String(),
  /** The first ten by name; `groupCount` counts them all. */
  groups: Type.Array(Type.String()),
  groupCount: Type.Integer(),
})
export type RosterRow = Static<typeof RosterRowSchema>
export const RosterListSchema = Type.Object({
  rows: Type.Array(RosterRowSchema),
  total: Type.Integer(),
  pageSize: Type.Integer(),
})
export type RosterList = Static<typeof RosterListSchema>
/** A group with some of my providers in it, and how many. */
const RosterGroupSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  organization: Type.String(),
  providers: Type.Integer(),
})
export type RosterGroup = Static<typeof RosterGroupSchema>
export const RosterGroupsSchema = Type.Array(RosterGroupSchema)
export const ReportChangeBodySchema = Type.Object({
  npi,
  kind: Type.Enum([...CHANGE_KINDS]),
  details: text(CHANGE_TEXT_MAX),
})
export type ReportChangeBody = Static<typeof ReportChangeBodySchema>
const RosterChangeSchema = Type.Object({
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
export const RosterChangesSchema = Type.Object({
  rows: Type.Array(RosterChangeSchema),
  total: Type.Integer(),
  pageSize: Type.Integer(),
})
export type RosterChanges = Static<typeof RosterChangesSchema>
export const ChangesQuerySchema = Type.Object({ page })
export const StaffChangesQuerySchema = Type.Object({ answered: Type.Optional(Type.Boolean()), page })
export type StaffChangesQuery = Static<typeof StaffChangesQuerySchema>
export const AnswerChangeBodySchema = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,18}$' }),
  answer: text(CHANGE_TEXT_MAX),
})
export type AnswerChangeBody = Static<typeof AnswerChangeBodySchema>

// SCO
const CASE_SORTS = ['caseId', 'opened', 'status', 'nextReview'] as const
export const ScoCaseQuerySchema = Type.Object({
  npi: optionalNpi,
  sort: Type.Optional(Type.Enum([...CASE_SORTS])),
  descending,
  page,
})
export type ScoCaseQuery = Static<typeof ScoCaseQuerySchema>
const INVOICE_SORTS = ['invoiceNumber', 'period', 'amount', 'status', 'dueDate'] as const
export const ScoInvoiceQuerySchema = Type.Object({
  npi: optionalNpi,
  sort: Type.Optional(Type.Enum([...INVOICE_SORTS])),
  descending,
  page,
})
export type ScoInvoiceQuery = Static<typeof ScoInvoiceQuerySchema>
const ScoCaseSchema = Type.Object({
  caseId: Type.String(),
  npi: Type.String(),
  providerName: Type.String(),
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
const ScoInvoiceSchema = Type.Object({
  invoiceNumber: Type.String(),
  npi: Type.String(),
  providerName: Type.String(),
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
export const ExportQuerySchema = Type.Object({ npi: optionalNpi })
export type ExportQuery = Static<typeof ExportQuerySchema>
export const DoneSchema = Type.Literal(true)
