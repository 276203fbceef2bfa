import { findBrand } from '../../../platform/brands/brands.ts'

const forms = new Map<string, Promise<Buffer>>()

/**
 * The brand's contract form with nothing filled in, as the bytes of JSON text that are put into replies (behaviour 10.1). The same for
 * all: it is made once, and what draws it is loaded with it, so that a server listens before.
 */
export function findContractForm(brand: string): Promise<Buffer> {
  const form = forms.get(brand) ?? makeForm(brand)
  forms.set(brand, form)
  return form
}

async function makeForm(brand: string): Promise<Buffer> {
  const { makeContractForm } = await import('./contract-pdf.ts')
  return Buffer.from(JSON.stringify(await makeContractForm(findBrand(brand))))
}
