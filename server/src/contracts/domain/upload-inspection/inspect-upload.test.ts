import { deflateSync } from 'node:zlib'
import { PDFArray, PDFDocument, PDFName, type PDFObject, PDFRef, PDFStream, PDFString } from '@cantoo/pdf-lib'
import harborview from '@portico/core/brands/harborview'
import { CONTRACT_UPLOAD_MAX_BYTES, CONTRACT_UPLOAD_MAX_PAGES } from '@portico/core/contracts/limits'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { findActive } from '../../../../test/active-in-pdf.ts'
import { testSettings } from '../../../../test/build-test-app.ts'
import {
  createHostilePdfs,
  LOOPS,
  nestFilters,
  packObjects,
  signedOnScreen,
  WORDS,
} from '../../../../test/hostile-pdfs.ts'
import { readObjects, readPdf } from '../../../../test/read-pdf.ts'
import { makeContractForm } from '../../../registration/domain/contract-form/contract-pdf.ts'
import { inspectDocument } from './documents/inspect-document.ts'
import type { UploadFinding } from './inspect-process.ts'
import { createInspection, inspectUploadedPdf } from './inspect-upload.ts'

/** More than a stream may decompress to. */
const BOMB_MB = 65

let contract: Buffer

beforeAll(async () => {
  contract = Buffer.from(await makeContractForm(harborview), 'base64')
})

const context = { address: '203.0.113.5', settings: testSettings() }
const inspect = (file: Uint8Array) => inspectUploadedPdf(context, file)

async function pagesOf(file: Uint8Array): Promise<number | undefined> {
  const outcome = await inspect(file)
  return 'entity' in outcome ? outcome.entity.pages : undefined
}

async function safeCopyOf(file: Uint8Array): Promise<Buffer> {
  const outcome = await inspect(file)
  if ('refusal' in outcome) throw new Error(outcome.refusal.message)
  return outcome.entity.safeCopy
}

async function problemOf(file: Uint8Array): Promise<string | undefined> {
  const outcome = await inspect(file)
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

describe('inspecting an uploaded contract', () => {
  test('accepts a contract and counts its pages', async () => {
    expect(await pagesOf(contract)).toBe(2)
  })

  test('accepts a file with a few bytes before and after the PDF, as scanners write them', async () => {
    const around = Buffer.concat([Buffer.from('\n\n'), contract, Buffer.from('\r\n\0\0')])
    expect(await pagesOf(around)).toBe(2)
  })

  test.each<[string, () => Uint8Array]>([
    ['empty', () => Buffer.alloc(0)],
    ['large', () => Buffer.concat([contract, Buffer.alloc(CONTRACT_UPLOAD_MAX_BYTES)])],
    ['not-pdf', () => Buffer.from('PK\x03\x04 a document of another kind')],
    ['not-pdf', () => Buffer.from('<html><body>%PDF</body></html>')],
    ['truncated', () => contract.subarray(0, contract.length - 60)],
    ['truncated', () => contract.subarray(0, contract.length / 2)],
    ['truncated', () => Buffer.from('%PDF-1.7\n')],
    ['damaged', () => Buffer.from('%PDF-1.7\nnothing in here\n%%EOF')],
    ['damaged', () => Buffer.concat([contract.subarray(0, 200), Buffer.from('\n%%EOF')])],
  ])('refuses an upload as %s', async (problem, file) => {
    expect(await problemOf(file())).toBe(`upload-${problem}`)
  })

  test('refuses an encrypted document', async () => {
    expect(await problemOf(Buffer.from(encryptedDocument, 'latin1'))).toBe('upload-encrypted')
  })

  test('refuses a document with scripts, launch actions or attached files', async () => {
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

  test('accepts a document with an open action that only sets the view, as in scans', async () => {
    const opens = await documentWith((document) => {
      const page = document.getPage(0).ref
      document.catalog.set(PDFName.of('OpenAction'), document.context.obj([page, 'Fit']))
    })
    expect(await pagesOf(opens)).toBe(1)
  })

  test('refuses a decompression bomb', async () => {
    const packed = deflateSync(Buffer.alloc(BOMB_MB * 1024 * 1024, 0x20))
    const head = `%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
    const bomb = Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\ntrailer << >>\n%%EOF')])
    expect(await problemOf(bomb)).toBe('upload-damaged')
  })

  test.each(['ObjStm', 'XRef', 'XObject'])('refuses a decompression bomb of nested filters in %s', async (type) => {
    const bomb = nestFilters(2, BOMB_MB, type)
    expect(bomb.length).toBeLessThan(4_000)
    expect(await problemOf(bomb)).toBe('upload-damaged')
  })

  test('hands a bomb that only the separate process detects to that process unchanged', async () => {
    const bomb = nestFilters(2, BOMB_MB, `ObjStm ${'% nothing\n'.repeat(20_000)}`)
    expect(await problemOf(bomb)).toBe('upload-damaged')
    const inspectElsewhere = vi.fn(async () => ({ problem: 'damaged' as const }))
    await createInspection(inspectElsewhere)(context, bomb)
    expect(inspectElsewhere).toHaveBeenCalledExactlyOnceWith(bomb, expect.any(Number))
  })

  test('refuses a small file whose page content decompresses to hundreds of megabytes', async () => {
    const large = await documentWith((document) => {
      const page = deflateSync(Buffer.alloc(52 * 1024 * 1024, 0x20))
      const dict = { Filter: 'FlateDecode' }
      const streams = Array.from({ length: 5 }, () => document.context.register(document.context.stream(page, dict)))
      document.getPage(0).node.set(PDFName.of('Contents'), document.context.obj(streams))
    })
    expect(large.length).toBeLessThan(1024 * 1024)
    expect(await problemOf(large)).toBe('upload-damaged')
  })

  test.each(WORDS.filter((words) => !words.includes('/URI')))(
    'refuses a document with %s in any notation',
    async (words) => {
      const update = `\n900 0 obj\n${words}\nendobj\ntrailer\n<< /Size 901 /Root 1 0 R >>\n%%EOF\n`
      expect(await inspectDocument(Buffer.concat([contract, Buffer.from(update)]))).toEqual({ problem: 'active' })
      expect(await inspectDocument(packObjects(words))).toEqual({ problem: 'active' })
    },
  )

  test.each(['/S /#4aavaScript', '/S /#4caunch', '/S /JavaScript'])(
    'refuses a document with %s even if a later object hides it',
    async (action) => {
      const object = (inside: string) => `900 0 obj\n<< ${inside} >>\nendobj\n`
      const update = `\n${object(action)}${object('/Type /Nothing')}trailer\n<< /Size 901 /Root 1 0 R >>\n%%EOF\n`
      expect(await inspectDocument(Buffer.concat([contract, Buffer.from(update)]))).toEqual({ problem: 'active' })
    },
  )

  test.each(LOOPS.map((file, index) => [index, file] as const))(
    'terminates on circular document %i',
    async (_, file) => {
      const outcome = await inspect(file)
      if ('entity' in outcome) expect(await findActive(outcome.entity.safeCopy)).toEqual([])
      else expect(outcome.refusal.status).toBe(400)
    },
  )

  test('refuses a document with too many pages', async () => {
    const long = await documentWith((document) => {
      for (let page = 0; page < CONTRACT_UPLOAD_MAX_PAGES; page += 1) document.addPage()
    })
    expect(await problemOf(long)).toBe('upload-pages')
  })

  test('replies to an invalid file with a message that says what to do', async () => {
    const outcome = await inspect(Buffer.from('hello'))
    expect(outcome).toMatchObject({
      refusal: {
        status: 400,
        message: 'This file is not a PDF. Please save or scan the signed contract as a PDF and upload that.',
      },
    })
  })
})

describe('inspection time limit', () => {
  afterEach(() => void vi.useRealTimers())
  const within = (inspectionMs: number) => ({ ...context, settings: testSettings({ limits: { inspectionMs } }) })
  const refusal = {
    statusCode: 503,
    retryAfterSeconds: 5,
    message:
      'The portal is too busy to check your file right now, so it was not saved. Please try again in a few seconds.',
  }

  test('replies busy at the time limit without judging the document, and frees the slot', async () => {
    for (let times = 0; times < 3; times += 1)
      await expect(inspectUploadedPdf(within(1), contract)).rejects.toMatchObject(refusal)
    await vi.waitFor(async () => expect(await pagesOf(contract)).toBe(2), { timeout: 200_000, interval: 100 })
  })

  test('counts the time limit from the upload, including the wait for a slot', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    const given: number[] = []
    const finishers: (() => void)[] = []
    const inspection = createInspection((_, withinMs) => {
      given.push(withinMs)
      return new Promise<UploadFinding>((resolve) => finishers.push(() => resolve({ problem: 'damaged' })))
    })
    const [first, second, third] = [1, 2, 3].map(() => inspection(within(4_000), contract))
    vi.advanceTimersByTime(1_400)
    finishers[0]?.()
    await first
    await vi.waitFor(() => expect(given).toEqual([4_000, 4_000, 2_600]), { timeout: 200_000 })

    const fourth = inspection(within(4_000), contract)
    vi.advanceTimersByTime(1_500)
    await expect(fourth).rejects.toMatchObject(refusal)
    for (const finish of finishers) finish()
    await Promise.all([second, third])
  })

  test('replies without waiting for a process that does not exit, and keeps its slot taken', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    const inspect = vi.fn(() => new Promise<undefined>(() => {}))
    const inspection = createInspection(inspect)
    const stuck = [1, 2].map(() => inspection(within(4_000), contract))
    const refused = stuck.map((one) => expect(one).rejects.toMatchObject(refusal))
    vi.advanceTimersByTime(4_000)
    await Promise.all(refused)
    const next = expect(inspection(within(4_000), contract)).rejects.toMatchObject(refusal)
    vi.advanceTimersByTime(1_500)
    await next
    expect(inspect).toHaveBeenCalledTimes(2)
  })
})

describe('safe copy', () => {
  test('the safe copy has the same pages and text as the original, and nothing else', async () => {
    const copy = await safeCopyOf(contract)
    const [was, is] = [await readPdf(contract), await readPdf(copy)]
    expect({ pages: is.pages, text: is.text, complaints: is.complaints }).toEqual({
      pages: was.pages,
      text: was.text,
      complaints: '',
    })
    expect(await findActive(contract)).not.toEqual([])
    expect(await findActive(copy)).toEqual([])
  })

  test('the safe copy flattens on-screen signatures and stamps, and omits hidden annotations and links', async () => {
    const signed = await signedOnScreen()
    const copy = await safeCopyOf(signed)
    expect(await findActive(copy)).toEqual([])
    const objects = await readObjects(copy)
    expect(objects).toContain('0 0 1 rg 0 0 100 20 re f')
    expect(objects).toContain('q 2 0 0 2 50 50 cm /Annotation0 Do Q')
    expect(objects).not.toContain('Annotation1')
    expect(objects).not.toContain('plan.example')
  })

  test.each<[string, (document: PDFDocument) => PDFObject]>([
    ['a list', ({ context }) => context.obj([context.register(context.obj({ Type: 'Page' })), 7, PDFRef.of(999)])],
    ['a dictionary', ({ context }) => context.register(context.obj({ Type: 'Page', Length: 3 }))],
    ['a list among streams', ({ context }) => context.obj([context.obj([7]), context.obj('text')])],
  ])(
    'the page content of the safe copy consists of streams only, even if the source has %s there',
    async (_, contentsIn) => {
      const file = await documentWith((document) => {
        document.getPage(0).node.set(PDFName.of('Contents'), contentsIn(document))
      }, false)
      const finding = await inspectDocument(Buffer.from(file))
      if ('problem' in finding) throw new Error(finding.problem)
      const copy = await PDFDocument.load(finding.safeCopy)
      const contents = copy.getPage(0).node.lookup(PDFName.of('Contents'), PDFArray)
      expect(contents.asArray().map((part) => copy.context.lookup(part) instanceof PDFStream)).toEqual([true, true])
      expect((await readPdf(finding.safeCopy)).complaints).toBe('')
    },
  )

  test('the safe copy of a hostile document has no active content', async () => {
    const makeHostile = createHostilePdfs([contract, await signedOnScreen()], 20260302)
    const kinds = new Set<string>()
    for (let index = 0; index < 30; index += 1) {
      const { kind, file } = makeHostile(index)
      // These kinds use the whole time limit, so they need a process that can be killed.
      if (kind === 'a loop' || kind === 'deep nesting') continue
      const finding = await inspectDocument(file)
      if ('problem' in finding) continue
      kinds.add(kind)
      expect({ kind, index, active: await findActive(finding.safeCopy) }).toEqual({ kind, index, active: [] })
    }
    // Proves that some documents reached the check above.
    expect(kinds.size).toBeGreaterThan(1)
  })
})

/** A minimal encrypted document: only its trailer matters. */
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
