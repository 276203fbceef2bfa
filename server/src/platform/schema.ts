import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** The tables as Kysely sees them; the migrations are the truth. Dates without a time are 'YYYY-MM-DD' strings. */

type Id = GeneratedAlways<string>
type Time = Date
type Day = string
type Amount = ColumnType<string, string | number, string | number>

export type ScopeKind = 'NPI' | 'PG' | 'IPA' | 'SG' | 'PO'
export type Role = 'SAA' | 'AA' | 'AU'
export type GrantState =
  | 'PENDING_PROVIDER'
  | 'PENDING_CONTRACT'
  | 'PENDING_APPROVAL'
  | 'ACTIVE'
  | 'SUSPENDED'
  | 'REJECTED'
  | 'EXPIRED'
  | 'REVOKED'
export type AccountKind = 'provider' | 'member' | 'internal'
export type AccountState = 'INVITED' | 'ACTIVE' | 'SUSPENDED' | 'CLOSED'

export type ProviderTable = {
  npi: string
  entity_type: number | null
  name: string
  first_name: string | null
  last_name: string | null
  credential: string | null
  address: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  phone: string | null
  taxonomy_code: string | null
  license_number: string | null
  license_state: string | null
  enumeration_date: Day | null
  last_update_date: Day | null
  deactivation_date: Day | null
  reactivation_date: Day | null
  replacement_npi: string | null
  search_name: Generated<string>
}

/** The typeahead: one row per word of each search_name. */
export type ProviderWordTable = { word: string; npi: string; search_name: string }

export type OrganizationTable = { org_id: string; name: string }

export type ProviderGroupTable = {
  group_id: string
  kind: 'PG' | 'IPA' | 'SG'
  name: string
  short_name: string | null
  org_id: string | null
}

export type NetworkProviderTable = {
  npi: string
  tin_hash: Buffer | null
  ssn_hash: Buffer | null
  org_id: string | null
  region: string | null
  contract_date: Day | null
  provider_email: string | null
  left_at: Time | null
}

export type GroupMemberTable = { group_id: string; npi: string }

export type MemberTable = {
  member_id: string
  subscriber_id: string
  relationship: string
  first_name: string
  last_name: string
  birth_date: Day
  plan_name: string
  effective_date: Day
  termination_date: Day | null
  email: string | null
  left_at: Time | null
}

export type ClaimTable = {
  claim_number: string
  npi: string
  member_id: string
  billed_amount: Amount
  paid_amount: Amount | null
  service_date: Day
  status: string
}

export type ScoCaseTable = {
  case_id: string
  npi: string
  member_id: string
  opened: Day
  status: string
  next_review: Day | null
  care_manager: string | null
}

export type ScoInvoiceTable = {
  invoice_number: string
  npi: string
  period: string
  amount: Amount
  status: string
  due_date: Day | null
}

export type AccountTable = {
  id: Id
  public_id: string
  kind: AccountKind
  state: AccountState
  brand: string
  username: string | null
  username_key: string | null
  password_hash: string | null
  first_name: string
  last_name: string
  email: string
  phone: string | null
  phone_ext: string | null
  member_id: string | null
  created_at: Time
  activated_at: Time | null
  terms_accepted_at: Time | null
  password_changed_at: Time | null
  last_sign_in_at: Time | null
  inactivity_warned_at: Time | null
  suspended_reason: string | null
  suspended_as: 'STAFF' | 'SYSTEM' | null
}

export type SecurityAnswerTable = { account_id: string; slot: number; question: string; answer_hash: string }

export type AccessRequestTable = {
  id: Id
  reference: string
  account_id: string
  role: Role
  reg_type: 'NPI' | 'PG' | 'PO'
  npi: string | null
  org_id: string | null
  path: 'SELF' | 'BEHALF' | 'CONTRACT' | 'APPROVAL' | 'INVITATION'
  validated_by: string | null
  replace_saa: Generated<boolean>
  brand: string
  state: Exclude<GrantState, 'SUSPENDED'>
  contact_first_name: string | null
  contact_last_name: string | null
  signatory_email: string | null
  needs_staff: Generated<boolean>
  created_at: Time
  remind_at: Time | null
  reminded_at: Time | null
  expires_at: Time | null
  decided_at: Time | null
  decided_by: string | null
  decided_as: 'PROVIDER' | 'ADMINISTRATOR' | 'STAFF' | 'REQUESTER' | 'SYSTEM' | null
  /** What the decision gave where it could give less than was asked for. */
  decided_permissions: string[] | null
  reason: string | null
}

export type AccessGrantTable = {
  id: Id
  account_id: string
  request_id: string
  scope_kind: ScopeKind
  scope_id: string
  group_id: string | null
  entity: GeneratedAlways<string>
  role: Role
  permissions: string[]
  state: GrantState
  created_at: Time
  activated_at: Time | null
  ended_at: Time | null
  suspended_reason: string | null
  suspended_as: 'ADMINISTRATOR' | 'STAFF' | 'SYSTEM' | null
  confirm_due_at: Time | null
  confirm_reminded_at: Time | null
}

export type SignedContractTable = {
  id: Id
  request_id: string
  came_by: 'UPLOAD' | 'MAIL' | 'FAX'
  file_name: string | null
  content: Buffer | null
  sha256: string | null
  page_count: number | null
  received_at: Time
  recorded_by: string | null
  state: 'RECEIVED' | 'RETURNED' | 'VALIDATED' | 'SUPERSEDED'
  decided_at: Time | null
  decided_by: string | null
  reason: string | null
}

export type LinkTable = {
  id: Id
  token_hash: Buffer
  purpose: 'REQUEST' | 'ACTIVATION' | 'PASSWORD_RESET' | 'MEMBER_CODE'
  request_id: string | null
  account_id: string | null
  created_at: Time
  expires_at: Time
  used_at: Time | null
  ended_at: Time | null
  wrong_answers: Generated<number>
}

export type AccountSessionTable = {
  id_hash: Buffer
  public_id: string
  account_id: string
  kind: AccountKind
  created_at: Time
  last_seen_at: Time
  ends_at: Time
  ended_at: Time | null
  address: string | null
  user_agent: string | null
}

export type RegistrationTable = {
  id_hash: Buffer
  brand: string
  npi: string | null
  easy_reg: Generated<boolean>
  created_at: Time
  touched_at: Time
  profile_role: Role | null
  step1_method: 'ssn' | 'tin' | 'claim' | null
  step1_at: Time | null
  quiz_transaction_id: string | null
  quiz_at: Time | null
  captcha_at: Time | null
  link_id: string | null
  account_found_at: Time | null
  account_id: string | null
  request_id: string | null
  submission_hash: Buffer | null
  submitted_at: Time | null
}

export type QuizTable = {
  id: Id
  quiz_id: string
  registration_id: Buffer
  npi: string
  workflow: 'SELF' | 'REQUEST'
  request_id: string | null
  vendor: string
  questions: JSONColumnType<unknown[]>
  issued_at: Time
  expires_at: Time
  status: 'PENDING' | 'PASS' | 'FAIL'
  transaction_id: string | null
  graded_at: Time | null
}

export type CaptchaSpentTable = { challenge: string; expires_at: Time }
export type IdentityAttemptTable = { id: Id; kind: 'STEP1' | 'QUIZ'; npi: string; address: string; at: Time }
export type FloodCounterTable = { key: string; window_start: Time; hits: number }

export type AuditEventTable = {
  id: Id
  at: Time
  actor_account_id: string | null
  actor_kind: string
  action: string
  npi: string | null
  subject_account_id: string | null
  request_id: string | null
  address: string | null
  details: JSONColumnType<Record<string, unknown>>
}

export type AuditSealTable = {
  seq: string
  first_id: string
  last_id: string
  event_ids: string[]
  previous_hash: Buffer
  hash: Buffer
  row_hashes: Buffer[]
  sealed_at: Time
}

export type AuditUnsealedTable = { event_id: string }

export type MailMessageTable = {
  id: Id
  message_id: string
  kind: string
  brand: string
  to_address: string
  subject: string
  body: string
  account_id: string | null
  request_id: string | null
  created_at: Time
  sent_at: Time | null
  attempts: Generated<number>
  last_error: string | null
  next_attempt_at: Time
  claimed_until: Time | null
  gave_up_at: Time | null
  by_stranger: Generated<boolean>
}

export type RosterChangeTable = {
  id: Id
  account_id: string
  npi: string
  kind: 'ADDRESS' | 'PHONE' | 'JOINED' | 'LEFT' | 'OTHER'
  details: string
  reported_at: Time
  answer: string | null
  answered_at: Time | null
  answered_by: string | null
}

export type MemberRegistrationTable = {
  id_hash: Buffer
  brand: string
  member_id: string | null
  code_hash: Buffer
  wrong_codes: Generated<number>
  created_at: Time
  expires_at: Time
  confirmed_at: Time | null
  account_id: string | null
}

/** The network's providers as members look for them; filled by refresh_network_listing. */
export type NetworkListingTable = {
  npi: string
  name: string
  sort_name: string
  search_name: string
  taxonomy_code: string
  address: string
  city: string
  city_key: string
  state: string
  postal_code: string
  phone: string
}

export type BannerTable = {
  id: Id
  category_id: string
  summary: string
  body: Generated<string>
  display_body: Generated<boolean>
  brand: string | null
  audience: 'PROVIDER' | 'MEMBER' | 'PUBLIC'
  starts_at: Time
  ends_at: Time | null
  version: Generated<number>
  updated_at: Time
}

export type FaqTable = {
  id: Id
  category_id: string
  question: string
  answer: string
  brand: string | null
  position: Generated<number>
  version: Generated<number>
  updated_at: Time
}

export type DescriptionTable = {
  id: Id
  category_id: string
  body: string
  brand: string | null
  version: Generated<number>
  updated_at: Time
}

export type Database = {
  provider: ProviderTable
  provider_word: ProviderWordTable
  organization: OrganizationTable
  provider_group: ProviderGroupTable
  network_provider: NetworkProviderTable
  group_member: GroupMemberTable
  member: MemberTable
  claim: ClaimTable
  sco_case: ScoCaseTable
  sco_invoice: ScoInvoiceTable
  account: AccountTable
  security_answer: SecurityAnswerTable
  access_request: AccessRequestTable
  access_grant: AccessGrantTable
  signed_contract: SignedContractTable
  link: LinkTable
  account_session: AccountSessionTable
  registration: RegistrationTable
  quiz: QuizTable
  captcha_spent: CaptchaSpentTable
  identity_attempt: IdentityAttemptTable
  flood_counter: FloodCounterTable
  audit_event: AuditEventTable
  audit_seal: AuditSealTable
  audit_unsealed: AuditUnsealedTable
  mail_message: MailMessageTable
  roster_change: RosterChangeTable
  member_registration: MemberRegistrationTable
  network_listing: NetworkListingTable
  banner: BannerTable
  faq: FaqTable
  description: DescriptionTable
}
