import { type Kysely, sql } from 'kysely'

/** Providers of the national file, the plan's network, and the plan's own records about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table provider (
      npi text collate "C" primary key,
      entity_type smallint,
      name text not null,
      first_name text,
      last_name text,
      credential text,
      address text,
      city text,
      state text,
      postal_code text,
      phone text,
      taxonomy_code text,
      license_number text,
      license_state text,
      enumeration_date date,
      last_update_date date,
      deactivation_date date,
      reactivation_date date,
      replacement_npi text,
      -- The words of the name as a person would type them; empty for who cannot be chosen (deactivated).
      search_name text not null default ''
    );

    -- The typeahead: one row per word of each search_name, with the whole of it for what else was typed.
    create table provider_word (
      word text collate "C" not null,
      npi text collate "C" not null,
      search_name text not null
    );
    create index provider_word_start on provider_word (word, npi);

    create table organization (
      org_id text collate "C" primary key,
      name text not null
    );

    create table provider_group (
      group_id text collate "C" primary key,
      kind text not null check (kind in ('PG', 'IPA', 'SG')),
      name text not null,
      short_name text,
      org_id text collate "C" references organization
    );
    create index provider_group_org on provider_group (org_id);

    -- What the plan holds about a provider in its network. SSN and TIN are keyed hashes, never the numbers.
    create table network_provider (
      npi text collate "C" primary key,
      tin_hash bytea,
      ssn_hash bytea,
      org_id text collate "C" references organization,
      region text,
      contract_date date,
      provider_email text,
      left_at timestamptz
    );
    create index network_provider_org on network_provider (org_id);
    create index network_provider_region on network_provider (region);

    create table group_member (
      group_id text collate "C" not null references provider_group,
      npi text collate "C" not null references network_provider,
      primary key (group_id, npi)
    );
    create index group_member_npi on group_member (npi);

    create table member (
      member_id text primary key,
      subscriber_id text not null,
      relationship text not null,
      first_name text not null,
      last_name text not null,
      birth_date date not null,
      plan_name text not null,
      effective_date date not null,
      termination_date date,
      email text,
      left_at timestamptz
    );
    create index member_subscriber on member (subscriber_id);
    create index member_name on member (lower(last_name), lower(first_name), birth_date);

    create table claim (
      claim_number text primary key,
      npi text collate "C" not null,
      member_id text not null,
      billed_amount numeric(12, 2) not null,
      paid_amount numeric(12, 2),
      service_date date not null,
      status text not null
    );
    create index claim_npi on claim (npi, service_date desc, claim_number);
    create index claim_member on claim (member_id, service_date desc);

    create table sco_case (
      case_id text primary key,
      npi text collate "C" not null,
      member_id text not null,
      opened date not null,
      status text not null,
      next_review date,
      care_manager text
    );
    create index sco_case_npi on sco_case (npi, opened desc);

    create table sco_invoice (
      invoice_number text primary key,
      npi text collate "C" not null,
      period text not null,
      amount numeric(12, 2) not null,
      status text not null,
      due_date date
    );
    create index sco_invoice_npi on sco_invoice (npi, period desc);
  `.execute(db)
}
