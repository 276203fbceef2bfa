import type { AllowedGrowth } from './growth.ts'

/**
 * Statements that read more in a larger country, each with the reason. Remove an entry when its statement is fixed;
 * a test fails for an unneeded entry.
 */
export const ALLOWED_GROWTH: readonly AllowedGrowth[] = [
  // The growing organization reads its own rows.
  {
    who: 'large',
    says: 'from access_grant g join account a',
    reason: 'sorts its own people and counts them up to 1,000',
  },
  { who: 'large', says: 'select e.entity, c.people', reason: 'counts its own people' },
  { who: 'large', says: 'from network_provider', reason: 'counts, searches and exports its own roster' },
  { who: 'large', says: 'from ( select r.* from "sco_', reason: 'counts and adds up its own cases and invoices' },
  {
    who: 'large',
    says: 'from ( select r.* from ( select r.* from claim_sum_cohort',
    reason: 'sorts at most 10,000 of its own claims; a larger list is limited to a few months',
  },
  {
    who: 'large',
    says: 'with kept as ( select cohort_id, status, month, claims from claim_month',
    reason: 'finds the months of a page among more than 10,000 claims: one sum per group, status and month',
    inLargePlans: true,
  },
  {
    who: 'large',
    says: 'select count(distinct r.account_id)::int as count, max(r.created_at)',
    reason: 'counts each requester since the last visit once, by an index on week and parent entity',
    inLargePlans: true,
  },
  {
    who: 'large',
    says: 'select g.account_id, max(g.activated_at) as on',
    reason: 'lists new grants since the last visit, by the same index',
    inLargePlans: true,
  },
  { who: 'large', says: 'with wanted as', reason: 'reads the names for a thousand rows of a file' },
  { who: 'service', says: '', reason: 'reads its own grants; the run shows that no statement repeats for each grant' },
  { who: 'visitor', says: 'as group_levels', reason: 'returns an organization’s groups with their provider counts' },
  // Plan staff.
  { who: 'staff', says: 'from access_grant g join account a', reason: 'counts all grants up to 1,000' },
  {
    who: 'staff',
    says: 'from directory_finding f where f.kind = $1 and f.search_text like',
    reason: 'searches the findings of the last check by trigrams, which numbers share',
  },
  { who: 'staff', says: 'from hub_failure f', reason: 'lists every application; a plan has five to twenty' },
  { who: 'staff', says: 'r.reference ilike', reason: 'searches contracts and decisions by any part of a name' },
  {
    who: 'staff',
    says: "r.path = 'CONTRACT' and r.state in ('REJECTED', 'EXPIRED', 'REVOKED')",
    reason: 'counts contracts without access and sorts them by sender, only if staff choose that list',
    inLargePlans: true,
  },
  {
    who: 'staff',
    says: ') every order by decided_at desc, key desc limit',
    reason: 'fills a page or a part of a file, which the smaller plan cannot',
    inLargePlans: true,
  },
  {
    who: 'staff',
    says: "decided_as = 'STAFF' and decided_at >= $1 and path in ('BEHALF', 'APPROVAL')",
    reason: 'counts the staff decisions of a week by an index',
    inLargePlans: true,
  },
  {
    who: 'staff',
    says: 'requested as ( select count(*)::int as submitted',
    reason: 'counts the requests of up to 90 days for the funnel by an index-only scan',
  },
  { who: 'staff', says: 'percentile_cont', reason: 'computes the duration of the contracts of 90 days' },
  { who: 'staff', says: 'from "identity_attempt" where kind', reason: 'counts the attempts of one day by NPI' },
  { who: 'staff', says: 'from "proof_failure" where kind', reason: 'counts the failures since the last reset by NPI' },
  // Directory.
  {
    says: 'select distinct "org_id" from "provider_group"',
    reason: 'reads a table of one page; a longer one by its key',
  },
  // Typeahead.
  { who: 'member', says: 'from network_listing', reason: 'sorts the matches of two common prefixes by name' },
]
