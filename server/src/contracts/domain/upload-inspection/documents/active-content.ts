import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFInvalidObject,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib'
import { type Allowance, Unreadable, unpackStream } from './unpack-stream.ts'

/** Scripts, launch actions, embedded or external files, sound and video: a signed contract needs none of them. */
const activeKinds = [
  ...['JavaScript', 'Launch', 'ImportData', 'SubmitForm', 'GoToR', 'GoToE', 'Rendition'],
  ...['RichMedia', 'EmbeddedFile', 'EmbeddedFiles', 'Movie', 'Sound', '3D'],
]
const activeKeys = ['JS', 'JavaScript', 'EF', 'EmbeddedFiles', 'XFA', 'AA', 'RichMediaContent', 'RichMediaSettings']

const kinds = new Set(activeKinds)
const keys = new Set(activeKeys)

export const isActiveName = (name: string): boolean => kinds.has(name) || keys.has(name)

/** Decodes a PDF name as readers do: '#4a' and '#4A' are 'J'. */
export const decodeName = (written: string): string =>
  written.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]+)/g

/** Short names occur by chance in compressed images, so only decompressed data is searched for them. */
const longWords = new Set([...kinds, ...keys].filter((word) => word.length > 4))
const allWords = new Set([...kinds, ...keys])

function names(text: string, words: ReadonlySet<string>): boolean {
  for (const [, written = ''] of text.matchAll(NAME)) if (words.has(decodeName(written))) return true
  return false
}

/**
 * Searches the whole file for the names of active content, because one reader may reach an object that another skips.
 * Decompresses object streams within the allowance.
 */
export function namesActiveContent(file: Buffer, allowance: Allowance): boolean {
  if (names(file.toString('latin1'), longWords)) return true
  for (const unpacked of unpackObjectStreams(file, allowance))
    if (names(unpacked.toString('latin1'), allWords)) return true
  return false
}

const HEADER_BYTES = 64 * 1024
const OBJECT = /\d[\s\0]+obj/

/** PDF readers decompress object streams, so the inspection does too. */
function* unpackObjectStreams(file: Buffer, allowance: Allowance): Generator<Buffer> {
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    if (file.toString('latin1', Math.max(0, at - 3), at) === 'end') continue
    const before = file.toString('latin1', Math.max(0, at - HEADER_BYTES), at)
    const header = decodeName(before.split(OBJECT).at(-1) ?? '')
    if (!/\/(ObjStm|XRef)(?![^\0\t\n\f\r ()<>[\]{}/%])/.test(header)) continue
    const start = at + 6 + (file[at + 6] === 0x0d ? 2 : 1)
    const end = file.indexOf('endstream', start)
    yield unpackStream(file.subarray(start, end < 0 ? file.length : end), filtersIn(header), allowance)
  }
}

function filtersIn(header: string): string[] {
  const written = /\/Filter\s*(\/[^\s/[\]<>()]+|\[[^\]]*\])/.exec(header)?.[1]
  if (!written && header.includes('/Filter')) throw new Unreadable('filters written elsewhere')
  return [...(written ?? '').matchAll(NAME)].map(([, name = '']) => name)
}

const kindKeys = ['S', 'Subtype', 'Type'].map((key) => PDFName.of(key))
const MAX_DEPTH = 100

/** Searches the parsed objects, at any depth. */
export function hasActiveContent(document: PDFDocument): boolean {
  return document.context.enumerateIndirectObjects().some(([, object]) => isActive(object, 0))
}

function isActive(object: PDFObject, depth: number): boolean {
  if (depth > MAX_DEPTH) return true
  if (object instanceof PDFStream) return isActive(object.dict, depth + 1)
  if (object instanceof PDFArray) return object.asArray().some((item) => isActive(item, depth + 1))
  if (!(object instanceof PDFDict)) return false
  if (object.keys().some((key) => keys.has(key.decodeText()))) return true
  if (kindKeys.some((key) => isActiveKind(object.lookup(key)))) return true
  return object.values().some((value) => isActive(value, depth + 1))
}

const isActiveKind = (kind: PDFObject | undefined): boolean => kind instanceof PDFName && kinds.has(kind.decodeText())

const MAX_PIXELS = 100_000_000

/** Decompresses every stream, and checks images by their declared size. Throws Unreadable over the limits. */
export function unpackAll(document: PDFDocument, allowance: Allowance): void {
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    // Another reader may parse content in a broken stream that this one cannot.
    if (object instanceof PDFInvalidObject && bytesOf(object).includes('stream'))
      throw new Unreadable('a broken stream')
    if (!(object instanceof PDFRawStream)) continue
    unpackStream(object.contents, filtersOf(object.dict), allowance)
    if (numberIn(object.dict, 'Width') * numberIn(object.dict, 'Height') > MAX_PIXELS)
      throw new Unreadable('a huge picture')
  }
}

function bytesOf(object: PDFInvalidObject): Buffer {
  const bytes = Buffer.alloc(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return bytes
}

function numberIn(dict: PDFDict, key: string): number {
  const value = dict.lookup(PDFName.of(key))
  return value instanceof PDFNumber ? value.asNumber() : 0
}

function filtersOf(dict: PDFDict): string[] {
  const filter = dict.lookup(PDFName.of('Filter'))
  if (filter instanceof PDFName) return [filter.decodeText()]
  if (!(filter instanceof PDFArray)) return []
  return Array.from({ length: filter.size() }, (_, index) => filter.lookup(index, PDFName).decodeText())
}
