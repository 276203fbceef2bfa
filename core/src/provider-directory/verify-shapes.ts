import Type, { type Static } from 'typebox'
import { dated, keyedId, listOf, npi, paging, strings } from '../shapes.ts'
import { ACCEPTING, CHANGE_FIELDS } from './change-fields.ts'

/** Verification of directory data by offices. The browser imports only the types. */

const text = (max: number) => Type.String({ maxLength: max, pattern: '^[^\\u0000]*$' })
const SCOPE_KINDS = ['NPI', 'PG', 'IPA', 'SG', 'PO'] as const
/** What a ROSTER grant covers. */
const scope = { scopeKind: Type.Enum([...SCOPE_KINDS]), scopeId: text(100) }
export const ScopeQuery = Type.Object(scope)
export type ScopeQuery = Static<typeof ScopeQuery>

/** Items of one verification or draft. */
export const VERIFY_ITEMS_MAX = 2000
/** A verification of more rows than this needs a recent proof of identity. */
export const VERIFY_ROWS_WITHOUT_PROOF = 25

const VerificationScope = Type.Object({
  ...scope,
  name: Type.String(),
  /** Rows that members see, and how many of them are verified, overdue, or due within 30 days. */
  total: Type.Integer(),
  verified: Type.Integer(),
  overdue: Type.Integer(),
  dueSoon: Type.Integer(),
  /** The earliest due date of a row; empty without rows. */
  dueOn: Type.String(),
  /** When the caller's draft was saved; empty without one. */
  draftSavedAt: Type.String(),
})
export type VerificationScope = Static<typeof VerificationScope>
export const VerificationScopes = Type.Array(VerificationScope)

export const VERIFY_VIEWS = ['ALL', 'TO_VERIFY', 'OVERDUE', 'MISSING', 'DIFFERENT', 'PENDING', 'VERIFIED'] as const
export type VerifyView = (typeof VERIFY_VIEWS)[number]
export const VERIFY_SORTS = ['name', 'location', 'due'] as const

const filter = {
  ...scope,
  view: Type.Optional(Type.Enum([...VERIFY_VIEWS])),
  /** Starts of words of the provider's name, or of the NPI. */
  search: Type.Optional(text(100)),
}
export const VerifyFilter = Type.Object(filter)
export type VerifyFilter = Static<typeof VerifyFilter>
export const VerifyQuery = Type.Object({ ...filter, sort: Type.Optional(Type.Enum([...VERIFY_SORTS])), ...paging })
export type VerifyQuery = Static<typeof VerifyQuery>

const address = Type.Object(strings('line1', 'line2', 'city', 'state', 'zip'))
/** Empty or null where the directory has no value. */
const shownValues = {
  ...strings('npi', 'providerName', 'locationId', 'name', 'phone', 'fax', 'hours', 'accessibility', 'leaving'),
  address,
  specialty: Type.Array(Type.String()),
  acceptingNewPatients: Type.Union([Type.Enum([...ACCEPTING]), Type.Null()]),
  telehealth: Type.Union([Type.Boolean(), Type.Null()]),
  languages: Type.Array(Type.String()),
}
/** Identifies the state of a row that the office saw. */
const seen = text(60)
const field = Type.Enum([...CHANGE_FIELDS])

const VerifyRow = Type.Object({
  /** Missing for a provider without any location. */
  id: Type.Optional(keyedId('practice')),
  ...shownValues,
  groupName: Type.String(),
  networkName: Type.String(),
  national: Type.Object({ ...strings('phone', 'specialty'), address }),
  /** Fields in which the national file differs. */
  different: Type.Array(Type.Enum(['address', 'phone', 'specialty'])),
  /** Fields that members need and the directory does not have. */
  missing: Type.Array(Type.Enum(['address', 'phone', 'newLocation'])),
  /** Changes that wait for plan staff. */
  pending: Type.Array(Type.Object({ field, value: Type.Unknown() })),
  state: Type.Enum(['OVERDUE', 'DUE_SOON', 'VERIFIED', 'NOT_VERIFIED']),
  ...strings('dueOn', 'verifiedAt', 'verifiedBy'),
  seen,
})
export type VerifyRow = Static<typeof VerifyRow>
export const VerifyList = Type.Object({
  ...listOf(VerifyRow).properties,
  ...dated,
  /** Rows of the whole scope. */
  all: Type.Integer(),
})
export type VerifyList = Static<typeof VerifyList>

/** Rows to select together: those of the filter that have no missing field. */
const VerifyReference = Type.Object({ id: keyedId('practice'), npi, seen })
export type VerifyReference = Static<typeof VerifyReference>
export const VerifyReferences = Type.Object({
  rows: Type.Array(VerifyReference),
  /** Rows that need a street or a phone first. */
  incomplete: Type.Integer(),
})
export type VerifyReferences = Static<typeof VerifyReferences>

/** A row that is still true, or true with the changes. A provider without a location has no id. */
const VerifyItem = Type.Object({
  id: Type.Optional(keyedId('practice')),
  npi,
  seen,
  changes: Type.Array(Type.Object({ field, value: Type.Unknown() }), { maxItems: 20 }),
})
export type VerifyItem = Static<typeof VerifyItem>
const items = Type.Array(VerifyItem, { maxItems: VERIFY_ITEMS_MAX })

export const VerificationDraft = Type.Object({ savedAt: Type.String(), items })
export type VerificationDraft = Static<typeof VerificationDraft>
export const SaveDraftBody = Type.Object({ ...scope, items })
export type SaveDraftBody = Static<typeof SaveDraftBody>
export const DraftSaved = Type.Object({ savedAt: Type.String() })

export const VerifyBody = Type.Object({
  ...scope,
  /** Made by the browser for each attempt. The same post again returns the stored result. */
  requestKey: Type.String({ pattern: '^[A-Za-z0-9-]{16,64}$' }),
  items: Type.Array(VerifyItem, { minItems: 1, maxItems: VERIFY_ITEMS_MAX }),
})
export type VerifyBody = Static<typeof VerifyBody>

/** A row that was not taken, because it is not as the office saw it. */
const MovedRow = Type.Object({
  id: Type.Optional(keyedId('practice')),
  npi,
  what: Type.Enum(['CHANGED', 'VERIFIED', 'GONE']),
  ...strings('by', 'at'),
})
export type MovedRow = Static<typeof MovedRow>
export const Verified = Type.Object({
  /** Missing if no row was taken. */
  receipt: Type.Optional(keyedId('receipt')),
  verified: Type.Integer(),
  /** Changes that a rule of the plan accepted, and those that wait for plan staff. */
  accepted: Type.Integer(),
  waiting: Type.Integer(),
  moved: Type.Array(MovedRow),
  /** Rows that lack a street or a phone. */
  incomplete: Type.Array(Type.Object({ id: Type.Optional(keyedId('practice')), npi })),
})
export type Verified = Static<typeof Verified>

export const ReceiptsQuery = Type.Object({ ...scope, page: paging.page })
export type ReceiptsQuery = Static<typeof ReceiptsQuery>
const receiptHead = {
  id: keyedId('receipt'),
  ...strings('verifiedAt', 'verifiedBy'),
  source: Type.Enum(['PAGE', 'FILE']),
  rows: Type.Integer(),
  changes: Type.Integer(),
}
export const Receipts = listOf(Type.Object(receiptHead))
export type Receipts = Static<typeof Receipts>
export const ReceiptQuery = Type.Object({ id: keyedId('receipt') })
export type ReceiptQuery = Static<typeof ReceiptQuery>
/** What a row said when it was verified. Changes carry the accepted value of that moment. */
export const ReceiptRow = Type.Object({
  ...shownValues,
  changes: Type.Array(Type.Object({ field, before: Type.Unknown(), after: Type.Unknown() })),
})
export type ReceiptRow = Static<typeof ReceiptRow>
export const Receipt = Type.Object({ ...receiptHead, ...scope, name: Type.String(), lines: Type.Array(ReceiptRow) })
export type Receipt = Static<typeof Receipt>
