import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'

/** Active content, by the keys and by the types of PDF objects. */
const keys = [
  ...['JS', 'JavaScript', 'AA', 'A', 'OpenAction', 'Annots', 'AcroForm', 'XFA', 'Names', 'Dests', 'Outlines'],
  ...[
    'EF',
    'AF',
    'EmbeddedFiles',
    'URI',
    'Metadata',
    'PieceInfo',
    'OC',
    'OCProperties',
    'StructTreeRoot',
    'RichMediaContent',
  ],
].map((key) => `/${key}`)
const kinds = [
  ...['Action', 'Annot', 'JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'ResetForm', 'GoTo', 'GoToR', 'GoToE'],
  ...['URI', 'Named', 'Rendition', 'Movie', 'Sound', 'RichMedia', '3D', 'EmbeddedFile', 'Filespec', 'Sig'],
].map((kind) => `/${kind}`)

/** Returns an empty list for a document without active content. Uses qpdf as an independent reader, if installed. */
export async function findActive(file: Uint8Array): Promise<string[]> {
  const found = new Set<string>()
  for (const value of await readValues(file)) look(value, found)
  return [...found]
}

export const hasQpdf = (): boolean => spawnSync('qpdf', ['--version']).error === undefined

async function readValues(file: Uint8Array): Promise<unknown[]> {
  const run = runQpdf(file)
  if (run.error) return readBySelf(file)
  // Exit code 3 means that qpdf repaired the file.
  if (run.status !== 0 && run.status !== 3) throw new Error(`qpdf cannot read it: ${run.stderr}`)
  return [JSON.parse(run.stdout.toString('utf8')).qpdf[1]]
}

function runQpdf(file: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-pdf-'))
  const path = join(folder, 'document.pdf')
  try {
    writeFileSync(path, file)
    return spawnSync('qpdf', ['--json', '--json-key=qpdf', '--json-stream-data=none', path], {
      maxBuffer: 256 * 1024 * 1024,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function look(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) look(item, found)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (keys.includes(key)) found.add(key)
    if (['/S', '/Subtype', '/Type'].includes(key) && kinds.includes(String(inner))) found.add(`${key} ${inner}`)
    look(inner, found)
  }
}

async function readBySelf(file: Uint8Array): Promise<unknown[]> {
  const { context } = await PDFDocument.load(file, { updateMetadata: false })
  return context.enumerateIndirectObjects().map(([, object]) => plain(object))
}

function plain(object: PDFObject): unknown {
  if (object instanceof PDFStream) return plain(object.dict)
  if (object instanceof PDFArray) return object.asArray().map(plain)
  if (object instanceof PDFDict)
    return Object.fromEntries(object.entries().map(([key, value]) => [nameOf(key), plain(value)]))
  return object instanceof PDFName ? nameOf(object) : object.toString()
}

const nameOf = (name: PDFName): string => `/${name.decodeText()}`
