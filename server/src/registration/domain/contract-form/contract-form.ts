import { findBrand } from '#platform/brands/brands.ts'

const forms = new Map<string, Promise<string>>()

/**
 * The brand's blank contract form for replies (behaviour 10.1). It is the same for every visitor, so it is made once.
 * The PDF code loads with it, so that it does not delay startup.
 */
export function findContractForm(brand: string): Promise<string> {
  const form = forms.get(brand) ?? makeForm(brand)
  forms.set(brand, form)
  return form
}

async function makeForm(brand: string): Promise<string> {
  const { makeContractForm } = await import('./contract-pdf.ts')
  return makeContractForm(findBrand(brand))
}
