import { PDFDocument } from '@cantoo/pdf-lib'
import { CONTRACT_PICTURES_MAX, CONTRACT_UPLOAD_MAX_BYTES } from '@portico/core/contracts/limits'
import { expect, test } from 'vitest'
import { findActive } from '../../../../test/active-in-pdf.ts'
import { testSettings } from '../../../../test/build-test-app.ts'
import { createHostilePictures } from '../../../../test/hostile-pictures.ts'
import { isLongForm } from '../../../../test/long-form.ts'
import { heic, PLACE, photo } from '../../../../test/photos.ts'
import { png } from '../../../../test/png.ts'
import { inspectDocument } from './documents/inspect-document.ts'
import { inspectPictures } from './inspect-pictures.ts'
import { bindPages } from './pictures/bind-pages.ts'
import { redrawPicture } from './pictures/redraw-picture.ts'

const inspectWithin = (inspectionMs: number, files: Buffer[]) =>
  inspectPictures(
    { address: '203.0.113.6', settings: testSettings({ limits: { inspectionMs } }) },
    files.map((content) => ({ content, turn: 0 as const })),
  )
const inspect = (...files: Buffer[]) => inspectWithin(30_000, files)

async function refusalOf(...files: Buffer[]) {
  const outcome = await inspect(...files)
  if ('entity' in outcome) throw new Error('The pictures were accepted.')
  return outcome.refusal
}

test('makes one PDF with a letter page for each picture, in order, without EXIF data', async () => {
  const outcome = await inspect(photo(), photo({ width: 80, height: 40 }), png({ width: 30, height: 40 }))
  if ('refusal' in outcome) throw new Error(outcome.refusal.message)
  const { document, safeCopy, pages } = outcome.entity
  expect(pages).toBe(3)
  for (const file of [document, safeCopy]) {
    expect((await PDFDocument.load(file)).getPageCount()).toBe(3)
    expect(file.includes(PLACE)).toBe(false)
    expect(await findActive(file)).toEqual([])
  }
  const boxes = [...document.toString('latin1').matchAll(/\/MediaBox \[ ([\d. ]+) \]/g)].map(([, box]) => box)
  expect(boxes).toEqual(['0 0 612 792', '0 0 792 612', '0 0 612 792'])
})

test('names the picture that it refuses, and says how to send HEIC as JPEG', async () => {
  expect(await refusalOf(photo(), heic())).toEqual({
    status: 400,
    messageCode: 'upload-picture-heic',
    message:
      'Picture 2 is in the HEIC format, which we cannot read. Please send it as JPEG. On an iPhone, open Settings, Camera, Formats, choose Most Compatible and take the picture again.',
  })
  expect((await refusalOf(Buffer.from('GIF89a'))).message).toBe(
    'Picture 1 is not a JPEG or PNG picture. Please take a photo of the page, or send the form as a PDF.',
  )
})

test('refuses too many pictures, and pictures that are too large together', async () => {
  const many = Array.from({ length: CONTRACT_PICTURES_MAX + 1 }, () => photo())
  expect((await refusalOf(...many)).messageCode).toBe('upload-pictures')
  const half = Buffer.concat([photo(), Buffer.alloc(CONTRACT_UPLOAD_MAX_BYTES / 2)])
  expect((await refusalOf(half, half)).messageCode).toBe('upload-pictures-large')
})

/** These can use all of the CPU time or memory, so they need a process that can be killed. */
const COSTLY = new Set(['a pixel bomb', 'many scans', 'many tables', 'another size'])

// This seed has pictures of each kind among its first twenty, and several that can be redrawn.
const SEED = 10
const PICTURES = isLongForm ? 200 : 20

test('hostile pictures end in a sentence or in a page without active content', async () => {
  const makeHostile = createHostilePictures(SEED)
  const redrawn: Uint8Array[] = []
  const refused = new Map<string, number>()
  for (let index = 0; index < PICTURES; index += 1) {
    const { kind, file } = makeHostile(index)
    if (COSTLY.has(kind)) {
      // Less time than in production, which `npm run soak` gives them.
      const outcome = await inspectWithin(2_000, [file]).catch((error: Error) => ({ refusal: error }))
      const isSentence = 'refusal' in outcome && outcome.refusal.message.endsWith('.')
      expect(isSentence || 'entity' in outcome, `${kind} ${index}`).toBe(true)
      continue
    }
    const drawn = redrawPicture(file, 0)
    if ('picture' in drawn) redrawn.push(drawn.picture)
    else refused.set(kind, (refused.get(kind) ?? 0) + 1)
  }
  // Proves that some pictures were refused and that some reached the check below.
  expect(refused.size).toBeGreaterThan(4)
  expect(redrawn.length).toBeGreaterThan(PICTURES / 10)
  const finding = await inspectDocument(Buffer.from(await bindPages(redrawn)))
  if ('problem' in finding) throw new Error(finding.problem)
  expect(finding.pages).toBe(redrawn.length)
  expect(await findActive(finding.safeCopy)).toEqual([])
})
