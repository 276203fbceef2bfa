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
  'registration: Links mailed with notices about a registration, and the holds they caused. An OBJECTION of an SAA who is being replaced goes to staff and holds nothing.';
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
  'registration: Failed proofs for an NPI that its provider has not been notified about. One notice a day at most.';
comment on column provider_notice.brand is 'Brand of the last failure; the notice is sent under it.';
comment on column provider_notice.proof_failed is
  'A quiz or code failed, which is reported at once. A single mistyped number waits for a second failure.';
