import type { DeclaredBrand } from '@portico/core/brand'

/** What a prefilled network contract shows (behaviour 10.2). */
export type ContractFacts = {
  brand: DeclaredBrand
  npi: string
  providerName: string
  level: 'NPI' | 'PG' | 'PO'
  organizationName?: string
  /** Names of the groups asked for, in the order they are shown. */
  groups: string[]
  registrant: { name: string; email: string; phone: string }
  /** The request's reference number; it stands on every page. */
  reference: string
  date: Date
}
