import type { DeclaredBrand } from '@portico/core/brand'

/** The content of a prefilled network contract (behaviour 10.2). */
export type ContractFacts = {
  brand: DeclaredBrand
  npi: string
  providerName: string
  level: 'NPI' | 'PG' | 'PO'
  organizationName?: string
  /** Names of the requested groups, in display order. */
  groups: string[]
  registrant: { name: string; email: string; phone: string }
  /** The request's reference number, printed on every page. */
  reference: string
  date: Date
}
