/**
 * Public interface of the plan data area: look-ups of providers and members, coverage and benefits,
 * deactivated NPIs, from when data is, news about claims and changes, the reach of grants, CSV exports.
 */
export { benefitsOf, lastDayOf } from './domain/eligibility.ts'
export { csvFile, dateColumns } from './domain/export-csv.ts'
export { IS_DEACTIVATED } from './store/activation.ts'
export { findAsOf, findLastImports, type LastImport } from './store/as-of.ts'
export { findIdentifierHashes, updateIdentifierHash } from './store/identifiers.ts'
export { findMemberByTypedId } from './store/members.ts'
export { type AnsweredReport, countNewClaims, findAnsweredSince, findClaimPicture } from './store/news.ts'
export { findReach, type Reach, reachedNpis } from './store/reach.ts'
export { isOnRoster } from './store/roster.ts'
export { type FoundProvider, searchProviders } from './store/search-providers.ts'
