import { PERSON_COLUMNS } from '@portico/core/forms/person-fields'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

type Rows = (accountId: string) => RawBuilder<unknown>
type Replacement = string | null | RawBuilder<unknown>

/**
 * Lists each column of a table once: in `clear`, `personal` or `plain`, the latter two as names separated by spaces. A
 * test compares them with the schema. A reference to an account is plain: an erased account keeps only its random id.
 */
export type PersonalTable<Column extends string = string> = {
  /** The rows of an account: exported, and erased as `erase` says. */
  of?: Rows
  erase?: 'delete' | 'clear'
  /** Other rows that mention the person: erasing clears them, an export leaves them out. */
  about?: Rows
  /** Personal columns that erasing or retention overwrites, with the replacement. */
  clear?: { readonly [Each in Column]?: Replacement }
  /** Personal columns that are deleted with their row, or kept. */
  personal?: string
  /** Why personal columns are kept when the account is erased. */
  kept?: string
  /** Keys, hashes and files: personal, but not part of an export. */
  hidden?: string
  plain: string
}

/** Tables that refer to no person. */
export const WITHOUT_PERSONS: readonly (keyof Tables)[] = [
  'audit_seal',
  'audit_signing',
  'audit_unsealed',
  'banner',
  'captcha_spent',
  'change_summary_entry',
  'claim_month',
  'claim_sum_cohort',
  'claim_sum_npi',
  'claim_change_count',
  'cohort',
  'description',
  'directory_day',
  'directory_logout',
  'directory_publication',
  'faq',
  'retired_key',
  'hub_client',
  'hub_failure',
  'hub_key',
  'hub_sign_in',
  'group_member',
  'staff_request_candidate',
  'passkey_challenge',
  'proof_failure',
  'provider_notice',
  'registration_tally',
  'sco_invoice',
  'secret_key',
  'signing_certificate',
  'job_run',
  'last_import',
]

const ofAccount: Rows = (id) => sql`account_id = ${id}`
const ofRequests: Rows = (id) => sql`request_id in (select id from access_request where account_id = ${id})`

const PLAN_FILE = 'It comes from the plan’s files; an import corrects or deletes it.'
const COUNTER = 'It counts attempts for a limit, is not linked to an account, and is deleted within 31 days.'

const personCleared = Object.fromEntries(PERSON_COLUMNS.map((column) => [column, null]))

/** Erasing follows this order: rows that refer to others first, the account last. */
const PERSONAL_DATA: { readonly [Name in keyof Tables]?: PersonalTable<keyof Tables[Name] & string> } = {
  // Sign-in data of an account.
  account_session: {
    of: ofAccount,
    erase: 'delete',
    personal: 'id_hash address user_agent directory_sid_hash',
    hidden: 'id_hash directory_sid_hash',
    plain:
      'public_id account_id kind created_at last_seen_at ends_at ended_at proved_by proved_at proof_used_at factor_due by_door',
  },
  account_device: {
    of: ofAccount,
    erase: 'delete',
    personal: 'id_hash user_agent',
    hidden: 'id_hash',
    plain: 'public_id account_id expires_at trusted_until',
  },
  session_result: {
    of: ofAccount,
    erase: 'delete',
    personal: 'sealed',
    hidden: 'sealed',
    plain: 'account_id kind list_id first_row made_at',
  },
  staff_view: {
    of: ofAccount,
    erase: 'delete',
    personal: 'reason unmask_reason session_hash',
    hidden: 'session_hash',
    plain: `id public_id staff_account_id account_id opened_at ends_at ended_at unmask_asked_at unmask_decided_at
      unmask_decided_by unmasked`,
  },
  bell_entry: {
    of: ofAccount,
    erase: 'delete',
    plain: `id account_id kind event request_id banner_id came_with permission staff_roles delivery created_at read_at
      digested_at`,
  },
  bell_preference: { of: ofAccount, erase: 'delete', plain: 'account_id kind delivery' },
  calendar_feed: {
    of: ofAccount,
    erase: 'delete',
    personal: 'token_hash',
    hidden: 'token_hash',
    plain: 'account_id uid made_at read_at',
  },
  // Applications that the person signed in to.
  hub_record: {
    of: ofAccount,
    erase: 'delete',
    personal: 'id_hash grant_hash uid_hash session_hash payload',
    hidden: 'id_hash grant_hash uid_hash session_hash payload',
    plain: 'model account_id client_id written_at consumed_at expires_at',
  },
  hub_consent: { of: ofAccount, erase: 'delete', plain: 'account_id client_id scopes given_at' },
  hub_logout: {
    of: ofAccount,
    plain: 'id client_id account_id queued_at due_at claimed_until attempts sent_at gave_up_at error',
  },
  security_answer: {
    of: ofAccount,
    erase: 'delete',
    personal: 'question answer_hash',
    hidden: 'answer_hash',
    plain: 'account_id slot',
  },
  former_account_value: {
    of: ofAccount,
    erase: 'delete',
    personal: 'value',
    hidden: 'value',
    plain: 'id account_id kind replaced_at',
  },
  passkey: {
    of: ofAccount,
    erase: 'delete',
    personal: 'name credential_id public_key',
    hidden: 'credential_id public_key',
    plain: 'id public_id account_id brand counter created_at last_used_at removed_at',
  },
  authenticator_key: {
    of: ofAccount,
    erase: 'delete',
    personal: 'sealed',
    hidden: 'sealed',
    plain: 'id account_id created_at confirmed_at last_step last_used_at sealed_by removed_at',
  },
  recovery_code: {
    of: ofAccount,
    erase: 'delete',
    personal: 'code_hash',
    hidden: 'code_hash',
    plain: 'account_id made_at used_at hashed_by removed_at',
  },
  email_code: {
    of: ofAccount,
    erase: 'delete',
    personal: 'session_hash code_hash',
    hidden: 'session_hash code_hash',
    plain: 'account_id expires_at tries',
  },
  factor_tally: { of: ofAccount, erase: 'delete', personal: 'failed_at', plain: 'account_id kind notified_at' },
  factor_reset: {
    of: ofAccount,
    erase: 'delete',
    personal: 'requested_at confirmed_at due_at stopped_at done_at',
    plain: 'id account_id requested_by',
  },
  sign_in_tally: { personal: 'key', kept: COUNTER, plain: 'failed_at touched_at notified_at' },
  flood_counter: { personal: 'key', kept: COUNTER, plain: 'window_start hits' },

  // Registration of an account.
  registration: {
    about: (id) =>
      sql`${ofAccount(id)} or ${ofRequests(id)} or link_id in (select id from link where ${ofAccount(id)})`,
    clear: { account_id: null, link_id: null, draft: null, typed_amounts: '{}' },
    personal: 'id_hash',
    kept: 'The key of the browser that registered; the row is deleted when the registration expires.',
    plain: `brand npi easy_reg created_at touched_at profile_role step1_method step1_at quiz_transaction_id quiz_at
      captcha_at account_found_at request_id submission_hash submitted_at first_proof number_due number_repeated`,
  },
  member_registration: {
    of: ofAccount,
    erase: 'delete',
    personal: 'id_hash member_id code_hash code_salt',
    hidden: 'id_hash code_hash code_salt',
    plain: 'brand wrong_codes created_at expires_at confirmed_at account_id',
  },
  identity_attempt: { personal: 'address', kept: COUNTER, plain: 'id kind npi at registration_id' },
  identity_code: {
    personal: 'code_hash',
    kept: 'It is a hash, and the row is deleted a day after the code expires.',
    plain: `id code_id registration_id npi request_id tries created_at expires_at status transaction_id attempt_id`,
  },
  quiz: {
    personal: 'questions',
    kept: 'They are about the provider, and the row is deleted with the registration.',
    plain: `id quiz_id registration_id npi workflow request_id vendor issued_at expires_at status transaction_id
      graded_at attempt_id`,
  },
  quiz_choice: { personal: 'quiz', kept: PLAN_FILE, plain: 'npi saved_at' },
  registration_hold: {
    of: (id) => sql`${ofAccount(id)} or ${ofRequests(id)}`,
    personal: 'token_hash',
    hidden: 'token_hash',
    kept: 'The provider, not the requester, set it; the hash opens nothing once the hold is lifted or expired.',
    plain: 'id npi event event_at created_at expires_at held_at lifted_at kind account_id request_id',
  },
  link: {
    of: ofAccount,
    erase: 'delete',
    personal: 'token_hash',
    hidden: 'token_hash',
    plain:
      'id purpose request_id account_id created_at expires_at used_at ended_at wrong_answers signing_id summary_id successor_id',
  },

  // Requests and decisions.
  saa_successor: {
    of: (id) => sql`saa_grant_id in (select g.id from access_grant g where g.account_id = ${id})
      or successor_grant_id in (select g.id from access_grant g where g.account_id = ${id})`,
    plain: `id entity saa_grant_id successor_grant_id state named_at agreed_at confirm_due_at reminded_at inactive_since
      cause offered_at accepted_at due_at staff_reason staff_agreed_by staff_agreed_at end_reason ended_at`,
  },
  mail_message: {
    of: ofAccount,
    erase: 'delete',
    about: (id) => sql`${ofRequests(id)} and (sent_at is not null or gave_up_at is not null)`,
    clear: { body: '' },
    personal: 'to_address subject last_error',
    kept: 'Mail about a request went to another person: the recipient stays until the mail is deleted.',
    plain: `id message_id kind brand account_id request_id created_at sent_at attempts next_attempt_at claimed_until
      gave_up_at by_stranger`,
  },
  staff_note: {
    of: (id) => sql`${ofRequests(id)} or change_id in (select id from practice_change where ${ofAccount(id)})`,
    erase: 'delete',
    personal: 'note',
    plain: 'id request_id change_id written_by written_at',
  },
  delayed_decision: {
    of: (id) => sql`${ofRequests(id)} or decided_by = ${id} and ended_at is not null`,
    erase: 'delete',
    personal: 'reason address message about',
    plain:
      'id request_id contract_id change_ids seen act permissions decided_by decided_at due_at state ended_at seen_at',
  },
  contract_signing: {
    about: (id) => sql`${ofRequests(id)} and state <> 'SIGNED' and not (state = 'OPEN' and way = 'ASKED')`,
    clear: {
      signer_name: '',
      signer_title: '',
      signer_email: '',
      reason: null,
      opened_from: null,
      confirmed_from: null,
      signed_from: null,
    },
    kept: 'A signature is evidence for the other party. A signer who can still sign is notified first.',
    plain: `id request_id way state requested_at expires_at remind_at reminded_at opened_at document_sha256 consented_at
      code_hash code_sent_at code_expires_at code_tries confirmed_at confirmation_hash
      signature_kind ended_at contract_id self_validates`,
  },
  signed_contract: {
    of: ofRequests,
    clear: { content: null, safe_copy: null, file_name: null, reason: null },
    hidden: 'content safe_copy',
    kept: 'A contract is evidence for the other party and has a retention period of its own.',
    plain: 'id request_id came_by sha256 page_count pictures received_at recorded_by state decided_at decided_by',
  },
  access_request: {
    of: ofAccount,
    erase: 'clear',
    clear: {
      contact_first_name: null,
      contact_last_name: null,
      signatory_email: null,
      receipt_email: null,
      reason: null,
      typed_amounts: '{}',
    },
    plain: `id reference account_id role reg_type npi org_id path validated_by replace_saa brand state needs_staff
      created_at remind_at reminded_at expires_at decided_at decided_by decided_as decided_permissions invited_by
      assigned_to contract_received_at email_confirmed_at`,
  },
  access_grant: {
    of: ofAccount,
    erase: 'clear',
    clear: { suspended_reason: null },
    plain: `id account_id request_id scope_kind scope_id group_id entity role permissions state created_at activated_at
      ended_at confirm_due_at confirm_reminded_at suspended_as role_since reach missing_since missing_notice_at npi_deactivated_at npi_reactivated_at`,
  },
  four_eyes_approval: {
    // The invitation that led to this account.
    of: (id) => sql`decided_at is not null and exists (select from account a where a.id = ${id}
      and lower(trim(four_eyes_approval.email)) = lower(a.email)
      and lower(trim(four_eyes_approval.first_name)) = lower(a.first_name)
      and lower(trim(four_eyes_approval.last_name)) = lower(a.last_name))`,
    erase: 'clear',
    clear: { ...personCleared, subject: '' },
    plain:
      'id public_id kind npi entity permissions application requested_by requested_at expires_at decided_at decided_by',
  },
  roster_change: {
    personal: 'details answer',
    kept: 'It is empty: a trigger moves what a process of the previous release writes.',
    plain: 'id account_id npi kind reported_at answered_at answered_by cohort_id',
  },
  verification: {
    of: ofAccount,
    personal: 'result',
    kept: 'A receipt shows the regulator who verified the directory.',
    plain: 'id account_id scope_kind scope_id source verified_at request_key request_hash',
  },
  verification_draft: {
    of: ofAccount,
    personal: 'items',
    erase: 'delete',
    plain: 'id account_id scope_kind scope_id saved_at',
  },
  roster_file_heading: {
    kept: 'Headings of a practice’s spreadsheet are not about a person.',
    plain: 'id scope_kind scope_id headings used_at',
  },
  verification_reminder: { of: ofAccount, erase: 'delete', plain: 'account_id stage due_on sent_at' },
  verified_practice: {
    kept: 'It is what the directory said about a provider.',
    plain: 'verification_id practice_id npi shown',
  },
  practice_change: {
    of: ofAccount,
    personal: 'value_before value_after answer dispute_note disputed_email',
    kept: 'The change is about a provider and has a retention period of its own.',
    plain:
      'id npi practice_id location_id field source scope_kind scope_id verification_id account_id reported_at due_at state is_automatic taken_by taken_at decided_by decided_at disputed_by disputed_at cohort_id',
  },
  change_summary: {
    of: ofAccount,
    erase: 'clear',
    clear: { email: '', recipient: sql`'erased ' || id` },
    plain: 'id day account_id sent_at',
  },
  practice: {
    personal: 'languages',
    kept: PLAN_FILE,
    plain:
      'id npi location_id group_id network_id specialty accepting_new_patients telehealth published ends_on file_values version loaded_at changed_at verified_at verified_by left_at',
  },
  directory_sample: {
    kept: 'A sample is evidence of the directory’s accuracy and has a retention period of its own.',
    plain: 'id seed size day frame_size frame_sha256 frame drawn_at drawn_by finished_at finished_by reached correct',
  },
  sampled_practice: {
    personal: 'shown note',
    kept: 'It says what the directory said about a provider, and is deleted with its sample.',
    plain: 'sample_id position practice_id npi outcome wrong_fields version entered_at entered_by',
  },
  directory_finding: {
    personal: 'name place phone search_text',
    kept: 'It repeats what the directory says about a provider. Each check replaces it.',
    plain: 'kind subject npi location_id entries since others',
  },
  directory_attestation: {
    personal: 'officer_name officer_title reason',
    kept: 'It shows the regulator which officer attested the directory, and cannot be changed.',
    plain: 'id withdraws attested_on manifest_sha256 published_at statement recorded_at recorded_by',
  },
  suppressed_provider: {
    personal: 'reason',
    kept: 'It says why a provider is not published; it is deleted when the provider is published again.',
    plain: 'npi suppressed_by suppressed_at',
  },
  audit_event: {
    of: (id) => sql`subject_account_id = ${id}`,
    personal: 'address details',
    kept: 'The audit trail is evidence and cannot be changed.',
    plain: 'id at actor_account_id actor_kind action npi subject_account_id request_id',
  },
  legal_hold: {
    of: ofAccount,
    personal: 'reason set_by released_by',
    kept: 'It shows why records were kept. An account under a hold cannot be erased.',
    plain: 'id account_id npi reference set_at released_at',
  },

  // The plan's files.
  member: {
    personal: `member_id subscriber_id relationship first_name last_name birth_date plan_name effective_date
      termination_date email pcp_npi copay_office deductible deductible_met`,
    kept: PLAN_FILE,
    plain: 'left_at',
  },
  claim: {
    personal: `claim_number npi member_id billed_amount paid_amount service_date status denial_reason member_owes`,
    kept: PLAN_FILE,
    plain: 'changed_at cohort_id',
  },
  sco_case: {
    personal: 'case_id member_id opened status next_review care_manager',
    kept: PLAN_FILE,
    plain: 'npi cohort_id',
  },
  practice_location: {
    personal: 'name address_1 address_2 city state zip phone fax latitude longitude file_values',
    kept: PLAN_FILE,
    plain: 'location_id hours accessibility version changed_at left_at',
  },
  published_value: { personal: 'value', kept: PLAN_FILE, plain: 'type id parameter' },
  published_resource: {
    personal: 'resource',
    kept: PLAN_FILE,
    plain: 'type id hash last_updated networks source_kind source_id search_form',
  },
  health_plan: {
    personal: 'name network_name',
    kept: PLAN_FILE,
    plain: 'plan_id product network_id changed_at left_at',
  },
  provider: {
    personal: `name first_name last_name credential address city state postal_code phone license_number license_state
      search_name`,
    kept: PLAN_FILE,
    plain: `npi entity_type taxonomy_code enumeration_date last_update_date deactivation_date reactivation_date
      replacement_npi deactivated activation_change_date activation_change_reasons row_hash`,
  },
  provider_word: { personal: 'word search_name', kept: PLAN_FILE, plain: 'npi' },
  network_provider: {
    personal: 'tin_hash ssn_hash provider_email name search_name',
    kept: PLAN_FILE,
    plain: 'npi org_id region contract_date left_at tin_hashed_by ssn_hashed_by cohort_id deactivated',
  },
  network_listing: {
    personal: 'name sort_name search_name address city city_key state postal_code phone',
    kept: PLAN_FILE,
    plain: 'npi taxonomy_code',
  },
  organization: { personal: 'email', kept: PLAN_FILE, plain: 'org_id name' },
  provider_group: { personal: 'email', kept: PLAN_FILE, plain: 'group_id kind name short_name org_id' },

  // A trigger refills it from what is left of the account.
  account_search: { of: ofAccount, erase: 'clear', clear: { words: '' }, hidden: 'words', plain: 'account_id' },
  account: {
    of: (id) => sql`id = ${id}`,
    erase: 'clear',
    clear: {
      ...personCleared,
      first_name: 'Erased',
      last_name: 'account',
      email: sql`public_id || '@erased.invalid'`,
      username: null,
      username_key: null,
      password_hash: null,
      member_id: null,
      suspended_reason: null,
      directory_issuer: null,
      directory_subject: null,
    },
    hidden: 'username_key password_hash',
    plain: `id public_id kind state brand created_at activated_at terms_accepted_at password_changed_at last_sign_in_at
      inactivity_warned_at suspended_as factor_policy_since factor_offer_dismissed_at email_factor_since staff_role
      invited_by previous_sign_in_at owner_check_since staff_role_since erased_at missing_since missing_notice_at
      uses_shortcuts`,
  },
}

export const PERSONAL_TABLES = Object.entries(PERSONAL_DATA) as [keyof Tables, PersonalTable][]

const clearedIn = (table: keyof Tables): [string, Replacement][] => Object.entries(PERSONAL_DATA[table]?.clear ?? {})

/** The assignments that overwrite a table's personal columns. */
export const clearColumns = (table: keyof Tables): RawBuilder<unknown> =>
  sql.join(clearedIn(table).map(([column, replacement]) => sql`${sql.ref(column)} = ${replacement}`))

/** True for a row of the table, under this alias, with at least one personal column that is not overwritten yet. */
export const hasPersonalData = (table: keyof Tables, alias: string): RawBuilder<boolean> => {
  const isFilled = ([column, replacement]: [string, Replacement]) =>
    sql`${sql.ref(`${alias}.${column}`)} is distinct from ${replacement === null ? sql`null` : replacement}`
  return sql<boolean>`(${sql.join(clearedIn(table).map(isFilled), sql` or `)})`
}
