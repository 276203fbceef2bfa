import { PDFDocument } from '@cantoo/pdf-lib'
import harborview from '@portico/core/brands/harborview'
import { describe, expect, test } from 'vitest'
import { readObjects, readPdf, readStructure } from '../../../../test/read-pdf.ts'
import { brands } from '../../../platform/brands/brands.ts'
import type { ContractFacts } from './contract-facts.ts'
import { fillContract, makeContractForm } from './contract-pdf.ts'
import { contractTerms } from './contract-terms.ts'

const facts: ContractFacts = {
  brand: harborview,
  npi: '1300000027',
  providerName: 'Samuel Oduya, MD',
  level: 'PO',
  organizationName: 'Merrimack Valley Physicians',
  groups: ['Lowell Family Medicine', 'Dracut Pediatrics'],
  registrant: { name: 'Renée Kowalski', email: 'renee@lowell.example', phone: '5125550177' },
  reference: 'PRT-7Q4K-9XMD',
  date: new Date('2026-06-15T12:00:00Z'),
}

/** Names with PDF syntax, other alphabets, extreme length, or no characters. */
const tricks = [
  ') Tj ET /JS (app.alert(1)) BT (',
  '/OpenAction << /S /JavaScript /JS (x) >>',
  '>> /AA << /O << /S /URI /URI (http://evil.example) >> >>',
  '<</S/Launch/F(cmd.exe)>>',
  'endstream endobj 99 0 obj << /S /JavaScript >>',
  '%PDF-1.7 %%EOF trailer << /Root 1 0 R >>',
  '\\) \\( \\\\ \\n (((((',
  '))))))))))',
  '<48656C6C6F> Tj',
  'Name\r\n/JS\0\u0007 hidden',
  '\u202Eecila\u202C \u200B\uFEFF',
  'Žofia Łukasiewicz-Ğökçe',
  'Владимир Щукин',
  'Αθηνά Παπαδοπούλου',
  '山田太郎',
  'مركز الصحة',
  '👩‍⚕️ Clinic 🏥',
  'é́́́́́́ combining',
  '\uD800 lone surrogate',
  `${'W'.repeat(400)}`,
]
const names = Array.from({ length: 200 }, (_, number) => `${tricks[number % tricks.length]} ${number}`)

describe.each(brands)('the contract of $id', (brand) => {
  test('the contract shows the request and the requester on US Letter pages with reference and page numbers', async () => {
    const { text, pages, complaints } = await readPdf(await fillContract({ ...facts, brand }))
    const whole = text.join(' ')
    for (const part of [
      'Network Contract – Portal Access',
      '1300000027',
      'Samuel Oduya, MD',
      'Provider organization (PO)',
      'Merrimack Valley Physicians',
      'Lowell Family Medicine',
      'Dracut Pediatrics',
      'Renée Kowalski',
      'renee@lowell.example',
      '(512) 555-0177',
      'June 15, 2026',
      'Signature',
      'How to return this contract',
      brand.providerServicesPhone,
      brand.legalName,
      ...contractTerms(brand).map((clause) => clause.heading),
    ]) {
      expect(whole).toContain(part)
    }
    for (const [index, page] of text.entries()) {
      expect(page).toContain('PRT-7Q4K-9XMD')
      expect(page).toContain(`Page ${index + 1} of ${pages}`)
    }
    expect(complaints).toBe('')
  })

  test('the contract has descriptive document properties', async () => {
    const document = await PDFDocument.load(await fillContract({ ...facts, brand }), { updateMetadata: false })
    expect(document.getTitle()).toBe('Network Contract – Portal Access')
    expect(document.getAuthor()).toBe(brand.legalName)
    expect(document.getSubject()).toBe('Reference PRT-7Q4K-9XMD')
    expect(document.getCreationDate()).toEqual(facts.date)
    expect(document.getPages().map((page) => page.getSize())).toContainEqual({ width: 612, height: 792 })
  })

  test('the contract is tagged for screen readers, with its title and language', async () => {
    const contract = await fillContract({ ...facts, brand })
    const { syntax } = await readPdf(contract)
    const structure = readStructure(contract)
    for (const said of ['/Lang (en-US)', '/DisplayDocTitle true', '/Marked true']) expect(syntax).toContain(said)
    expect(syntax).toMatch(drawing)
    expect(untagged(syntax)).not.toMatch(drawing)
    if (!structure) return
    expect(structure.slice(0, 10)).toEqual([
      'Document',
      `  P ${brand.name}`,
      '  P Reference number PRT-7Q4K-9XMD',
      '  H1 Network Contract – Portal Access',
      expect.stringMatching(/^ {2}P This contract appoints .* and return every page\.$/),
      '  H2 Who this contract covers',
      '  Table',
      '    TR',
      '      TH Date of request',
      '      TD June 15, 2026',
    ])
    expect(structure.filter((line) => /^ *H\d /.test(line))).toEqual([
      '  H1 Network Contract – Portal Access',
      '  H2 Who this contract covers',
      '  H2 Provider groups covered (2)',
      '  H2 Terms',
      '  H2 Signatures',
      '    H3 For the provider',
      '    H3 Senior Access Administrator (registrant)',
      '  H2 How to return this contract',
    ])
    expect(structure.filter((line) => line.startsWith('        P '))).toEqual(
      contractTerms(brand).flatMap(({ heading, text }) => [`        P ${heading}`, `        P ${text}`]),
    )
    expect(structure.join('\n')).not.toContain('Page 1 of')
  })

  test('the contract is available as a blank form', async () => {
    const form = Buffer.from(await makeContractForm(brand), 'base64')
    const { text, complaints } = await readPdf(form)
    expect(text[0]).toContain('Network Contract – Portal Access')
    expect(text[0]).toContain('Level of access')
    expect(text.join(' ')).not.toContain('1300000027')
    expect(complaints).toBe('')
  })
})

test('a contract shows no groups for a single NPI, and one group in the table', async () => {
  const { organizationName: _, ...single } = facts
  const alone = await readPdf(await fillContract({ ...single, level: 'NPI', groups: [] }))
  expect(alone.text.join(' ')).toContain('Single provider (NPI)')
  expect(alone.text.join(' ')).not.toContain('Provider groups covered')
  const one = await readPdf(await fillContract({ ...single, level: 'PG', groups: ['Elm Medical'] }))
  expect(one.text.join(' ')).toContain('Elm Medical')
  expect(one.text.join(' ')).not.toContain('Provider groups covered')
})

test('two hundred groups flow across pages, each of them once', async () => {
  const groups = Array.from(
    { length: 200 },
    (_, number) => `Group ${number + 1} ${'of the Valley '.repeat(number % 9)}`,
  )
  const { text, pages, complaints } = await readPdf(await fillContract({ ...facts, groups }))
  expect(pages).toBeGreaterThan(4)
  for (let number = 1; number <= 200; number++) {
    expect(text.join(' ').match(new RegExp(`\\bGroup ${number}\\b`, 'g'))).toHaveLength(1)
  }
  for (const page of text) expect(page).toContain('PRT-7Q4K-9XMD')
  expect(complaints).toBe('')
})

/** Matches text, lines and areas. */
const drawing = /(^| )Tj$|^[BSbfs]\*?$/m

/** Drawing operators outside tagged elements and artifacts. */
function untagged(syntax: string): string {
  return syntax.replace(/^.* (BDC|BMC)$[\s\S]*?^EMC$/gm, '')
}

describe('hostile names', () => {
  const active = /\/(JS|JavaScript|AA|URI|OpenAction|Launch|EmbeddedFile|Annot)\b/

  test.each(tricks)('the hostile name %j becomes plain text in every field', async (name) => {
    const registrant = { name, email: name, phone: name }
    const named = { ...facts, providerName: name, organizationName: name, groups: [name], registrant, reference: name }
    const { syntax, complaints, pages } = await readPdf(await fillContract(named))
    expect(withoutDrawnText(syntax)).not.toMatch(active)
    expect(complaints).toBe('')
    expect(pages).toBeGreaterThan(1)
  })

  test('each of two hundred hostile names becomes plain text', async () => {
    for (let first = 0; first < names.length; first += 5) {
      const [providerName = '', organizationName = '', group = '', name = '', email = ''] = names.slice(
        first,
        first + 5,
      )
      const registrant = { ...facts.registrant, name, email }
      const contract = await fillContract({ ...facts, providerName, organizationName, groups: [group], registrant })
      expect(withoutDrawnText(await readObjects(contract))).not.toMatch(active)
    }
  })

  test('two hundred hostile names become plain text as groups of one contract', async () => {
    const { syntax, complaints } = await readPdf(await fillContract({ ...facts, groups: names }))
    expect(withoutDrawnText(syntax)).not.toMatch(active)
    expect(complaints).toBe('')
  })

  test('the search for active content finds a JavaScript action', async () => {
    const document = await PDFDocument.create()
    document.addPage()
    document.addJavaScript('hello', 'app.alert(1)')
    expect((await readPdf(await document.save())).syntax).toMatch(active)
  })

  /** Our documents encode strings in hexadecimal, which may spell anything. qpdf shows them as text in parentheses. */
  function withoutDrawnText(syntax: string): string {
    return syntax.replace(/\((?:\\[\s\S]|[^\\()])*\)/g, '()')
  }
})
