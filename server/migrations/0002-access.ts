import { type Kysely, sql } from 'kysely'

/** Who may do what: accounts, the requests they made, the grants they hold, the links and sessions that carry them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account (
      id bigint generated always as identity primary key,
      public_id text not null unique,
      kind text not null check (kind in ('provider', 'member', 'internal')),
      state text not null check (state in ('INVITED', 'ACTIVE', 'SUSPENDED', 'CLOSED')),
      brand text not null,
      username text,
      username_key text unique,
      password_hash text,
      first_name text not null,
      last_name text not null,
      email text not null,
      phone text,
      phone_ext text,
      member_id text references member,
      created_at timestamptz not null,
      activated_at timestamptz,
      terms_accepted_at timestamptz,
      password_changed_at timestamptz,
      last_sign_in_at timestamptz,
      inactivity_warned_at timestamptz,
      suspended_reason text,
      check (state in ('INVITED', 'CLOSED') or (username is not null and password_hash is not null))
    );
    create index account_email on account (lower(email));
    create index account_name on account (lower(last_name), lower(first_name));
    create unique index account_member on account (member_id) where state <> 'CLOSED';

    create table security_answer (
      account_id bigint not null references account on delete cascade,
      slot smallint not null check (slot between 1 and 3),
      question text not null,
      answer_hash text not null,
      primary key (account_id, slot),
      unique (account_id, question)
    );

    -- What one registration (or one administrator's act) asked for; its grants are decided together.
    create table access_request (
      id bigint generated always as identity primary key,
      reference text not null unique,
      account_id bigint not null references account,
      role text not null check (role in ('SAA', 'AA', 'AU')),
      reg_type text not null check (reg_type in ('NPI', 'PG', 'PO')),
      npi text collate "C",
      org_id text,
      path text not null check (path in ('SELF', 'BEHALF', 'CONTRACT', 'APPROVAL', 'INVITATION')),
      validated_by text,
      replace_saa boolean not null default false,
      brand text not null,
      state text not null check (state in ('PENDING_PROVIDER', 'PENDING_CONTRACT', 'PENDING_APPROVAL', 'ACTIVE', 'REJECTED', 'EXPIRED', 'REVOKED')),
      contact_first_name text,
      contact_last_name text,
      signatory_email text,
      needs_staff boolean not null default false,
      created_at timestamptz not null,
      remind_at timestamptz,
      reminded_at timestamptz,
      expires_at timestamptz,
      decided_at timestamptz,
      decided_by bigint references account,
      decided_as text check (decided_as in ('PROVIDER', 'ADMINISTRATOR', 'STAFF', 'REQUESTER', 'SYSTEM')),
      reason text
    );
    create index access_request_account on access_request (account_id);
    create index access_request_npi on access_request (npi, state);
    create index access_request_due on access_request (expires_at) where state like 'PENDING%';
    create index access_request_state on access_request (state, created_at);

    -- A person's access to one scope entity. A PO registration has one row per chosen group: scope PO, group_id set.
    create table access_grant (
      id bigint generated always as identity primary key,
      account_id bigint not null references account,
      request_id bigint not null references access_request,
      scope_kind text not null check (scope_kind in ('NPI', 'PG', 'IPA', 'SG', 'PO')),
      scope_id text collate "C" not null,
      group_id text collate "C",
      -- The entity that can have one SAA only, however its level was reached.
      entity text collate "C" not null generated always as (
        case when scope_kind = 'NPI' then 'NPI:' || scope_id
             when scope_kind = 'PO' and group_id is null then 'PO:' || scope_id
             when scope_kind = 'PO' then 'GROUP:' || group_id
             else 'GROUP:' || scope_id end) stored,
      role text not null check (role in ('SAA', 'AA', 'AU')),
      permissions text[] not null,
      state text not null check (state in ('PENDING_PROVIDER', 'PENDING_CONTRACT', 'PENDING_APPROVAL', 'ACTIVE', 'SUSPENDED', 'REJECTED', 'EXPIRED', 'REVOKED')),
      created_at timestamptz not null,
      activated_at timestamptz,
      ended_at timestamptz,
      suspended_reason text,
      confirm_due_at timestamptz,
      confirm_reminded_at timestamptz,
      check (group_id is null or scope_kind = 'PO')
    );
    create unique index access_grant_one_saa on access_grant (entity) where role = 'SAA' and state = 'ACTIVE';
    create index access_grant_entity on access_grant (entity, state);
    create index access_grant_account on access_grant (account_id, state);
    create index access_grant_request on access_grant (request_id);
    create index access_grant_scope on access_grant (scope_kind, scope_id, state);
    create index access_grant_confirm on access_grant (confirm_due_at) where state = 'ACTIVE';

    create table signed_contract (
      id bigint generated always as identity primary key,
      request_id bigint not null references access_request,
      came_by text not null check (came_by in ('UPLOAD', 'MAIL', 'FAX')),
      file_name text,
      content bytea,
      sha256 text,
      page_count int,
      received_at timestamptz not null,
      recorded_by bigint references account,
      state text not null check (state in ('RECEIVED', 'RETURNED', 'VALIDATED', 'SUPERSEDED')),
      decided_at timestamptz,
      decided_by bigint references account,
      reason text
    );
    create index signed_contract_request on signed_contract (request_id);
    create index signed_contract_state on signed_contract (state, received_at);

    -- Mailed links: the token is stored hashed, bound to one purpose, used once by the deciding call.
    create table link (
      id bigint generated always as identity primary key,
      token_hash bytea not null unique,
      purpose text not null check (purpose in ('REQUEST', 'ACTIVATION', 'PASSWORD_RESET', 'MEMBER_CODE')),
      request_id bigint references access_request,
      account_id bigint references account,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      ended_at timestamptz,
      wrong_answers int not null default 0
    );
    create index link_request on link (request_id);
    create index link_account on link (account_id);

    create table account_session (
      id_hash bytea primary key,
      public_id text not null unique,
      account_id bigint not null references account,
      kind text not null,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      ends_at timestamptz not null,
      ended_at timestamptz,
      address text,
      user_agent text
    );
    create index account_session_account on account_session (account_id) where ended_at is null;
  `.execute(db)
}
