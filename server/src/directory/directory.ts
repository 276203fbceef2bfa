/** What the areas above may use of this one: providers found as a person types them, and how long members are covered. */
export { lastDayOf } from './domain/eligibility.ts'
export { type FoundProvider, searchProviders } from './store/search-providers.ts'
