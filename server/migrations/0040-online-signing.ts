import { type Kysely, sql } from 'kysely'

/**
 * Contracts signed on a screen: whom a request asks to sign, each step with its time and from where, and the signed
 * document that came of it. Its links are mailed links of their own purpose; addresses the plan holds for groups and
 * organizations come from the network file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contract_signing (
      id bigint generated always as identity primary key,
      request_id bigint not null references access_request,
      way text not null check (way in ('SELF', 'ASKED')),
      state text not null check (state in ('OPEN', 'SIGNED', 'DECLINED', 'CANCELLED', 'EXPIRED')),
      signer_name text not null,
      signer_title text not null,
      signer_email text not null,
      asked_at timestamptz not null,
      expires_at timestamptz not null,
      remind_at timestamptz,
      reminded_at timestamptz,
      opened_at timestamptz,
      opened_from text,
      -- Of the document the page showed last.
      document_sha256 text,
      consented_at timestamptz,
      code_hash bytea,
      code_sent_at timestamptz,
      code_expires_at timestamptz,
      code_tries int not null default 0,
      codes_sent int not null default 0,
      -- When the first of the codes counted was sent: they are counted by days.
      codes_since timestamptz,
      confirmed_at timestamptz,
      confirmed_from text,
      -- What the browser that typed the code was given, and nobody else has.
      confirmation_hash bytea,
      signature_kind text check (signature_kind in ('TYPED', 'DRAWN')),
      signed_from text,
      ended_at timestamptz,
      reason text,
      contract_id bigint references signed_contract,
      -- Signed at the address the plan holds for what is signed for: it is validated without plan staff.
      self_validates boolean not null default false
    );
    create unique index contract_signing_open on contract_signing (request_id) where state = 'OPEN';
    create index contract_signing_request on contract_signing (request_id);
    create index contract_signing_contract on contract_signing (contract_id);
    create index contract_signing_waiting on contract_signing (ended_at) where self_validates;

    alter table link add column signing_id bigint references contract_signing;
    create index link_signing on link (signing_id) where signing_id is not null;
    alter table link drop constraint link_purpose_check;
    alter table link add constraint link_purpose_check
      check (purpose in ('REQUEST', 'ACTIVATION', 'PASSWORD_RESET', 'MEMBER_CODE', 'SIGNING', 'SIGNED_COPY'));
    alter table signed_contract drop constraint signed_contract_came_by_check;
    alter table signed_contract add constraint signed_contract_came_by_check
      check (came_by in ('UPLOAD', 'MAIL', 'FAX', 'ONLINE'));

    alter table provider_group add column email text;
    alter table organization add column email text;
  `.execute(db)
}
