-- Benefits of members, outcomes of claims.

alter table member
  add column pcp_npi text collate "C",
  add column copay_office numeric(12, 2),
  add column deductible numeric(12, 2),
  add column deductible_met numeric(12, 2);
comment on column member.pcp_npi is 'Primary care provider.';
-- Member IDs are copied by hand: any case is accepted.
create index member_id_upper on member (upper(member_id));

alter table member_registration add column code_salt bytea;
comment on column member_registration.code_salt is
  'Salt of code_hash. A later registration that accepts the same code shares it.';

alter table claim
  add column denial_reason text,
  add column member_owes numeric(12, 2),
  add column changed_at timestamptz;
comment on column claim.changed_at is 'When a file last changed something about this claim; null for those of the first file.';
