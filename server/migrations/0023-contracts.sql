-- Contracts signed online or sent as pictures, and when a request's newest contract came in.

comment on table signed_contract is 'contracts: Signed contracts of a request, uploaded, mailed, faxed or signed online.';

create table contract_signing (
  id bigint generated always as identity primary key,
  request_id bigint not null references access_request,
  way text not null check (way in ('SELF', 'ASKED')),
  state text not null check (state in ('OPEN', 'SIGNED', 'DECLINED', 'CANCELLED', 'EXPIRED')),
  signer_name text not null,
  signer_title text not null,
  signer_email text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  remind_at timestamptz,
  reminded_at timestamptz,
  opened_at timestamptz,
  opened_from text,
  document_sha256 text,
  consented_at timestamptz,
  code_hash bytea,
  code_sent_at timestamptz,
  code_expires_at timestamptz,
  code_tries int not null default 0,
  confirmed_at timestamptz,
  confirmed_from text,
  confirmation_hash bytea,
  signature_kind text check (signature_kind in ('TYPED', 'DRAWN')),
  signed_from text,
  ended_at timestamptz,
  reason text,
  contract_id bigint references signed_contract,
  self_validates boolean not null default false
);
comment on table contract_signing is
  'contracts: Who is asked to sign the contract of a request online, and each step with its time and client address.';
comment on column contract_signing.way is 'SELF: the requester signs. ASKED: a signatory is asked by mail.';
comment on column contract_signing.document_sha256 is 'Hash of the document that the page showed last.';
comment on column contract_signing.confirmation_hash is
  'Hash of a token that only the browser in which the code was entered has.';
comment on column contract_signing.self_validates is
  'Signed at the address the plan has on file for the signing party: validated without staff.';
create unique index contract_signing_open on contract_signing (request_id) where state = 'OPEN';
create index contract_signing_request on contract_signing (request_id);
create index contract_signing_contract on contract_signing (contract_id);
create index contract_signing_waiting on contract_signing (ended_at) where self_validates;

create table signing_certificate (
  fingerprint text primary key,
  first_used_at timestamptz not null
);
comment on table signing_certificate is
  'contracts: Certificates that the plan has signed with. A signature by any other certificate is not valid.';
comment on column signing_certificate.fingerprint is 'SHA-256 of the certificate, in hexadecimal.';

alter table link
  add column signing_id bigint references contract_signing,
  drop constraint link_purpose_check,
  add constraint link_purpose_check check (purpose in
    ('REQUEST', 'ACTIVATION', 'PASSWORD_RESET', 'MEMBER_CODE', 'SIGNING', 'SIGNED_COPY',
     'NOT_ME', 'FACTOR_RESET', 'FACTOR_OBJECTION', 'EMAIL', 'STAFF_DOOR', 'CHANGE_SUMMARY', 'SUCCESSOR'));
create index link_signing on link (signing_id) where signing_id is not null;
comment on table link is 'platform: Links in mail. The token is stored hashed, has one purpose and works once.';

-- Addresses on file for groups and organizations, from the network file.
alter table provider_group add column email text;
alter table organization add column email text;

alter table signed_contract
  add column safe_copy bytea,
  add column pictures smallint,
  drop constraint signed_contract_came_by_check,
  add constraint signed_contract_came_by_check check (came_by in ('UPLOAD', 'MAIL', 'FAX', 'ONLINE')),
  drop constraint signed_contract_state_check,
  add constraint signed_contract_state_check
    check (state in ('RECEIVED', 'RETURNED', 'VALIDATED', 'SUPERSEDED', 'CLOSED'));
comment on column signed_contract.safe_copy is
  'The pages redrawn without active content: what staff see. Made when first needed.';
comment on column signed_contract.pictures is
  'How many pictures the file was made from. The pictures are not stored. Null if it was sent as a PDF.';

-- CLOSED: the request was decided otherwise. Contracts that 0.1.0 left waiting are closed now.
update signed_contract c set state = 'CLOSED', decided_at = coalesce(r.decided_at, r.created_at)
from access_request r
where r.id = c.request_id and c.state = 'RECEIVED' and r.state not like 'PENDING%' and r.state <> 'ACTIVE';

create index signed_contract_decided on signed_contract (decided_at desc) where decided_at is not null;
create index signed_contract_decision on signed_contract (state, decided_at desc) where decided_at is not null;

-- The column is filled for existing contracts by 0025, in a transaction that does not lock the table.
alter table access_request add column contract_received_at timestamptz;
comment on column access_request.contract_received_at is 'When the newest signed contract came in; maintained by a trigger.';
create function set_contract_received_at() returns trigger language plpgsql as $$
  declare
    its bigint := case tg_op when 'DELETE' then old.request_id else new.request_id end;
  begin
    update access_request set contract_received_at =
        (select received_at from signed_contract where request_id = its order by id desc limit 1)
      where id = its;
    return null;
  end $$;
comment on function set_contract_received_at is
  'contracts: Maintains access_request.contract_received_at. The writer holds a lock on the request.';
create trigger set_contract_received_at after insert or delete or update of received_at on signed_contract
  for each row execute function set_contract_received_at();
