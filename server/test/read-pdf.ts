import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodePDFRawStream, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'

/** A document's text and objects, read with PDF programs if installed, otherwise by this module. */
export type PdfReading = {
  pages: number
  /** One line per page, with words separated by single spaces. */
  text: string[]
  /** All objects in PDF syntax, with decompressed streams. */
  syntax: string
  /** Messages of the PDF checker; empty if it found no problem. */
  complaints: string
}

/** All objects with decompressed streams, read without an external program. */
export async function readObjects(file: Uint8Array): Promise<string> {
  return writeObjects(await PDFDocument.load(file, { updateMetadata: false }))
}

/** The structure that a screen reader uses: indented tags with their text. Undefined if the program is not installed. */
export function readStructure(file: Uint8Array): string[] | undefined {
  const printed = withFile(file, (path) => runTool('pdfinfo', ['-struct-text', path]))
  return printed && splitStructure(printed.stdout.toString('utf8'))
}

/** Each word with its left and right end in points. Undefined if the program is not installed. */
export function readWords(file: Uint8Array): { word: string; left: number; right: number }[] | undefined {
  const printed = withFile(file, (path) => runTool('pdftotext', ['-bbox', path, '-']))
  if (!printed) return undefined
  const found = printed.stdout
    .toString('utf8')
    .matchAll(/<word xMin="([\d.-]+)" .*? xMax="([\d.-]+)".*?>(.*?)<\/word>/g)
  return [...found].map(([, left, right, word = '']) => ({ word, left: Number(left), right: Number(right) }))
}

export async function readPdf(file: Uint8Array): Promise<PdfReading> {
  const document = await PDFDocument.load(file, { updateMetadata: false })
  const pages = document.getPageCount()
  const syntax = writeObjects(document)
  return withFile(file, (path) => {
    const checked = runTool('qpdf', ['--check', path])
    const unpacked = runTool('qpdf', ['--qdf', '--object-streams=disable', path, '-'])
    const text = runTool('pdftotext', ['-layout', path, '-'])
    return {
      pages,
      text: text ? splitPages(text.stdout.toString('utf8')) : drawnText(document),
      syntax: unpacked ? `${syntax}\n${unpacked.stdout.toString('latin1')}` : syntax,
      complaints: checked && checked.status !== 0 ? `${checked.stdout}${checked.stderr}` : '',
    }
  })
}

function withFile<Result>(file: Uint8Array, read: (path: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'portico-pdf-'))
  const path = join(folder, 'document.pdf')
  try {
    writeFileSync(path, file)
    return read(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns undefined if the program is not installed. */
function runTool(tool: string, args: string[]) {
  const result = spawnSync(tool, args, { maxBuffer: 256 * 1024 * 1024 })
  return result.error ? undefined : result
}

function splitPages(text: string): string[] {
  const pages = text.split('\f').map((page) => page.replace(/\s+/g, ' ').trim())
  return pages.at(-1) === '' ? pages.slice(0, -1) : pages
}

/** Each line is a tag, an attribute, or quoted text. */
function splitStructure(printed: string): string[] {
  const elements: string[] = []
  for (const line of printed.split('\n')) {
    const text = /^\s*"(.*)"$/.exec(line)?.[1]
    const tag = /^ *[A-Z]\w*/.exec(line)?.[0]
    if (text !== undefined) elements.push(`${elements.pop()}${text}`)
    else if (tag) elements.push(`${tag} `)
  }
  return elements.map((element) => element.trimEnd())
}

function writeObjects(document: PDFDocument): string {
  const objects = document.context.enumerateIndirectObjects().map(([, object]) => {
    if (!(object instanceof PDFRawStream)) return object.toString()
    return `${object.dict.toString()}\n${Buffer.from(decodePDFRawStream(object).decode()).toString('latin1')}`
  })
  return objects.join('\n')
}

/** The strings of a page in drawing order: hexadecimal, in the encoding of the standard fonts. */
function drawnText(document: PDFDocument): string[] {
  const decoder = new TextDecoder('windows-1252')
  return document.getPages().map((page) => {
    const contents = page.node.normalizedEntries().Contents?.asArray() ?? []
    const streams = contents
      .map((ref) => document.context.lookup(ref))
      .filter((object) => object instanceof PDFRawStream)
    const drawing = streams
      .map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1'))
      .join('\n')
    const strings = [...drawing.matchAll(/<([0-9A-Fa-f]*)>\s*Tj/g)].map(([, hex]) =>
      decoder.decode(Buffer.from(hex ?? '', 'hex')),
    )
    return strings.join(' ').replace(/\s+/g, ' ')
  })
}
