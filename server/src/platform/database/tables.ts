import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

// Made from the migrated database by `npm run tables`; a test fails when it is stale.

/** 'YYYY-MM-DD' */
type Day = string
type Amount = ColumnType<string, string | number, string | number>
type Json = ColumnType<unknown, string, string>

export type Tables = {
  access_grant: {
    id: GeneratedAlways<string>
    account_id: string
    request_id: string
    scope_kind: 'NPI' | 'PG' | 'IPA' | 'SG' | 'PO'
    scope_id: string
    group_id: string | null
    entity: GeneratedAlways<string>
    role: 'SAA' | 'AA' | 'AU'
    permissions: string[]
    state:
      | 'PENDING_PROVIDER'
      | 'PENDING_CONTRACT'
      | 'PENDING_APPROVAL'
      | 'ACTIVE'
      | 'SUSPENDED'
      | 'REJECTED'
      | 'EXPIRED'
      | 'REVOKED'
    created_at: Date
    activated_at: Date | null
    ended_at: Date | null
    suspended_reason: string | null
    confirm_due_at: Date | null
    confirm_reminded_at: Date | null
    suspended_as: 'ADMINISTRATOR' | 'STAFF' | 'SYSTEM' | null
    role_since: Date | null
    reach: Generated<string[]>
    missing_since: Date | null
    missing_notice_at: Date | null
    npi_deactivated_at: Date | null
    npi_reactivated_at: Date | null
  }
  access_request: {
    id: GeneratedAlways<string>
    reference: string
    account_id: string
    role: 'SAA' | 'AA' | 'AU'
    reg_type: 'NPI' | 'PG' | 'PO'
    npi: string | null
    org_id: string | null
    path: 'SELF' | 'BEHALF' | 'CONTRACT' | 'APPROVAL' | 'INVITATION'
    validated_by: string | null
    replace_saa: Generated<boolean>
    brand: string
    state: 'PENDING_PROVIDER' | 'PENDING_CONTRACT' | 'PENDING_APPROVAL' | 'ACTIVE' | 'REJECTED' | 'EXPIRED' | 'REVOKED'
    contact_first_name: string | null
    contact_last_name: string | null
    signatory_email: string | null
    needs_staff: Generated<boolean>
    created_at: Date
    remind_at: Date | null
    reminded_at: Date | null
    expires_at: Date | null
    decided_at: Date | null
    decided_by: string | null
    decided_as: 'PROVIDER' | 'ADMINISTRATOR' | 'STAFF' | 'REQUESTER' | 'SYSTEM' | null
    reason: string | null
    decided_permissions: string[] | null
    typed_amounts: Generated<string[]>
    contract_received_at: Date | null
    assigned_to: string | null
    invited_by: string | null
    receipt_email: string | null
    email_confirmed_at: Date | null
  }
  account: {
    id: GeneratedAlways<string>
    public_id: string
    kind: 'provider' | 'member' | 'internal'
    state: 'INVITED' | 'ACTIVE' | 'SUSPENDED' | 'CLOSED'
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
    created_at: Date
    activated_at: Date | null
    terms_accepted_at: Date | null
    password_changed_at: Date | null
    last_sign_in_at: Date | null
    inactivity_warned_at: Date | null
    suspended_reason: string | null
    suspended_as: 'STAFF' | 'SYSTEM' | null
    previous_sign_in_at: Date | null
    owner_check_since: Date | null
    factor_policy_since: Date | null
    factor_offer_dismissed_at: Date | null
    email_factor_since: Date | null
    staff_role: 'ADMINISTRATOR' | 'REVIEWER' | 'EDITOR' | 'AUDITOR' | 'SUPPORT' | null
    staff_role_since: Date | null
    invited_by: string | null
    uses_shortcuts: Generated<boolean>
    erased_at: Date | null
    missing_since: Date | null
    missing_notice_at: Date | null
    directory_issuer: string | null
    directory_subject: string | null
  }
  account_device: {
    id_hash: Buffer
    account_id: string
    expires_at: Date
    public_id: string | null
    user_agent: string | null
    trusted_until: Date | null
  }
  account_search: { account_id: string; words: string }
  account_session: {
    id_hash: Buffer
    public_id: string
    account_id: string
    kind: 'provider' | 'member' | 'internal'
    created_at: Date
    last_seen_at: Date
    ends_at: Date
    ended_at: Date | null
    address: string | null
    user_agent: string | null
    proved_by: Generated<
      'PASSWORD' | 'PASSKEY' | 'DEVICE_PASSKEY' | 'APP' | 'EMAIL' | 'RECOVERY' | 'DIRECTORY' | 'DIRECTORY_MFA'
    >
    proved_at: Date | null
    proof_used_at: Date | null
    factor_due: 'PROVE' | 'SET_UP' | null
    directory_sid_hash: Buffer | null
    by_door: Generated<boolean>
  }
  audit_event: {
    id: GeneratedAlways<string>
    at: Date
    actor_account_id: string | null
    actor_kind: string
    action: string
    npi: string | null
    subject_account_id: string | null
    request_id: string | null
    address: string | null
    details: Json
  }
  audit_seal: {
    seq: string
    first_id: string
    last_id: string
    event_ids: string[]
    previous_hash: Buffer
    hash: Buffer
    sealed_at: Date
    row_hashes: Generated<Buffer[]>
    signature: Buffer | null
    signed_by: string | null
  }
  audit_signing: { only_one: Generated<boolean>; unsigned_through: string }
  audit_unsealed: { event_id: string }
  authenticator_key: {
    id: GeneratedAlways<string>
    account_id: string
    sealed: Buffer
    created_at: Date
    confirmed_at: Date | null
    last_step: Generated<string>
    last_used_at: Date | null
    sealed_by: string | null
    removed_at: Date | null
  }
  banner: {
    id: GeneratedAlways<string>
    category_id: string
    summary: string
    body: Generated<string>
    display_body: Generated<boolean>
    brand: string | null
    audience: 'PROVIDER' | 'MEMBER' | 'PUBLIC'
    starts_at: Date
    ends_at: Date | null
    version: Generated<number>
    updated_at: Date
    announced_at: Date | null
  }
  bell_entry: {
    id: GeneratedAlways<string>
    account_id: string
    kind: 'REQUESTS' | 'DECISIONS' | 'ACCESS' | 'NEWS' | 'MAIL' | 'SECURITY' | 'QUEUE' | 'APPROVALS'
    event: string
    request_id: string | null
    banner_id: string | null
    came_with: string[] | null
    permission: string | null
    delivery: 'AT_ONCE' | 'DIGEST' | 'BELL'
    created_at: Date
    read_at: Date | null
    digested_at: Date | null
    staff_roles: string[] | null
  }
  bell_preference: {
    account_id: string
    kind: 'REQUESTS' | 'DECISIONS' | 'ACCESS' | 'NEWS' | 'QUEUE' | 'APPROVALS'
    delivery: 'AT_ONCE' | 'DIGEST' | 'BELL'
  }
  calendar_feed: { account_id: string; token_hash: Buffer; uid: string; made_at: Date; read_at: Date | null }
  captcha_spent: { challenge: string; expires_at: Date }
  change_summary: {
    id: GeneratedAlways<string>
    day: Day
    recipient: string
    account_id: string | null
    email: string
    sent_at: Date
  }
  change_summary_entry: { summary_id: string; change_id: string }
  claim: {
    claim_number: string
    npi: string
    member_id: string
    billed_amount: Amount
    paid_amount: Amount | null
    service_date: Day
    status: string
    denial_reason: string | null
    member_owes: Amount | null
    changed_at: Date | null
    cohort_id: number | null
  }
  claim_change_count: { cohort_id: number; changed_at: Date; claims: number }
  claim_month: { cohort_id: number; status: string; month: Day; claims: number; billed: Amount; paid: Amount }
  claim_sum_cohort: { cohort_id: number; status: string; claims: number; billed: Amount; paid: Amount }
  claim_sum_npi: { npi: string; status: string; claims: number; billed: Amount; paid: Amount }
  cohort: { id: GeneratedAlways<number>; signature: string; org_id: string | null; groups: string[] }
  contract_signing: {
    id: GeneratedAlways<string>
    request_id: string
    way: 'SELF' | 'ASKED'
    state: 'OPEN' | 'SIGNED' | 'DECLINED' | 'CANCELLED' | 'EXPIRED'
    signer_name: string
    signer_title: string
    signer_email: string
    requested_at: Date
    expires_at: Date
    remind_at: Date | null
    reminded_at: Date | null
    opened_at: Date | null
    opened_from: string | null
    document_sha256: string | null
    consented_at: Date | null
    code_hash: Buffer | null
    code_sent_at: Date | null
    code_expires_at: Date | null
    code_tries: Generated<number>
    confirmed_at: Date | null
    confirmed_from: string | null
    confirmation_hash: Buffer | null
    signature_kind: 'TYPED' | 'DRAWN' | null
    signed_from: string | null
    ended_at: Date | null
    reason: string | null
    contract_id: string | null
    self_validates: Generated<boolean>
  }
  delayed_decision: {
    id: GeneratedAlways<string>
    request_id: string | null
    contract_id: string | null
    act: 'VALIDATE' | 'RETURN' | 'APPROVE' | 'DENY' | 'ACCEPT_CHANGE' | 'RETURN_CHANGE'
    reason: string | null
    permissions: string[] | null
    decided_by: string
    address: string | null
    decided_at: Date
    due_at: Date
    state: Generated<'HELD' | 'DONE' | 'UNDONE' | 'REFUSED'>
    ended_at: Date | null
    message: string | null
    seen_at: Date | null
    change_ids: string[] | null
    seen: string[] | null
    about: string | null
  }
  description: {
    id: GeneratedAlways<string>
    category_id: string
    body: string
    brand: string | null
    version: Generated<number>
    updated_at: Date
  }
  directory_attestation: {
    id: GeneratedAlways<string>
    withdraws: string | null
    officer_name: string | null
    officer_title: string | null
    attested_on: Day | null
    manifest_sha256: string | null
    published_at: Date | null
    statement: string | null
    reason: string | null
    recorded_at: Date
    recorded_by: string
  }
  directory_day: {
    day: Day
    checked_at: Date
    published_rows: number
    verified_rows: number
    providers: number
    findings: Json
    recheck_asked_at: Date | null
  }
  directory_finding: {
    kind: string
    subject: string
    npi: string | null
    location_id: string | null
    name: string
    place: string
    phone: string
    entries: number
    since: Day | null
    others: string
    search_text: string
  }
  directory_logout: { jti_hash: Buffer; received_at: Date }
  directory_publication: {
    id: GeneratedAlways<string>
    published_at: Date
    manifest_sha256: string
    file_count: number
    resource_count: number
    bytes: string
  }
  directory_sample: {
    id: GeneratedAlways<string>
    seed: string
    size: number
    day: Day
    frame_size: number
    frame_sha256: string
    frame: Buffer
    drawn_at: Date
    drawn_by: string
    finished_at: Date | null
    finished_by: string | null
    reached: number | null
    correct: number | null
  }
  email_code: {
    account_id: string
    session_hash: Buffer
    code_hash: Buffer
    expires_at: Date
    tries: Generated<number>
  }
  factor_reset: {
    id: GeneratedAlways<string>
    account_id: string
    requested_by: string | null
    requested_at: Date
    confirmed_at: Date | null
    due_at: Date | null
    stopped_at: Date | null
    done_at: Date | null
  }
  factor_tally: { account_id: string; kind: string; failed_at: Generated<Date[]>; notified_at: Date | null }
  faq: {
    id: GeneratedAlways<string>
    category_id: string
    question: string
    answer: string
    brand: string | null
    position: Generated<number>
    version: Generated<number>
    updated_at: Date
  }
  flood_counter: { key: string; window_start: Date; hits: number }
  former_account_value: {
    id: GeneratedAlways<string>
    account_id: string
    kind: 'EMAIL' | 'QUESTIONS' | 'EMAIL_FACTOR'
    value: Json
    replaced_at: Date
  }
  four_eyes_approval: {
    id: GeneratedAlways<string>
    public_id: string
    kind:
      | 'INVITE_SAA'
      | 'LIFT_HOLD'
      | 'INVITE_ADMINISTRATOR'
      | 'MAKE_ADMINISTRATOR'
      | 'ADD_APPLICATION'
      | 'CHANGE_APPLICATION'
      | 'ROTATE_SECRET'
      | 'ENABLE_APPLICATION'
    subject: string
    npi: string | null
    entity: string | null
    permissions: Generated<string[]>
    first_name: string | null
    last_name: string | null
    email: string | null
    phone: string | null
    phone_ext: string | null
    requested_by: string
    requested_at: Date
    expires_at: Date
    decided_at: Date | null
    decided_by: string | null
    application: Json | null
  }
  group_member: { group_id: string; npi: string }
  health_plan: {
    plan_id: string
    name: string
    product: string | null
    network_id: string
    network_name: string | null
    changed_at: Date
    left_at: Date | null
  }
  hub_client: {
    client_id: string
    name: string
    brand: string
    redirect_uris: string[]
    logout_uri: string | null
    post_logout_uris: string[]
    tile_uri: string | null
    tile_permission: string | null
    logo: Buffer | null
    kinds: string[]
    scopes: string[]
    permissions: string[]
    asks_consent: boolean
    allows_empty_access: boolean
    subject_salt: Buffer
    secret_hash: Buffer | null
    jwks: Json | null
    retired_secret_hash: Buffer | null
    retired_secret_until: Date | null
    created_at: Date
    disabled_at: Date | null
    last_used_at: Date | null
    version: Generated<number>
  }
  hub_consent: { account_id: string; client_id: string; scopes: string[]; given_at: Date }
  hub_failure: { client_id: string; minute: Date; reason: string; count: number }
  hub_key: { id: string; purpose: 'sign' | 'records'; sealed: Buffer; sealed_by: string; created_at: Date }
  hub_logout: {
    id: GeneratedAlways<string>
    client_id: string
    account_id: string
    queued_at: Date
    due_at: Date
    claimed_until: Date | null
    attempts: Generated<number>
    sent_at: Date | null
    gave_up_at: Date | null
    error: string | null
  }
  hub_record: {
    model: string
    id_hash: Buffer
    account_id: string | null
    client_id: string | null
    grant_hash: Buffer | null
    uid_hash: Buffer | null
    session_hash: Buffer | null
    payload: Buffer
    written_at: Date
    consumed_at: Date | null
    expires_at: Date
  }
  hub_sign_in: { client_id: string; day: Day; count: number }
  identity_attempt: {
    id: GeneratedAlways<string>
    kind: 'STEP1' | 'QUIZ' | 'CODE'
    npi: string
    address: string
    at: Date
    registration_id: Buffer | null
  }
  identity_code: {
    id: GeneratedAlways<string>
    code_id: string
    registration_id: Buffer
    npi: string
    request_id: string | null
    code_hash: Buffer
    tries: Generated<number>
    created_at: Date
    expires_at: Date
    status: 'PENDING' | 'PASS' | 'FAIL'
    transaction_id: string | null
    attempt_id: string | null
  }
  job_run: {
    job: string
    ran_at: Date
    done: number
    last_done_at: Date | null
    failed_at: Date | null
    failure: string | null
  }
  last_import: {
    kind: string
    file: string
    row_count: number
    changed_count: number
    rejected_count: number
    imported_at: Date
  }
  legal_hold: {
    id: GeneratedAlways<string>
    account_id: string | null
    npi: string | null
    reference: string | null
    reason: string
    set_at: Date
    set_by: string
    released_at: Date | null
    released_by: string | null
  }
  link: {
    id: GeneratedAlways<string>
    token_hash: Buffer
    purpose:
      | 'REQUEST'
      | 'ACTIVATION'
      | 'PASSWORD_RESET'
      | 'MEMBER_CODE'
      | 'SIGNING'
      | 'SIGNED_COPY'
      | 'NOT_ME'
      | 'FACTOR_RESET'
      | 'FACTOR_OBJECTION'
      | 'EMAIL'
      | 'STAFF_DOOR'
      | 'CHANGE_SUMMARY'
      | 'SUCCESSOR'
    request_id: string | null
    account_id: string | null
    created_at: Date
    expires_at: Date
    used_at: Date | null
    ended_at: Date | null
    wrong_answers: Generated<number>
    signing_id: string | null
    summary_id: string | null
    successor_id: string | null
  }
  mail_message: {
    id: GeneratedAlways<string>
    message_id: string
    kind: string
    brand: string
    to_address: string
    subject: string
    body: string
    account_id: string | null
    request_id: string | null
    created_at: Date
    sent_at: Date | null
    attempts: Generated<number>
    last_error: string | null
    next_attempt_at: Date
    claimed_until: Date | null
    gave_up_at: Date | null
    by_stranger: Generated<boolean>
  }
  member: {
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
    left_at: Date | null
    pcp_npi: string | null
    copay_office: Amount | null
    deductible: Amount | null
    deductible_met: Amount | null
  }
  member_registration: {
    id_hash: Buffer
    brand: string
    member_id: string | null
    code_hash: Buffer
    wrong_codes: Generated<number>
    created_at: Date
    expires_at: Date
    confirmed_at: Date | null
    account_id: string | null
    code_salt: Buffer | null
  }
  network_listing: {
    npi: string
    name: string
    sort_name: string
    search_name: string
    taxonomy_code: Generated<string>
    address: Generated<string>
    city: Generated<string>
    city_key: Generated<string>
    state: Generated<string>
    postal_code: Generated<string>
    phone: Generated<string>
  }
  network_provider: {
    npi: string
    tin_hash: Buffer | null
    ssn_hash: Buffer | null
    org_id: string | null
    region: string | null
    contract_date: Day | null
    provider_email: string | null
    left_at: Date | null
    tin_hashed_by: string | null
    ssn_hashed_by: string | null
    cohort_id: number | null
    name: string | null
    search_name: string | null
    deactivated: Generated<boolean>
  }
  organization: { org_id: string; name: string; email: string | null }
  passkey: {
    id: GeneratedAlways<string>
    public_id: string
    account_id: string
    brand: string
    credential_id: Buffer
    public_key: Buffer
    counter: string
    name: string
    created_at: Date
    last_used_at: Date | null
    removed_at: Date | null
  }
  passkey_challenge: {
    challenge_hash: Buffer
    purpose: 'SIGN_IN' | 'PROVE' | 'ADD'
    session_hash: Buffer | null
    brand: string
    expires_at: Date
  }
  practice: {
    id: GeneratedAlways<string>
    npi: string
    location_id: string
    group_id: string | null
    network_id: string | null
    specialty: string | null
    accepting_new_patients: 'Y' | 'N' | 'EXISTING' | 'FAMILY' | null
    telehealth: boolean | null
    languages: Generated<string[]>
    published: Generated<boolean>
    ends_on: Day | null
    file_values: Json | null
    version: Generated<number>
    loaded_at: Date
    changed_at: Date
    verified_at: Date | null
    verified_by: string | null
    left_at: Date | null
  }
  practice_change: {
    id: GeneratedAlways<string>
    npi: string
    practice_id: string | null
    location_id: string | null
    field: string
    value_before: Json | null
    value_after: Json | null
    source: 'PAGE' | 'FILE' | 'REPORT'
    scope_kind: string | null
    scope_id: string | null
    verification_id: string | null
    account_id: string
    reported_at: Date
    due_at: Date
    state: 'WAITING' | 'ACCEPTED' | 'RETURNED'
    is_automatic: Generated<boolean>
    taken_by: string | null
    taken_at: Date | null
    decided_by: string | null
    decided_at: Date | null
    answer: string | null
    disputed_by: string | null
    disputed_at: Date | null
    cohort_id: number | null
    dispute_note: string | null
    disputed_email: string | null
  }
  practice_location: {
    location_id: string
    name: string | null
    address_1: string | null
    address_2: string | null
    city: string | null
    state: string | null
    zip: string | null
    phone: string | null
    fax: string | null
    hours: string | null
    accessibility: string | null
    latitude: Amount | null
    longitude: Amount | null
    file_values: Json | null
    version: Generated<number>
    changed_at: Date
    left_at: Date | null
  }
  proof_failure: {
    id: GeneratedAlways<string>
    kind: 'QUIZ' | 'CODE'
    npi: string
    request_id: string | null
    at: Date
    reset_at: Date | null
  }
  provider: {
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
    deactivated: Generated<boolean>
    activation_change_date: Day | null
    activation_change_reasons: string | null
    row_hash: string | null
  }
  provider_group: {
    group_id: string
    kind: 'PG' | 'IPA' | 'SG'
    name: string
    short_name: string | null
    org_id: string | null
    email: string | null
  }
  provider_notice: {
    npi: string
    pending: number
    last_failed_at: Date
    notified_at: Date | null
    brand: string | null
    proof_failed: Generated<boolean>
  }
  provider_word: { word: string; npi: string; search_name: string }
  published_resource: {
    type: string
    id: string
    resource: Json
    hash: Buffer
    last_updated: Date
    networks: string[]
    source_kind: 'NPI' | 'LOCATION' | 'GROUP' | 'ORGANIZATION' | 'PLAN'
    source_id: string
    search_form: string | null
  }
  published_value: { type: string; id: string; parameter: string; value: string }
  quiz: {
    id: GeneratedAlways<string>
    quiz_id: string
    registration_id: Buffer
    npi: string
    workflow: 'SELF' | 'REQUEST'
    request_id: string | null
    vendor: string
    questions: Json
    issued_at: Date
    expires_at: Date
    status: 'PENDING' | 'PASS' | 'FAIL'
    transaction_id: string | null
    graded_at: Date | null
    attempt_id: string | null
  }
  quiz_choice: { npi: string; quiz: Json; saved_at: Date }
  recovery_code: {
    account_id: string
    code_hash: Buffer
    made_at: Date
    used_at: Date | null
    hashed_by: string | null
    removed_at: Date | null
  }
  registration: {
    id_hash: Buffer
    brand: string
    npi: string | null
    easy_reg: Generated<boolean>
    created_at: Date
    touched_at: Date
    profile_role: 'SAA' | 'AA' | 'AU' | null
    step1_method: 'ssn' | 'tin' | 'claim' | null
    step1_at: Date | null
    quiz_transaction_id: string | null
    quiz_at: Date | null
    captcha_at: Date | null
    link_id: string | null
    account_found_at: Date | null
    account_id: string | null
    request_id: string | null
    submission_hash: Buffer | null
    submitted_at: Date | null
    typed_amounts: Generated<string[]>
    first_proof: 'QUIZ' | 'CODE' | null
    draft: Json | null
    number_due: Generated<boolean>
    number_repeated: Generated<boolean>
  }
  registration_hold: {
    id: GeneratedAlways<string>
    npi: string
    token_hash: Buffer
    event: Generated<'FAILED' | 'REQUESTED' | 'NEW_SAA'>
    event_at: Date
    created_at: Date
    expires_at: Date
    held_at: Date | null
    lifted_at: Date | null
    kind: Generated<'HOLD' | 'OBJECTION'>
    account_id: string | null
    request_id: string | null
  }
  registration_tally: { day: Day; opened: number; proved: number }
  retired_key: { fingerprint: string; seal_key: Buffer; last_seal: string; retired_at: Date }
  roster_change: {
    id: GeneratedAlways<string>
    account_id: string
    npi: string
    kind: 'ADDRESS' | 'PHONE' | 'JOINED' | 'LEFT' | 'OTHER'
    details: string
    reported_at: Date
    answer: string | null
    answered_at: Date | null
    answered_by: string | null
    cohort_id: number | null
  }
  roster_file_heading: {
    id: GeneratedAlways<string>
    scope_kind: string
    scope_id: string
    headings: Json
    used_at: Date
  }
  saa_successor: {
    id: GeneratedAlways<string>
    entity: string
    saa_grant_id: string
    successor_grant_id: string
    state: 'NAMED' | 'AGREED' | 'OFFERED' | 'WAITING' | 'STAFF' | 'DONE' | 'ENDED'
    named_at: Date
    agreed_at: Date | null
    confirm_due_at: Date
    reminded_at: Date | null
    inactive_since: Date | null
    cause: 'LEFT' | 'INACTIVE' | null
    offered_at: Date | null
    accepted_at: Date | null
    due_at: Date | null
    staff_reason: 'REMOVED' | 'HOLD' | 'OBJECTION' | null
    staff_agreed_by: string | null
    staff_agreed_at: Date | null
    end_reason:
      | 'WITHDRAWN'
      | 'DECLINED'
      | 'NOT_CONFIRMED'
      | 'SAA_LOST_ACCESS'
      | 'SUCCESSOR_LOST_ACCESS'
      | 'SAA_RETURNED'
      | 'NEW_SAA'
      | 'REFUSED'
      | null
    ended_at: Date | null
  }
  sampled_practice: {
    sample_id: string
    position: number
    practice_id: string
    npi: string
    shown: Json
    outcome: 'REACHED' | 'NOT_REACHED' | null
    wrong_fields: Generated<string[]>
    note: Generated<string>
    version: Generated<number>
    entered_at: Date | null
    entered_by: string | null
  }
  sco_case: {
    case_id: string
    npi: string
    member_id: string
    opened: Day
    status: string
    next_review: Day | null
    care_manager: string | null
    cohort_id: number | null
  }
  sco_invoice: {
    invoice_number: string
    npi: string
    period: string
    amount: Amount
    status: string
    due_date: Day | null
    cohort_id: number | null
  }
  secret_key: {
    only_one: Generated<boolean>
    fingerprint: string
    since: Date
    rotating_to: string | null
    rotation_began_at: Date | null
  }
  security_answer: { account_id: string; slot: number; question: string; answer_hash: string }
  session_result: {
    account_id: string
    kind: string
    list_id: string
    first_row: number
    sealed: Buffer
    made_at: Date
  }
  sign_in_tally: { key: Buffer; failed_at: Generated<Date[]>; touched_at: Date; notified_at: Date | null }
  signed_contract: {
    id: GeneratedAlways<string>
    request_id: string
    came_by: 'UPLOAD' | 'MAIL' | 'FAX' | 'ONLINE'
    file_name: string | null
    content: Buffer | null
    sha256: string | null
    page_count: number | null
    received_at: Date
    recorded_by: string | null
    state: 'RECEIVED' | 'RETURNED' | 'VALIDATED' | 'SUPERSEDED' | 'CLOSED'
    decided_at: Date | null
    decided_by: string | null
    reason: string | null
    safe_copy: Buffer | null
    pictures: number | null
  }
  signing_certificate: { fingerprint: string; first_used_at: Date }
  staff_note: {
    id: GeneratedAlways<string>
    request_id: string | null
    written_by: string | null
    written_at: Date
    note: string
    change_id: string | null
  }
  staff_request_candidate: { request_id: string; announced_at: Date | null }
  staff_view: {
    id: GeneratedAlways<string>
    public_id: string
    staff_account_id: string
    session_hash: Buffer | null
    account_id: string
    reason: string
    opened_at: Date
    ends_at: Date
    ended_at: Date | null
    unmask_reason: string | null
    unmask_asked_at: Date | null
    unmask_decided_at: Date | null
    unmask_decided_by: string | null
    unmasked: Generated<boolean>
  }
  suppressed_provider: { npi: string; reason: string; suppressed_by: string; suppressed_at: Date }
  verification: {
    id: GeneratedAlways<string>
    account_id: string
    scope_kind: string
    scope_id: string
    source: 'PAGE' | 'FILE'
    verified_at: Date
    request_key: string | null
    request_hash: Buffer | null
    result: Json | null
  }
  verification_draft: {
    id: GeneratedAlways<string>
    account_id: string
    scope_kind: string
    scope_id: string
    items: Json
    saved_at: Date
  }
  verification_reminder: { account_id: string; stage: number; due_on: Day; sent_at: Date }
  verified_practice: { verification_id: string; practice_id: string; npi: string; shown: Json }
}
