/**
 * What the areas above may use: providers and members found as people type them; what members are covered for, and
 * how long; whose NPI is deactivated; what is new of claims and reports; lists as files.
 */
export { benefitsOf, lastDayOf } from './domain/eligibility.ts'
export { csvFile } from './domain/export-csv.ts'
export { IS_DEACTIVATED } from './store/activation.ts'
export { findMemberByTypedId } from './store/members.ts'
export { type AnsweredReport, countClaimsTold, findAnsweredSince, findClaimPicture } from './store/news.ts'
export { type FoundProvider, searchProviders } from './store/search-providers.ts'
