/** What the areas above may use of this one: providers found as a person types them, how long members are covered, and whose NPI is deactivated. */
export { lastDayOf } from './domain/eligibility.ts'
export { IS_DEACTIVATED } from './store/activation.ts'
export { type FoundProvider, searchProviders } from './store/search-providers.ts'
