import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import harborview from '@portico/core/brands/harborview'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeContractForm } from './contract-pdf.ts'
import { inspectUploadedPdf, MAX_UPLOAD_BYTES } from './inspect-upload.ts'

let contract: Buffer

beforeAll(async () => {
  contract = Buffer.from(await makeContractForm(harborview), 'base64')
})

async function problemOf(file: Uint8Array): Promise<string | undefined> {
  const outcome = await inspectUploadedPdf(file)
  return 'refusal' in outcome ? outcome.refusal.messageCode : undefined
}

async function documentWith(
  change: (document: PDFDocument) => void | Promise<void>,
  objectStreams = true,
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage()
  await change(document)
  return document.save({ useObjectStreams: objectStreams })
}

describe('an uploaded contract', () => {
  test('is taken with its number of pages', async () => {
    expect(await inspectUploadedPdf(contract)).toEqual({ entity: { pages: 2 } })
  })

  test('is taken with a few bytes around it, as scanners leave them', async () => {
    const around = Buffer.concat([Buffer.from('\n\n'), contract, Buffer.from('\r\n\0\0')])
    expect(await inspectUploadedPdf(around)).toEqual({ entity: { pages: 2 } })
  })

  test.each<[string, () => Uint8Array]>([
    ['empty', () => Buffer.alloc(0)],
    ['large', () => Buffer.concat([contract, Buffer.alloc(MAX_UPLOAD_BYTES)])],
    ['not-pdf', () => Buffer.from('PK\x03\x04 a document of another kind')],
    ['not-pdf', () => Buffer.from('<html><body>%PDF</body></html>')],
    ['truncated', () => contract.subarray(0, contract.length - 60)],
    ['truncated', () => contract.subarray(0, contract.length / 2)],
    ['truncated', () => Buffer.from('%PDF-1.7\n')],
    ['damaged', () => Buffer.from('%PDF-1.7\nnothing in here\n%%EOF')],
    ['damaged', () => Buffer.concat([contract.subarray(0, 200), Buffer.from('\n%%EOF')])],
  ])('is refused when it is %s', async (problem, file) => {
    expect(await problemOf(file())).toBe(`upload-${problem}`)
  })

  test('is refused when it is encrypted', async () => {
    expect(await problemOf(Buffer.from(encryptedDocument, 'latin1'))).toBe('upload-encrypted')
  })

  test('is refused with scripts, programs or attached files', async () => {
    const script = await documentWith((document) => document.addJavaScript('hello', 'app.alert(1)'))
    expect(await problemOf(script)).toBe('upload-active')
    const launch = await documentWith((document) => {
      const action = document.context.obj({ S: 'Launch', F: PDFString.of('cmd.exe') })
      document.catalog.set(PDFName.of('OpenAction'), action)
    })
    expect(await problemOf(launch)).toBe('upload-active')
    const attached = await documentWith((document) => document.attach(Buffer.from('x'), 'x.exe'))
    expect(await problemOf(attached)).toBe('upload-active')
  })

  test('is taken when it opens at a certain place, as scanned documents do', async () => {
    const opens = await documentWith((document) => {
      const page = document.getPage(0).ref
      document.catalog.set(PDFName.of('OpenAction'), document.context.obj([page, 'Fit']))
    })
    expect(await inspectUploadedPdf(opens)).toEqual({ entity: { pages: 1 } })
  })

  test('cannot fill the memory by unpacking', async () => {
    const packed = deflateSync(Buffer.alloc(200 * 1024 * 1024, 0x20))
    const head = `%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
    const bomb = Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\ntrailer << >>\n%%EOF')])
    expect(await problemOf(bomb)).toBe('upload-damaged')
  })

  test('gets a sentence that says what to do', async () => {
    const outcome = await inspectUploadedPdf(Buffer.from('hello'))
    expect(outcome).toMatchObject({
      refusal: {
        status: 400,
        message: 'This file is not a PDF. Please save or scan the signed contract as a PDF and upload that.',
      },
    })
  })
})

/** What matters of an encrypted document: the trailer says so. */
const encryptedDocument = `%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>
endobj
4 0 obj
<< /Filter /Standard /V 1 /R 2 /O (oooooooooooooooooooooooooooooooo) /U (uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu) /P -44 >>
endobj
trailer
<< /Size 5 /Root 1 0 R /Encrypt 4 0 R /ID [<00><00>] >>
startxref
0
%%EOF
`
