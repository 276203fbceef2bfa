import type { AllowedGrowth } from './growth.ts'

/**
 * Statements that read more in a larger country, each with the reason. Remove an entry when its statement is fixed;
 * a test fails for an unneeded entry.
 */
export const ALLOWED_GROWTH: readonly AllowedGrowth[] = [
  // The growing organization: statements that read its own rows.
  { who: 'large', says: 'from access_grant g join account a', why: 'its own people, sorted, and counted to 1,000' },
  { who: 'large', says: 'select e.entity, c.people', why: 'its own people, counted' },
  { who: 'large', says: 'from roster_change', why: 'reports about its own providers' },
  { who: 'large', says: 'from network_provider', why: 'its own roster: counted, searched by name, read for a file' },
  { who: 'large', says: 'from ( select r.* from "sco_', why: 'its own cases and invoices, counted and added up' },
  {
    who: 'large',
    says: 'from ( select r.* from ( select r.* from claim_sum_cohort',
    why: 'its own claims, the oldest first or far down: at most 10,000 are sorted, of more those of a few months',
  },
  {
    who: 'large',
    says: 'with kept as ( select cohort_id, status, month, claims from claim_month',
    why: 'where its months begin, among more than 10,000 claims: a sum for each group, status and month, not more with more claims',
    inLargePlans: true,
  },
  {
    who: 'large',
    says: 'select count(distinct r.account_id)::int as count, max(r.created_at)',
    why: 'who asked for what is its own since the last visit, each counted once: an index holds what it reaches by week',
    inLargePlans: true,
  },
  {
    who: 'large',
    says: 'select g.account_id, max(g.activated_at) as on',
    why: 'who got access to what is its own since the last visit, by the same index',
    inLargePlans: true,
  },
  { who: 'large', says: 'with wanted as', why: 'names what a thousand rows of a file are about' },
  { who: 'service', says: '', why: 'what it was given access to: here it is seen that no statement is said for each' },
  {
    who: 'visitor',
    says: 'as group_levels',
    why: 'an organization’s groups with how many providers each has: its answer',
  },
  // Plan staff.
  { who: 'staff', says: 'from access_grant g join account a', why: 'everybody’s access, counted to 1,000' },
  {
    who: 'staff',
    says: 'r.reference ilike',
    why: 'contracts and what was decided, searched in names of any kind: each is looked at, and its names by their keys',
  },
  {
    who: 'staff',
    says: "r.path = 'CONTRACT' and r.state in ('REJECTED', 'EXPIRED', 'REVOKED')",
    why: 'contracts that came to nothing, when somebody asks for these: counted, and sorted by the name of who sent them',
    inLargePlans: true,
  },
  {
    who: 'staff',
    says: ') every order by decided_at desc, key desc limit',
    why: 'a page or a part of a file with its names: days that filled neither in the smaller plan do in the larger',
    inLargePlans: true,
  },
  {
    who: 'staff',
    says: "decided_as = 'STAFF' and decided_at >= $1 and path in ('BEHALF', 'APPROVAL')",
    why: 'what plan staff decided in a week, one by one: counted in an index',
    inLargePlans: true,
  },
  {
    who: 'staff',
    says: 'requested as ( select count(*)::int as submitted',
    why: 'requests of up to 90 days for the funnel of the staff home: counted by an index alone',
  },
  { who: 'staff', says: 'percentile_cont', why: 'how long the contracts of 90 days took' },
  // Typeahead.
  { who: 'member', says: 'from network_listing', why: 'two common beginnings, sorted by name' },
]
