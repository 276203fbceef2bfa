import Type, { type Static } from 'typebox'
import { dated, listOf, npi, strings } from '../shapes.ts'

/** Request and reply shapes of the portal's functions. The browser imports only the types. */

/** User input. PostgreSQL cannot store a NUL character. */
const text = (max: number) => Type.String({ maxLength: max, pattern: '^[^\\u0000]*$' })
const optionalNpi = Type.Optional(npi)
const day = Type.Optional(text(10))
const page = Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 }))
const descending = Type.Optional(Type.Boolean())

// Look-ups
export const LookupQuery = Type.Object({
  permId: Type.Optional(text(20)),
  /** Search text. At most 20 matches are returned. */
  search: Type.Optional(text(100)),
  page,
})
export type LookupQuery = Static<typeof LookupQuery>
const ProviderOption = Type.Object({ ...strings('npi', 'name', 'city', 'state') })
export type ProviderOption = Static<typeof ProviderOption>
export const ProviderOptions = Type.Array(ProviderOption)
const GroupOption = Type.Object({ id: Type.String(), name: Type.String(), shortName: Type.String() })
export type GroupOption = Static<typeof GroupOption>
export const GroupOptions = Type.Array(GroupOption)

// Eligibility
export const EligibilityBody = Type.Object({
  memberId: Type.Optional(text(40)),
  firstName: Type.Optional(text(75)),
  lastName: Type.Optional(text(75)),
  birthDate: day,
  /** Coverage on this day. Today if left out. */
  onDate: day,
})
export type EligibilityBody = Static<typeof EligibilityBody>
/** Empty if the plan's file has no value. */
export const Benefits = Type.Object({ ...strings('pcpNpi', 'pcpName', 'copayOffice', 'deductible', 'deductibleMet') })
export type Benefits = Static<typeof Benefits>
export const Eligibility = Type.Object({
  ...strings(
    'memberId',
    'firstName',
    'lastName',
    'birthDate',
    'relationship',
    'planName',
    'effectiveDate',
    'terminationDate',
  ),
  ...Benefits.properties,
  ...dated,
  isPpMember: Type.Boolean(),
  onDate: Type.String(),
  coveredOnDate: Type.Boolean(),
  coveredToday: Type.Boolean(),
  /** Time of the lookup, as printed on the result. */
  askedAt: Type.String(),
})
export type Eligibility = Static<typeof Eligibility>

// Claims
export const ClaimFilter = Type.Object({
  npi: optionalNpi,
  from: day,
  to: day,
  claimNumber: Type.Optional(text(40)),
  memberId: Type.Optional(text(40)),
  /** A status as the plan's claims file spells it. */
  status: Type.Optional(text(40)),
})
export type ClaimFilter = Static<typeof ClaimFilter>
export const ClaimSearchBody = Type.Object({
  ...ClaimFilter.properties,
  sort: Type.Optional(Type.Enum(['serviceDate', 'claimNumber', 'billed', 'paid', 'status'])),
  descending,
  page,
})
export type ClaimSearchBody = Static<typeof ClaimSearchBody>
const ClaimRow = Type.Object({
  ...strings('claimNumber', 'npi', 'providerName', 'memberId', 'serviceDate', 'billed', 'paid', 'status'),
  /** Empty if the plan's file has no value. */
  ...strings('denialReason', 'memberOwes'),
})
export type ClaimRow = Static<typeof ClaimRow>
export const ClaimList = Type.Object({
  ...listOf(ClaimRow).properties,
  ...dated,
  totalBilled: Type.String(),
  totalPaid: Type.String(),
})
export type ClaimList = Static<typeof ClaimList>
export const ClaimStatuses = Type.Array(Type.String())
export const ClaimQuery = Type.Object({ claimNumber: text(40) })
export const ClaimDetail = Type.Object({ ...ClaimRow.properties, memberName: Type.String(), planName: Type.String() })
export type ClaimDetail = Static<typeof ClaimDetail>

/** Claim counts of the last twelve months. Empty if the user's grants cover no claims. */
export const ClaimPicture = Type.Object({
  /** All twelve months as 'YYYY-MM', oldest first. */
  months: Type.Array(Type.Object({ month: Type.String(), claims: Type.Integer() })),
  /** Most frequent first. */
  statuses: Type.Array(Type.Object({ status: Type.String(), claims: Type.Integer() })),
})
export type ClaimPicture = Static<typeof ClaimPicture>

// Roster
const rosterFilter = {
  search: Type.Optional(text(100)),
  /** Limits the list to members of this group. */
  groupId: Type.Optional(text(100)),
}
export const RosterFilter = Type.Object(rosterFilter)
export type RosterFilter = Static<typeof RosterFilter>
export const RosterQuery = Type.Object({
  ...rosterFilter,
  sort: Type.Optional(Type.Enum(['name', 'address', 'organization'])),
  descending,
  page,
})
export type RosterQuery = Static<typeof RosterQuery>
const RosterRow = Type.Object({
  ...strings('npi', 'name', 'address', 'phone', 'organization'),
  /** The first ten by name. `groupCount` counts all of them. */
  groups: Type.Array(Type.String()),
  groupCount: Type.Integer(),
})
export type RosterRow = Static<typeof RosterRow>
export const RosterList = Type.Object({ ...listOf(RosterRow).properties, ...dated })
export type RosterList = Static<typeof RosterList>
/** A group of the user's providers, with the number of these providers. */
const RosterGroup = Type.Object({ ...strings('id', 'name', 'organization'), providers: Type.Integer() })
export type RosterGroup = Static<typeof RosterGroup>
export const RosterGroups = Type.Array(RosterGroup)

// SCO
export const ScoCaseQuery = Type.Object({
  npi: optionalNpi,
  sort: Type.Optional(Type.Enum(['caseId', 'opened', 'status', 'nextReview'])),
  descending,
  page,
})
export type ScoCaseQuery = Static<typeof ScoCaseQuery>
export const ScoInvoiceQuery = Type.Object({
  npi: optionalNpi,
  sort: Type.Optional(Type.Enum(['invoiceNumber', 'period', 'amount', 'status', 'dueDate'])),
  descending,
  page,
})
export type ScoInvoiceQuery = Static<typeof ScoInvoiceQuery>
const ScoCase = Type.Object({
  ...strings('caseId', 'npi', 'providerName', 'memberId', 'opened', 'status', 'nextReview', 'careManager'),
})
export type ScoCase = Static<typeof ScoCase>
export const ScoCaseList = Type.Object({ ...listOf(ScoCase).properties, ...dated })
export type ScoCaseList = Static<typeof ScoCaseList>
const ScoInvoice = Type.Object({
  ...strings('invoiceNumber', 'npi', 'providerName', 'period', 'amount', 'status', 'dueDate'),
})
export type ScoInvoice = Static<typeof ScoInvoice>
export const ScoInvoiceList = Type.Object({ ...listOf(ScoInvoice).properties, ...dated, totalAmount: Type.String() })
export type ScoInvoiceList = Static<typeof ScoInvoiceList>
export const ExportQuery = Type.Object({ npi: optionalNpi })
export type ExportQuery = Static<typeof ExportQuery>
