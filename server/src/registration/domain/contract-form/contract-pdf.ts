import type { DeclaredBrand } from '@portico/core/brand'
import { writeDay } from '@portico/core/forms/moments'
import { paperOf } from '#platform/pdf/brand-paper.ts'
import { type PageWriter, savePages, startPages, tag, writeText } from '#platform/pdf/page-writer.ts'
import { printable, printableOrBlank } from '#platform/pdf/printable-text.ts'
import type { ContractFacts } from './contract-facts.ts'
import { finishPages, writeLetterhead } from './contract-head.ts'
import {
  writeFacts,
  writeGroups,
  writeHeading,
  writeReturning,
  writeSignatures,
  writeTerms,
} from './contract-sections.ts'
import { type Clause, CONTRACT_TITLE, contractTerms } from './contract-terms.ts'
import { type SignedOnline, writeEvidence, writeOnlineSignature } from './signed-online.ts'

const LEVELS = { NPI: 'Single provider (NPI)', PG: 'Provider group(s) (PG)', PO: 'Provider organization (PO)' } as const

/** An empty value draws a line to fill in by hand. */
const BLANK = ''

/** The brand's blank form in base64. */
export async function makeContractForm(brand: DeclaredBrand): Promise<string> {
  const rows = [
    'NPI',
    'Provider',
    'Level of access',
    'Organization',
    'Provider group(s)',
    'Registrant',
    'Email',
    'Phone',
  ]
  const date = new Date()
  const writer = await drawContract(brand, 'given after registration', date, {
    ...wordsOf(brand),
    rows: rows.map((label): [string, string] => [label, BLANK]),
    groups: [],
  })
  // Every look-up returns this form, and users do not sign it online.
  const document = await savePages(writer, { signable: false })
  return document.toString('base64')
}

/** The content of a contract in parts, shared by the PDF and the signing page. */
export type ContractParts = {
  title: string
  lead: string
  rows: [string, string][]
  /** Set only for several groups. A single group is one of the rows. */
  groups: string[]
  terms: Clause[]
}

export function contractParts(facts: ContractFacts): ContractParts {
  const groups = facts.groups.map(printableOrBlank)
  const rows: [string, string][] = [
    ['Date of request', writeDay(facts.date)],
    ['NPI', facts.npi],
    ['Provider', printableOrBlank(facts.providerName)],
    ['Level of access', LEVELS[facts.level]],
  ]
  if (facts.organizationName) rows.push(['Organization', printableOrBlank(facts.organizationName)])
  const [only] = groups
  if (groups.length === 1) rows.push(['Provider group', only ?? ''])
  if (groups.length > 1) rows.push(['Provider groups', `${groups.length}, listed below`])
  rows.push(
    ['Registrant (SAA)', printableOrBlank(facts.registrant.name)],
    ['Email', printableOrBlank(facts.registrant.email)],
    ['Phone', printableOrBlank(formatPhone(facts.registrant.phone))],
  )
  return { ...wordsOf(facts.brand), rows, groups: groups.length > 1 ? groups : [] }
}

const wordsOf = (brand: DeclaredBrand): Pick<ContractParts, 'title' | 'lead' | 'terms'> => ({
  title: CONTRACT_TITLE,
  lead: `This contract appoints the registrant below as Senior Access Administrator for the provider portal of ${brand.name}. Please check the details before you sign.`,
  terms: contractTerms(brand),
})

/** The contract of one request, ready for signature. */
export async function fillContract(facts: ContractFacts): Promise<Buffer> {
  const reference = printable(facts.reference, 60)
  return savePages(await drawContract(facts.brand, reference, facts.date, contractParts(facts)))
}

/** The same contract with the online signature, and a page with the evidence for it. */
export async function fillSignedContract(facts: ContractFacts, signed: SignedOnline) {
  const reference = printable(facts.reference, 60)
  const writer = await drawContract(facts.brand, reference, signed.at, { ...contractParts(facts), signed })
  return { document: await savePages(writer), pages: writer.doc.getPageCount() }
}

type DrawnParts = ContractParts & { signed?: SignedOnline }

async function drawContract(
  brand: DeclaredBrand,
  reference: string,
  date: Date,
  parts: DrawnParts,
): Promise<PageWriter> {
  const paper = paperOf(brand)
  const { title, signed } = parts
  const subject = `Reference ${reference}`
  const writer = await startPages(paper, { title, author: brand.legalName, subject, date })
  writeLetterhead(writer, reference)
  tag(writer, 'H1', () => writeText(writer, title, { size: 22, font: 'bold', color: paper.strong, leading: 30 }))
  tag(writer, 'P', () => writeText(writer, parts.lead, { size: 10.5 }))
  writeHeading(writer, 'Who this contract covers')
  writeFacts(writer, parts.rows)
  if (parts.groups.length) writeGroups(writer, parts.groups)
  writeHeading(writer, 'Terms')
  writeTerms(writer, parts.terms)
  if (signed) writeOnlineSignature(writer, signed)
  else writeSignatures(writer)
  if (!signed) writeReturning(writer, brand)
  if (signed) writeEvidence(writer, signed)
  finishPages(writer, { title, reference, legalName: brand.legalName })
  return writer
}

/** Formats ten digits as a US phone number, and leaves anything else unchanged. */
function formatPhone(phone: string): string {
  return phone.replace(/^(\d{3})(\d{3})(\d{4})(?=\D|$)/, '($1) $2-$3')
}
