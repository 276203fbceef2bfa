import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSettings } from '../../../test/build-test-app.ts'
import { readPdf, readStructure } from '../../../test/read-pdf.ts'
import { fillSignedContract } from '../../registration/domain/contract-form/contract-pdf.ts'
import { standardBrand } from '../brands/brands.ts'
import { findSigningCertificate, readSigningFile } from '../keys/signing-certificate.ts'
import { findSignatures } from './check-pdf.ts'
import { signPdf } from './sign-pdf.ts'

const at = new Date('2026-03-02T15:00:00Z')
const certificate = findSigningCertificate(testSettings())
const folder = mkdtempSync(join(tmpdir(), 'portico-sign-'))
afterAll(() => rmSync(folder, { recursive: true }))

let first: Buffer
let both: Buffer
beforeAll(async () => {
  const { document } = await fillSignedContract(
    {
      brand: standardBrand,
      npi: '1300000027',
      providerName: 'Samuel Oduya, MD',
      level: 'PG',
      groups: Array.from({ length: 60 }, (_, number) => `Group ${number}`),
      registrant: { name: 'Renée Kowalski', email: 'renee@lowell.example', phone: '5125550177' },
      reference: 'ABCDE-23456',
      date: at,
    },
    {
      name: 'Dana Whitlock',
      title: 'Medical Director',
      email: 'dana@lowell.example',
      at,
      typed: '',
      strokes: [
        [10, 10, 300, 90, 590, 20],
        [40, 40],
      ],
      documentHash: 'ab'.repeat(32),
      consent: 'I agree.',
      steps: [{ what: 'Signed', at, how: 'from 198.51.100.7' }],
      registrant: { name: 'Renée Kowalski', at },
    },
  )
  const words = { reason: 'Signed by Žofia', name: 'The Plan, Inc.', at }
  first = await signPdf(document, certificate, { ...words, field: 'Signature1' })
  both = await signPdf(first, certificate, { ...words, field: 'Signature2', reason: 'Validated' })
})

/** Output of an independent program; undefined if it is not installed. */
function run(tool: string, args: string[], document: Buffer): string | undefined {
  const file = join(folder, 'document.pdf')
  writeFileSync(file, document)
  const result = spawnSync(tool, [...args, file])
  return result.error ? undefined : `${result.stdout}${result.stderr}`
}

test('covers the whole file with the last of two signatures, and its own revision with the first', () => {
  expect(both.subarray(0, first.length).equals(first)).toBe(true)
  const found = findSignatures(both)
  expect(found.map(({ end }) => end)).toEqual([first.length, both.length])
  for (const signature of found) expect(signature.certificate?.raw.equals(certificate.certificate.raw)).toBe(true)
  const said = run('pdfsig', [], both)
  if (said === undefined) return
  expect(said.match(/Signature Validation: Signature is Valid\./g)).toHaveLength(2)
  expect(said.match(/Signature Type: ETSI\.CAdES\.detached/g)).toHaveLength(2)
  expect(said.match(/- Total document signed/g)).toHaveLength(1)
  expect(said.indexOf('Not total document signed')).toBeLessThan(said.indexOf('- Total document signed'))
})

test('invalidates every signature over a flipped byte', () => {
  const flip = (place: number) => {
    const changed = Buffer.from(both)
    changed[place] = (changed[place] ?? 0) ^ 1
    return changed
  }
  const valid = (document: Buffer) => findSignatures(document).map((each) => each.certificate !== undefined)
  expect(valid(flip(1000))).toEqual([false, false])
  expect(valid(flip(first.length + 200))).toEqual([true, false])
  // Inside the first signature, which the second covers too.
  expect(valid(flip(first.indexOf('/Contents <') + 400))).toEqual([false, false])
  expect(run('pdfsig', [], flip(1000))?.includes('Signature is Valid') ?? false).toBe(false)
  const appended = Buffer.concat([both, Buffer.from('\n% more')])
  expect(findSignatures(appended).at(-1)?.end).not.toBe(appended.length)
  expect(findSignatures(Buffer.from('/ByteRange [0 9 3 900]'))).toMatchObject([{ certificate: undefined }])
})

test('is a valid tagged document with title and language, and its text can be extracted', async () => {
  const { text, complaints } = await readPdf(both)
  const structure = readStructure(both)
  expect(complaints).toBe('')
  expect(run('qpdf', ['--check'], both) ?? 'No syntax or stream encoding errors').toContain(
    'No syntax or stream encoding errors',
  )
  expect(text.join(' ')).toContain('Evidence of the electronic signature')
  expect(text.join(' ')).toContain('from 198.51.100.7')
  if (structure) expect(structure.join(' ')).toContain('Dana Whitlock')
  const raw = both.toString('latin1')
  for (const part of ['/StructTreeRoot', '/Lang (en-US)', '/DisplayDocTitle true']) expect(raw).toContain(part)
})

test('rejects a file that is not PKCS#12, and a wrong password', () => {
  expect(() => readSigningFile(Buffer.from('nonsense'), 'x')).toThrow()
})
