/** What the areas above may use of this one: the providers the plan knows of, found as a person types them. */
export { type FoundProvider, searchProviders } from './store/search-providers.ts'
