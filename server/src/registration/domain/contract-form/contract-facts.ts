import type { DeclaredBrand } from '@portico/core/brand'
import { findUnprintable } from '@portico/core/printable'

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

/** Characters of the names that the document cannot show. The paper form has a blank line instead of such a name. */
export const findMissingLetters = ({
  providerName,
  organizationName = '',
  groups,
  registrant,
}: ContractFacts): string =>
  findUnprintable([providerName, organizationName, ...groups, registrant.name, registrant.email].join(' '))
