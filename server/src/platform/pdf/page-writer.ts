import {
  beginText,
  endText,
  moveText,
  PDFDocument,
  type PDFPage,
  setFillingColor,
  setFontAndSize,
  showText,
} from '@cantoo/pdf-lib'
import { declareArchiveFormat } from './archive-format.ts'
import type { BrandPaper, Color } from './brand-paper.ts'
import { addFont, type EmbeddedFont, type FontStyle } from './embedded-font.ts'
import {
  drawPiece,
  embedStructure,
  type Structure,
  startStructure,
  type Tag,
  writeDecoration,
  writeElement,
} from './structure-tree.ts'

/** US Letter, in points. */
export const WIDTH = 612
export const HEIGHT = 792
export const MARGIN = 54
export const TEXT_WIDTH = WIDTH - 2 * MARGIN
const FIRST_TOP = HEIGHT - 104
const NEXT_TOP = HEIGHT - 72
const BOTTOM = 64

/** The default color is the brand's ink. */
export type TextStyle = { size: number; font?: FontStyle; color?: Color; leading?: number }

/** Metadata of the document. */
export type About = { title: string; author?: string; subject?: string; date?: Date }

/** Writes from top to bottom, adds a page when one is full, and tags content for screen readers. */
export type PageWriter = {
  doc: PDFDocument
  structure: Structure
  paper: BrandPaper
  fonts: Record<FontStyle, EmbeddedFont>
  page: PDFPage
  /** The top of the next line. */
  y: number
}

export async function startPages(paper: BrandPaper, about: About): Promise<PageWriter> {
  const doc = await PDFDocument.create()
  doc.setTitle(about.title, { showInWindowTitleBar: true })
  doc.setLanguage('en-US')
  doc.setCreator('Portico')
  doc.setProducer('Portico')
  if (about.author) doc.setAuthor(about.author)
  if (about.subject) doc.setSubject(about.subject)
  if (about.date) {
    doc.setCreationDate(about.date)
    doc.setModificationDate(about.date)
  }
  const fonts = { regular: addFont(doc, 'regular'), bold: addFont(doc, 'bold'), italic: addFont(doc, 'italic') }
  const page = doc.addPage([WIDTH, HEIGHT])
  return { doc, structure: startStructure(doc), paper, fonts, page, y: FIRST_TOP }
}

/**
 * A document to be signed has no object streams, because a signature is appended without changing a byte. Otherwise
 * object streams halve its size.
 */
export async function savePages(writer: PageWriter, { signable = true } = {}): Promise<Buffer> {
  embedStructure(writer.structure)
  for (const font of Object.values(writer.fonts)) font.embed()
  declareArchiveFormat(writer.doc)
  return Buffer.from(await writer.doc.save({ useObjectStreams: !signable }))
}

/** Puts everything that `write` draws into one tagged element: a heading, a table, a cell. */
export function tag(writer: PageWriter, name: Tag, write: () => void): void {
  writeElement(writer.structure, name, write)
}

/** Marks what `write` draws as decoration. */
export function decorate(writer: PageWriter, write: () => void): void {
  writeDecoration(writer.structure, write)
}

/** Adds a page unless `height` still fits on this one. Returns true if it did. */
export function makeRoom(writer: PageWriter, height: number): boolean {
  if (writer.y - height >= BOTTOM) return false
  writer.page = writer.doc.addPage([WIDTH, HEIGHT])
  writer.y = NEXT_TOP
  return true
}

export function skip(writer: PageWriter, height: number): void {
  writer.y -= height
}

export function leadingOf(style: TextStyle): number {
  return style.leading ?? style.size * 1.42
}

export function widthOf(writer: PageWriter, text: string, style: TextStyle): number {
  return writer.fonts[style.font ?? 'regular'].widthOf(text, style.size)
}

/** Text at a position: the left end of its baseline. */
export function drawText(writer: PageWriter, text: string, style: TextStyle, at: { x: number; y: number }): void {
  if (text === '') return
  const { page, paper, structure } = writer
  const font = writer.fonts[style.font ?? 'regular']
  page.node.setFontDictionary(font.name, font.ref)
  drawPiece(structure, page, () =>
    // The library's own call would declare the font again for every text.
    page.pushOperators(
      beginText(),
      setFillingColor(style.color ?? paper.ink),
      setFontAndSize(font.name, style.size),
      moveText(at.x, at.y),
      showText(font.encode(text)),
      endText(),
    ),
  )
}

/** Lines below each other; the position is the top left corner of the first. */
export function drawLines(writer: PageWriter, lines: string[], style: TextStyle, at: { x: number; top: number }): void {
  for (const [index, line] of lines.entries()) {
    drawText(writer, line, style, { x: at.x, y: at.top - style.size * 0.94 - index * leadingOf(style) })
  }
}

/** A paragraph that wraps and flows over pages. */
export function writeText(writer: PageWriter, text: string, style: TextStyle, indent = 0): void {
  for (const line of wrapText(writer, text, style, TEXT_WIDTH - indent)) {
    makeRoom(writer, leadingOf(style))
    drawLines(writer, [line], style, { x: MARGIN + indent, top: writer.y })
    skip(writer, leadingOf(style))
  }
}

/**
 * Wraps text to `width`; a longer word is cut. The space between words stays at the end of a line, so that copied or
 * spoken text joins correctly.
 */
export function wrapText(writer: PageWriter, text: string, style: TextStyle, width: number): string[] {
  const fits = (line: string) => widthOf(writer, line.trimEnd(), style) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<= )/).flatMap((whole) => cutWord(whole, fits))) {
    if (line !== '' && !fits(line + word)) {
      lines.push(line)
      line = ''
    }
    line += word
  }
  return [...lines, line]
}

function cutWord(word: string, fits: (text: string) => boolean): string[] {
  if (fits(word)) return [word]
  const parts: string[] = []
  let part = ''
  for (const letter of word) {
    if (part !== '' && !fits(part + letter)) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}

/** Draws a decorative shape. */
export function drawShape(writer: PageWriter, draw: (page: PDFPage) => void): void {
  decorate(writer, () => drawPiece(writer.structure, writer.page, () => draw(writer.page)))
}

/** Draws a picture. Screen readers read `alt` instead. */
export function drawFigure(writer: PageWriter, alt: string, draw: (page: PDFPage) => void): void {
  writeElement(writer.structure, 'Figure', () => drawPiece(writer.structure, writer.page, () => draw(writer.page)), alt)
}

export type Rule = { x: number; y: number; width: number; color: Color; thickness?: number }

export function drawRule(writer: PageWriter, { x, y, width, color, thickness = 0.75 }: Rule): void {
  drawShape(writer, (page) => page.drawLine({ start: { x, y }, end: { x: x + width, y }, thickness, color: color }))
}
