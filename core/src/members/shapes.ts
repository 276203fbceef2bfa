import Type, { type Static } from 'typebox'
import { Benefits } from '../plan-data/shapes.ts'
import { dated, listOf, personShape, strings } from '../shapes.ts'
import { MILES_MAX } from './limits.ts'

/** Request and reply shapes of the members' calls. */

/** User input without control characters. */
const text = (max: number) => Type.String({ maxLength: max, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })
const page = Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 }))

// Registration
export const MemberDetails = Type.Object({
  memberId: text(60),
  firstName: personShape.firstName,
  lastName: personShape.lastName,
  birthDate: text(10),
})
export type MemberDetails = Static<typeof MemberDetails>
export const MemberCode = Type.Object({ code: text(20) })
export const ConfirmedMember = Type.Object({ firstName: Type.String(), email: Type.String() })
export type ConfirmedMember = Static<typeof ConfirmedMember>
export const MemberAccount = Type.Object({
  phone: personShape.phone,
  phoneExt: personShape.phoneExt,
  userName: text(100),
  password: text(200),
  confirmPassword: text(200),
  securityQuestion1: text(200),
  securityQuestion2: text(200),
  securityQuestion3: text(200),
  securityAns1: text(200),
  securityAns2: text(200),
  securityAns3: text(200),
  termsAccepted: Type.Boolean(),
})
export type MemberAccount = Static<typeof MemberAccount>
export const Done = Type.Literal(true)

// Coverage
const CoveredPerson = Type.Object({
  /** Id of the person, valid only in calls of this account. Member IDs never appear in URLs. */
  person: Type.String(),
  ...strings('memberId', 'firstName', 'lastName', 'birthDate', 'relationship'),
  /** The signed-in member. */
  isMe: Type.Boolean(),
  ...strings('subscriberName', 'planName', 'effectiveDate'),
  /** Empty if no end is known. */
  terminationDate: Type.String(),
  coverage: Type.Enum(['CURRENT', 'COMING', 'ENDED']),
  ...Benefits.properties,
})
export type CoveredPerson = Static<typeof CoveredPerson>
/** The signed-in member first, then family members this account can see. */
export const Family = Type.Object({ people: Type.Array(CoveredPerson), isSubscriber: Type.Boolean() })
export type Family = Static<typeof Family>

const Change = Type.Object({
  /** YYYY-MM-DD. */
  on: Type.String(),
  what: Type.Enum(['CLAIM', 'COVERAGE_BEGAN', 'COVERAGE_ENDS', 'PASSWORD', 'ACCOUNT']),
  /** First name of the person concerned. Empty for the signed-in member. */
  who: Type.String(),
  ...strings('claimNumber', 'providerName', 'status', 'paid'),
})
export type Change = Static<typeof Change>
export const MemberHome = Type.Object({
  ...Family.properties,
  ...dated,
  year: Type.Integer(),
  claimsThisYear: Type.Integer(),
  billedThisYear: Type.String(),
  paidThisYear: Type.String(),
  /** Empty if the plan's file has no amounts. */
  owesThisYear: Type.String(),
  changes: Type.Array(Change),
})
export type MemberHome = Static<typeof MemberHome>

// ID card
export const IdCardQuery = Type.Object({ person: text(60) })
export const IdCardPdf = Type.Object({ fileName: Type.String(), pdf: Type.String() })
export type IdCardPdf = Static<typeof IdCardPdf>

// Claims
export const MemberClaimsQuery = Type.Object({
  /** The newest year with claims if left out. */
  year: Type.Optional(Type.Integer({ minimum: 1900, maximum: 2200 })),
  /** One person. Everyone this account can see if left out. */
  person: Type.Optional(text(60)),
  page,
})
export type MemberClaimsQuery = Static<typeof MemberClaimsQuery>
const MemberClaim = Type.Object({
  ...strings('claimNumber', 'serviceDate', 'firstName', 'providerName', 'billed'),
  /** Empty until the claim is decided. */
  paid: Type.String(),
  status: Type.String(),
  /** Empty if the plan's file has no value. */
  ...strings('denialReason', 'memberOwes'),
})
export type MemberClaim = Static<typeof MemberClaim>
const ClaimMonth = Type.Object({ month: Type.Integer(), billed: Type.String(), paid: Type.String() })
export type ClaimMonth = Static<typeof ClaimMonth>
export const MemberClaims = Type.Object({
  ...dated,
  people: Type.Array(Type.Object({ person: Type.String(), firstName: Type.String(), isMe: Type.Boolean() })),
  years: Type.Array(Type.Integer()),
  year: Type.Integer(),
  rows: Type.Array(MemberClaim),
  total: Type.Integer(),
  billed: Type.String(),
  paid: Type.String(),
  /** What the member owes for all claims with a known amount. Empty if none has one. */
  owes: Type.String(),
  /** Claims for which the plan's file has no amount owed. */
  owesUnknown: Type.Integer(),
  /** All twelve months. */
  months: Type.Array(ClaimMonth),
  pageSize: Type.Integer(),
})
export type MemberClaims = Static<typeof MemberClaims>

// Find a provider
export const SearchQuery = Type.Object({ search: Type.Optional(text(100)) })
export type SearchQuery = Static<typeof SearchQuery>
const PlanOption = Type.Object(strings('planId', 'name'))
export const SearchOptions = Type.Object({
  specialties: Type.Array(Type.String()),
  plans: Type.Array(PlanOption),
  /** The member's own plan. Empty if its network is unknown. */
  ownPlanId: Type.String(),
})
export type SearchOptions = Static<typeof SearchOptions>
const ProviderName = Type.Object({ ...strings('npi', 'name', 'city', 'state') })
export type ProviderName = Static<typeof ProviderName>
export const ProviderNames = Type.Array(ProviderName)
const npi = Type.String({ pattern: '^[0-9]{10}$' })
export const FindProvidersQuery = Type.Object({
  specialty: Type.Optional(text(200)),
  name: Type.Optional(text(100)),
  npi: Type.Optional(npi),
  zip: Type.Optional(Type.String({ pattern: '^[0-9]{5}$' })),
  /** Miles around the ZIP code. */
  miles: Type.Optional(Type.Integer({ minimum: 1, maximum: MILES_MAX })),
  accepting: Type.Optional(Type.Boolean()),
  telehealth: Type.Optional(Type.Boolean()),
  /** A language code. */
  language: Type.Optional(text(20)),
  /** A plan's id, or ANY_PLAN. The member's own plan if left out. */
  plan: Type.Optional(text(60)),
  page,
})
export type FindProvidersQuery = Static<typeof FindProvidersQuery>
const ProviderPlace = Type.Object(strings('name', 'address1', 'address2', 'city', 'state', 'zip', 'phone'))
export type ProviderPlace = Static<typeof ProviderPlace>
/** What the directory says about a provider at a location. Empty values are unknown. */
const Practice = Type.Object({
  /** Names of the groups. */
  groups: Type.Array(Type.String()),
  specialties: Type.Array(Type.String()),
  accepting: Type.Enum(['', 'Y', 'N', 'EXISTING', 'FAMILY']),
  telehealth: Type.Enum(['', 'Y', 'N']),
  /** English names. */
  languages: Type.Array(Type.String()),
  /** The day of the last verification, YYYY-MM-DD. */
  verifiedOn: Type.String(),
  isOverdue: Type.Boolean(),
})
export type Practice = Static<typeof Practice>
const FoundProvider = Type.Object({
  ...strings('npi', 'name'),
  ...Practice.properties,
  place: ProviderPlace,
  /** Distance from the ZIP code with one decimal. Empty if it is unknown or not asked for. */
  miles: Type.String(),
  /** How many more locations the provider has. */
  otherPlaces: Type.Integer(),
})
export type FoundProvider = Static<typeof FoundProvider>
export const ProviderList = Type.Object({
  ...listOf(FoundProvider).properties,
  ...dated,
  /** ZIP_AREA: the plan knows no position of the ZIP code, so providers with its first three digits are listed. */
  sortedBy: Type.Enum(['NAME', 'DISTANCE', 'ZIP_AREA']),
})
export type ProviderList = Static<typeof ProviderList>
export const ProviderQuery = Type.Object({ npi })
export const ProviderPage = Type.Object({
  ...strings('npi', 'name'),
  places: Type.Array(
    Type.Object({
      ...ProviderPlace.properties,
      ...strings('fax', 'hours', 'accessibility'),
      practices: Type.Array(
        Type.Object({
          ...Practice.properties,
          /** Names of the plans. */
          plans: Type.Array(Type.String()),
        }),
      ),
    }),
  ),
})
export type ProviderPage = Static<typeof ProviderPage>
