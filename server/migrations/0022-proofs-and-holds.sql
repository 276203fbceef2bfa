-- Proving an identity during a registration: quizzes, mailed codes, counted attempts, and the holds after 'This was not
-- me'.

alter table registration
  add column typed_amounts text[] not null default '{}',
  add column first_proof text check (first_proof in ('QUIZ', 'CODE')),
  add column draft jsonb,
  add column number_due boolean not null default false,
  add column number_repeated boolean not null default false;
comment on column registration.typed_amounts is 'Claim amounts typed in this registration; the quiz does not ask about them.';
comment on column registration.first_proof is 'Where a plan requires quiz and code: the one that was passed first.';
comment on column registration.draft is
  'Screens shown, values typed and chosen. Never a number that proves an identity, a password or a security answer.';
comment on column registration.number_due is
  'The visitor resumed this registration and must enter the SSN, TIN or claim again before its proofs count.';
comment on column registration.number_repeated is 'The number was entered again; the draft can be read once.';

alter table access_request add column typed_amounts text[] not null default '{}';
comment on column access_request.typed_amounts is
  'Copied from the registration: the quiz of the provider who accepts does not ask about them either.';

create table quiz_choice (
  npi text collate "C" primary key,
  quiz jsonb not null,
  saved_at timestamptz not null
);
comment on table quiz_choice is
  'registration: Questions and choices last shown for an NPI. They are shown again while the answers stay the same, so that comparing two quizzes reveals nothing.';

alter table quiz add column attempt_id bigint;
comment on column quiz.attempt_id is 'The counted attempt; a passed quiz gives it back.';

create table identity_code (
  id bigint generated always as identity primary key,
  code_id text not null unique,
  registration_id bytea not null,
  npi text collate "C" not null,
  request_id bigint references access_request on delete set null,
  code_hash bytea not null,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null check (status in ('PENDING', 'PASS', 'FAIL')),
  transaction_id text,
  attempt_id bigint
);
comment on table identity_code is
  'registration: Codes mailed to the address the plan has on file. Stored hashed, valid for one registration, limited like quizzes.';
comment on column identity_code.registration_id is
  'No foreign key: a code outlives its registration, so that starting over does not erase a failed attempt.';
create index identity_code_registration on identity_code (registration_id);
create index identity_code_open on identity_code (npi) where status = 'PENDING';

alter table identity_attempt
  add column registration_id bytea,
  drop constraint identity_attempt_kind_check,
  add constraint identity_attempt_kind_check check (kind in ('STEP1', 'QUIZ', 'CODE'));
comment on column identity_attempt.registration_id is
  'Too many attempts in one registration block that registration only.';

create table proof_failure (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('QUIZ', 'CODE')),
  npi text collate "C" not null,
  request_id bigint references access_request on delete set null,
  at timestamptz not null,
  reset_at timestamptz
);
comment on table proof_failure is
  'registration: Failed quizzes and codes, without a time limit. A few of them block proofs for an NPI until staff reset it.';
comment on column proof_failure.reset_at is 'Set by a later proof that was passed, or by staff.';
create index proof_failure_npi on proof_failure (npi, kind) where reset_at is null;
create index proof_failure_request on proof_failure (request_id) where request_id is not null;

-- The console counts the attempts of the last day and the failures that still count, by NPI.
create index identity_attempt_recent on identity_attempt (kind, at) include (npi);
create index proof_failure_counted on proof_failure (kind) include (npi) where reset_at is null;

-- 'This was not me': notices to the address the plan has on file, and the holds that follow from their links.
create table registration_hold (
  id bigint generated always as identity primary key,
  npi text collate "C" not null,
  token_hash bytea not null unique,
  event text not null default 'FAILED' check (event in ('FAILED', 'REQUESTED', 'NEW_SAA')),
  event_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  held_at timestamptz,
  lifted_at timestamptz,
  kind text not null default 'HOLD' check (kind in ('HOLD', 'OBJECTION')),
  account_id bigint references account on delete cascade,
  request_id bigint references access_request on delete cascade
);
comment on table registration_hold is
  'access: Links mailed with notices about a registration, and the holds they caused. An OBJECTION of an SAA who is being replaced goes to staff and holds nothing.';
comment on column registration_hold.event is 'What the notice reported: failed proofs, a request, or a new SAA.';
comment on column registration_hold.event_at is 'Time of the event; of the last one, if there were several.';
comment on column registration_hold.held_at is 'Set by the button on the linked page: from then on the NPI is on hold.';
create index registration_hold_npi on registration_hold (npi) where held_at is not null and lifted_at is null;

create table provider_notice (
  npi text collate "C" primary key,
  pending int not null,
  last_failed_at timestamptz not null,
  notified_at timestamptz,
  brand text,
  proof_failed boolean not null default false
);
comment on table provider_notice is
  'access: Failed proofs for an NPI that its provider has not been notified about. One notice a day at most.';
comment on column provider_notice.brand is 'Brand of the last failure; the notice is sent under it.';
comment on column provider_notice.proof_failed is
  'A quiz or code failed, which is reported at once. A single mistyped number waits for a second failure.';

comment on table registration is 'registration: Registrations in progress, with the proofs the server has seen.';
comment on column registration.account_id is 'Set for a signed-in user who asks for additional access.';
comment on table quiz is 'registration: Identity quizzes that were issued, and their results.';
comment on table captcha_spent is 'registration: Used captcha solutions: each opens one registration.';
comment on table identity_attempt is 'registration: Attempts to prove an identity that count against a limit.';
comment on table registration_tally is
  'registration: Deleted registrations per day: how many were opened, and how many had a proof.';
comment on function tally_registrations is 'registration: Counts deleted registrations in registration_tally.';
