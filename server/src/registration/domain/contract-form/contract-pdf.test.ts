import { PDFDocument } from '@cantoo/pdf-lib'
import harborview from '@portico/core/brands/harborview'
import { describe, expect, test } from 'vitest'
import { brands } from '#platform/brands/brands.ts'
import { readObjects, readPdf, readStructure, readWords } from '../../../../test/read-pdf.ts'
import type { ContractFacts } from './contract-facts.ts'
import { fillContract, fillSignedContract, makeContractForm } from './contract-pdf.ts'
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
      expect.stringMatching(/^ {2}P This contract appoints .* Please check the details before you sign\.$/),
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
    const { text, complaints, syntax } = await readPdf(form)
    expectArchivable(syntax)
    expect(text[0]).toContain('Network Contract – Portal Access')
    expect(text[0]).toContain('Level of access')
    expect(text.join(' ')).not.toContain('1300000027')
    expect(complaints).toBe('')
  })
})

/** The parts of PDF/A-2a that no installed program checks: embedded fonts, metadata, color profile, identifier. */
function expectArchivable(syntax: string) {
  const fonts = syntax.match(/\/Subtype \/CIDFontType2\b/g) ?? []
  expect(fonts.length).toBeGreaterThan(0)
  expect(syntax).not.toMatch(/\/Subtype \/Type1\b/)
  for (const part of ['/FontFile2', '/ToUnicode', '/OutputIntents', '/GTS_PDFA1', '/DestOutputProfile', '/Marked true'])
    expect(syntax).toContain(part)
  for (const part of ['<pdfaid:part>2</pdfaid:part>', '<pdfaid:conformance>A</pdfaid:conformance>', '<dc:title>'])
    expect(syntax).toContain(part)
}

const at = new Date('2026-03-02T15:00:00Z')
const signed = {
  name: 'Żaneta Łukaszewska',
  title: 'Директор',
  email: 'z@lowell.example',
  at,
  typed: 'Żaneta Łukaszewska',
  strokes: [],
  documentHash: 'ab'.repeat(32),
  consent: 'I agree.',
  steps: [{ what: 'Signed', at, how: 'from 198.51.100.7' }],
  registrant: { name: 'Renée Kowalski', at },
}

test('the contract is archivable, before and after it is signed', async () => {
  const contract = await fillContract(facts)
  const { document } = await fillSignedContract(facts, signed)
  for (const file of [contract, document]) {
    expectArchivable((await readPdf(file)).syntax)
    expect(file.toString('latin1')).toMatch(/\/ID \[ <[0-9a-f]{32}> <[0-9a-f]{32}> \]/)
  }
  expect((await fillContract(facts)).equals(contract)).toBe(true)
})

test('the metadata escapes names and repeats the document properties', async () => {
  const { syntax } = await readPdf(await fillContract({ ...facts, reference: 'A<B>&"C"' }))
  expect(syntax).toContain('Reference A&#60;B&#62;&#38;&#34;C&#34;')
  expect(syntax).toContain('<xmp:CreateDate>2026-06-15T12:00:00Z</xmp:CreateDate>')
})

test('names in Latin, Greek and Cyrillic letters are printed as typed, in the font of a signature too', async () => {
  const named = { ...facts, providerName: 'Αθηνά Παπαδοπούλου', groups: ['Клиника Щукина'] }
  const { text } = await readPdf((await fillSignedContract(named, signed)).document)
  const whole = text.join(' ')
  for (const name of ['Αθηνά Παπαδοπούλου', 'Клиника Щукина', 'Директор']) expect(whole).toContain(name)
  expect(whole.match(/Żaneta Łukaszewska/g)).toHaveLength(3)
})

test('a name that cannot be printed leaves a blank line, never a part of the name', async () => {
  const { text } = await readPdf(await fillContract({ ...facts, groups: ['山田 Clinic', 'Elm'], providerName: '山田' }))
  expect(text.join(' ')).not.toMatch(/Clinic|\?(?! Call)/)
})

test('the signed contract says who requested it and when, in the plan’s time zone and in UTC', async () => {
  const { text } = await readPdf((await fillSignedContract(facts, signed)).document)
  const whole = text.join(' ')
  expect(whole).toContain('(3:00:00 PM UTC), from 198.51.100.7')
  expect(whole).not.toMatch(/return|every page|Fax/i)
  const structure = readStructure((await fillSignedContract(facts, signed)).document)?.join('\n')
  const requested = 'Requested online by Renée Kowalski on March 2, 2026 at 10:00:00 AM EST (3:00:00 PM UTC).'
  if (structure) expect(structure).toContain(`P ${requested}`)
})

test('a drawn signature is a picture with a text for screen readers', async () => {
  const { document } = await fillSignedContract(facts, { ...signed, typed: '', strokes: [[10, 10, 300, 90, 590, 20]] })
  const { syntax } = await readPdf(document)
  expect(syntax).toContain('/S /Figure')
  expect(syntax).toContain('/Alt')
})

test('the longest names stay within the margins of the page', async () => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(2).slice(0, 75)
  const registrant = { ...facts.registrant, name: `${long} ${long}` }
  const contract = { ...facts, registrant, providerName: 'W'.repeat(150) }
  const { document } = await fillSignedContract(contract, {
    ...signed,
    name: long,
    typed: long,
    title: 'W'.repeat(75),
    registrant: { name: registrant.name, at },
  })
  const words = readWords(document)
  if (!words) return
  expect(words.length).toBeGreaterThan(300)
  expect(words.filter(({ left, right }) => left < 53 || right > 612 - 53)).toEqual([])
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
