-- Comments on the tables and functions of 0.1.0. Each starts with its area; server/schema.sql is grouped by it.

comment on table provider is 'directory: Providers of the national file (NPPES).';
comment on column provider.search_name is 'Words of the name as a user would type them; empty for deactivated providers.';
comment on table provider_word is 'directory: The typeahead: one row for each word of provider.search_name.';
comment on table organization is 'directory: Provider organizations (PO).';
comment on table provider_group is 'directory: Groups of providers: provider groups, IPAs and small groups.';
comment on table network_provider is 'directory: Providers in the network of the plan.';
comment on column network_provider.tin_hash is 'A keyed hash; the number itself is never stored.';
comment on column network_provider.ssn_hash is 'A keyed hash; the number itself is never stored.';
comment on table group_member is 'directory: Which provider is in which group.';
comment on table network_listing is
  'directory: Names of the network as members search them. Filled from provider and network_provider at the end of an import.';
comment on table claim is 'directory: Claims, from the files of the plan.';
comment on table sco_case is 'directory: Cases of Senior Care Options, from the files of the plan.';
comment on table sco_invoice is 'directory: Invoices of Senior Care Options, from the files of the plan.';
comment on table roster_change is 'directory: Changes that offices report about their providers, and the answers of staff.';

comment on table account is 'access: People who can sign in: providers and their staff, members, staff of the plan.';
comment on column account.username_key is 'The user name in the form that must be unique.';
comment on table security_answer is 'signon: Security questions of an account; the answers are hashed.';
comment on table access_request is
  'access: What one registration or one invitation asks for. Its grants are decided together.';
comment on table access_grant is
  'access: Access of an account to one scope. A registration for an organization has one row for each chosen group.';
comment on column access_grant.entity is 'The entity that can have one SAA only, whichever level it was chosen at.';
comment on table link is 'access: Links in mail. The token is stored hashed, has one purpose and works once.';
comment on table account_session is 'signon: Sessions of signed-in users.';

comment on table registration is 'registration: Registrations in progress, with the proofs the server has seen.';
comment on column registration.account_id is 'Set for a signed-in user who asks for additional access.';
comment on table quiz is 'registration: Identity quizzes that were issued, and their results.';
comment on table captcha_spent is 'registration: Used captcha solutions: each opens one registration.';
comment on table identity_attempt is 'registration: Attempts to prove an identity that count against a limit.';
comment on table flood_counter is
  'platform: Rate limits, in fixed windows. Unlogged: a crash of the database may lose them.';
comment on table registration_tally is
  'registration: Deleted registrations per day: how many were opened, and how many had a proof.';
comment on table member_registration is
  'members: Registrations of members. One without a member matched nobody: it continues the same way, and no code is right for it, so that a stranger learns nothing.';
comment on table member is 'members: Members of the plan.';

comment on table signed_contract is 'contracts: Signed contracts of a request, uploaded, mailed, faxed or signed online.';
comment on table banner is 'content: Announcements on the pages of the portal.';
comment on table faq is 'content: Questions and answers.';
comment on table description is 'content: Texts on pages, by category and brand.';

comment on table audit_event is 'platform: The audit trail. Rows are only ever added.';
comment on table audit_seal is
  'platform: The hash chain over batches of audit events. Written by a job, so that no transaction waits for another.';
comment on column audit_seal.row_hashes is 'One hash for each event, so that a changed one can be named.';
comment on table audit_unsealed is
  'platform: Audit events without a seal. Written in the transaction of the event, so that late commits are not missed.';
comment on table mail_message is 'platform: Mail: queued, sent and failed.';
comment on column mail_message.claimed_until is 'While one process sends it, no other one picks it up.';
comment on column mail_message.gave_up_at is 'When sending failed permanently.';
comment on column mail_message.by_stranger is 'A visitor who is not signed in chose the address: limited per day.';

comment on function refuse_audit_change is 'platform: Rejects any change to the audit trail.';
comment on function await_audit_seal is 'platform: Adds a new audit event to audit_unsealed.';
comment on function tally_registrations is 'registration: Counts deleted registrations in registration_tally.';
