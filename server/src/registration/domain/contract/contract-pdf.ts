import type { DeclaredBrand } from '@portico/core/brand'
import { paperOf } from '../../../platform/paper/brand-paper.ts'
import { type PageWriter, savePages, startPages, tag, writeText } from '../../../platform/paper/page-writer.ts'
import { printable } from '../../../platform/paper/printable-text.ts'
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
import { CONTRACT_TITLE, contractTerms } from './contract-terms.ts'

const LEVELS = { NPI: 'Single provider (NPI)', PG: 'Provider group(s) (PG)', PO: 'Provider organization (PO)' } as const

/** What a line to be filled in by hand shows instead of a value. */
const BLANK = ''

/** The brand's form with nothing filled in, in base64. */
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
    rows: rows.map((label): [string, string] => [label, BLANK]),
    groups: [],
  })
  // It travels with every look-up, and nobody signs it on a screen.
  const document = await savePages(writer, { signable: false })
  return document.toString('base64')
}

/** The contract of one request, ready to be signed. */
export async function fillContract(facts: ContractFacts): Promise<Buffer> {
  const groups = facts.groups.map((name) => printable(name))
  const rows: [string, string][] = [
    ['Date of request', formatDay(facts.date)],
    ['NPI', printable(facts.npi)],
    ['Provider', printable(facts.providerName)],
    ['Level of access', LEVELS[facts.level]],
  ]
  if (facts.organizationName) rows.push(['Organization', printable(facts.organizationName)])
  const [only] = groups
  if (groups.length === 1 && only) rows.push(['Provider group', only])
  if (groups.length > 1) rows.push(['Provider groups', `${groups.length}, listed below`])
  rows.push(
    ['Registrant (SAA)', printable(facts.registrant.name)],
    ['Email', printable(facts.registrant.email)],
    ['Phone', printable(formatPhone(facts.registrant.phone))],
  )
  const listed = groups.length > 1 ? groups : []
  return savePages(
    await drawContract(facts.brand, printable(facts.reference, 60), facts.date, { rows, groups: listed }),
  )
}

async function drawContract(
  brand: DeclaredBrand,
  reference: string,
  date: Date,
  parts: { rows: [string, string][]; groups: string[] },
): Promise<PageWriter> {
  const paper = paperOf(brand)
  const subject = `Reference ${reference}`
  const writer = await startPages(paper, { title: CONTRACT_TITLE, author: brand.legalName, subject, date })
  writeLetterhead(writer, reference)
  tag(writer, 'H1', () =>
    writeText(writer, CONTRACT_TITLE, { size: 22, bold: true, colour: paper.strong, leading: 30 }),
  )
  const lead = `This contract appoints the registrant below as Senior Access Administrator for the provider portal of ${brand.name}. Please check the details, sign under ‘Signatures’, and return every page.`
  tag(writer, 'P', () => writeText(writer, lead, { size: 10.5 }))
  writeHeading(writer, 'Who this contract covers')
  writeFacts(writer, parts.rows)
  if (parts.groups.length) writeGroups(writer, parts.groups)
  writeHeading(writer, 'Terms')
  writeTerms(writer, contractTerms(brand))
  writeSignatures(writer)
  writeReturning(writer, brand)
  finishPages(writer, { title: CONTRACT_TITLE, reference, legalName: brand.legalName })
  return writer
}

function formatDay(date: Date): string {
  return date.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' })
}

/** Ten digits as people write them; anything else as it is. */
function formatPhone(phone: string): string {
  return phone.replace(/^(\d{3})(\d{3})(\d{4})(?=\D|$)/, '($1) $2-$3')
}
