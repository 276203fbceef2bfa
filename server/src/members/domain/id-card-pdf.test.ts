import { PDFDocument } from '@cantoo/pdf-lib'
import harborview from '@portico/core/brands/harborview'
import { CARD_BACK } from '@portico/core/members/id-card'
import type { CoveredPerson } from '@portico/core/members/shapes'
import { expect, test } from 'vitest'
import { brands } from '#platform/brands/brands.ts'
import { readPdf, readStructure } from '../../../test/read-pdf.ts'
import { drawIdCard } from './id-card-pdf.ts'

const person: CoveredPerson = {
  person: '1',
  memberId: 'N7000000103',
  firstName: 'Renée',
  lastName: 'Kowalski',
  birthDate: '1980-02-29',
  relationship: 'DOMESTIC_PARTNER',
  isMe: true,
  subscriberName: 'Samuel Oduya',
  planName: 'Choice PPO',
  effectiveDate: '2024-01-01',
  terminationDate: '',
  coverage: 'CURRENT',
  pcpNpi: '',
  pcpName: '',
  copayOffice: '',
  deductible: '',
  deductibleMet: '',
}

test.each(brands)('the ID card of $id is tagged for screen readers and has a title and language', async (brand) => {
  const card = await drawIdCard(brand, person)
  const { syntax, text, complaints } = await readPdf(card)
  const structure = readStructure(card)
  expect((await PDFDocument.load(card)).getTitle()).toBe('ID card of Renée Kowalski')
  for (const said of ['/Lang (en-US)', '/DisplayDocTitle true', '/Marked true']) expect(syntax).toContain(said)
  expect(text[0]).toContain('Renée Kowalski')
  expect(complaints).toBe('')
  if (!structure) return
  expect(structure.slice(0, 21)).toEqual([
    'Document',
    `  P ${brand.name}`,
    '  H1 Your member ID card',
    '  P Cut along the line, fold in the middle and keep it in your wallet.',
    '  P A picture of it on your phone is as good.',
    `  P ${brand.name}`,
    '  P Choice PPO',
    '  Table',
    ...['Member|Renée Kowalski', 'Member ID|N7000000103', 'Subscriber|Samuel Oduya', 'Relationship|Domestic partner']
      .map((row) => row.split('|'))
      .flatMap(([label, value]) => ['    TR', `      TH ${label}`, `      TD ${value}`]),
    '    TR',
  ])
  for (const words of Object.values(CARD_BACK)) {
    expect(structure).toContainEqual(expect.stringMatching(new RegExp(`^ {2}(P|H2) ${words}$`)))
  }
})

test.each([
  ') Tj ET /JS (app.alert(1)) BT (',
  'EMC /OpenAction << /S /JavaScript >>',
  'Щукин 山田 مركز 👩‍⚕️',
  'W'.repeat(400),
  '',
])('writes the hostile name %j to the PDF as plain text only', async (name) => {
  const named = { ...person, firstName: name, lastName: name, memberId: name, subscriberName: name, planName: name }
  const { pages, complaints } = await readPdf(await drawIdCard(harborview, named))
  expect(pages).toBe(1)
  expect(complaints).toBe('')
})
