import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from '@cantoo/pdf-lib'
import type { BrandPaper, Colour } from './brand-paper.ts'

/** US Letter, in points. */
const WIDTH = 612
const HEIGHT = 792
export const MARGIN = 54
export const TEXT_WIDTH = WIDTH - 2 * MARGIN
const FIRST_TOP = HEIGHT - 104
const NEXT_TOP = HEIGHT - 72
const BOTTOM = 64

export type TextStyle = { size: number; bold?: boolean; colour: Colour; leading?: number }

/** Writes from top to bottom and opens another page when one is full. */
export type PageWriter = {
  doc: PDFDocument
  paper: BrandPaper
  regular: PDFFont
  bold: PDFFont
  page: PDFPage
  /** Where the next line's top is. */
  y: number
}

export async function startPages(paper: BrandPaper): Promise<PageWriter> {
  const doc = await PDFDocument.create()
  const regular = await doc.embedFont(StandardFonts.Helvetica)
  const bold = await doc.embedFont(StandardFonts.HelveticaBold)
  return { doc, paper, regular, bold, page: doc.addPage([WIDTH, HEIGHT]), y: FIRST_TOP }
}

/** Opens another page unless `height` still fits on this one. True when it did. */
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

/** One line at a place; the place is its top left corner. */
export function drawLine(writer: PageWriter, text: string, style: TextStyle, x: number, top: number): void {
  const font = style.bold ? writer.bold : writer.regular
  writer.page.drawText(text, { x, y: top - style.size * 0.94, size: style.size, font, color: style.colour })
}

/** A paragraph that wraps and flows over pages. */
export function writeText(
  writer: PageWriter,
  text: string,
  style: TextStyle,
  area: { indent?: number; width?: number } = {},
): void {
  const indent = area.indent ?? 0
  for (const line of wrapText(writer, text, style, area.width ?? TEXT_WIDTH - indent)) {
    makeRoom(writer, leadingOf(style))
    drawLine(writer, line, style, MARGIN + indent, writer.y)
    skip(writer, leadingOf(style))
  }
}

/** Lines no wider than `width`; a word that is wider by itself is cut. */
export function wrapText(writer: PageWriter, text: string, style: TextStyle, width: number): string[] {
  const font = style.bold ? writer.bold : writer.regular
  const fits = (line: string) => font.widthOfTextAtSize(line, style.size) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((whole) => cutWord(whole, fits))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) line = longer
    else {
      if (line !== '') lines.push(line)
      line = word
    }
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

export function drawRule(
  writer: PageWriter,
  x: number,
  y: number,
  width: number,
  colour: Colour,
  thickness = 0.75,
): void {
  writer.page.drawLine({ start: { x, y }, end: { x: x + width, y }, thickness, color: colour })
}

/** Head and foot of all pages, once it is known how many there are. */
export function finishPages(writer: PageWriter, title: string, reference: string, legalName: string): void {
  const pages = writer.doc.getPages()
  for (const [index, page] of pages.entries()) {
    writer.page = page
    if (index === 0) drawLetterhead(writer, reference)
    else drawRunningHead(writer, title, reference)
    drawFoot(writer, legalName, reference, `Page ${index + 1} of ${pages.length}`)
  }
}

function drawLetterhead(writer: PageWriter, reference: string): void {
  const { page, paper } = writer
  page.drawRectangle({ x: 0, y: HEIGHT - 10, width: WIDTH, height: 10, color: paper.primary })
  page.drawRectangle({ x: 0, y: HEIGHT - 12.5, width: WIDTH, height: 2.5, color: paper.accent })
  paper.drawMark(page, MARGIN, HEIGHT - 36, 40)
  drawLine(writer, paper.wordmark[0], { size: 17, bold: true, colour: paper.ink }, MARGIN + 51, HEIGHT - 38)
  drawLine(writer, paper.wordmark[1], { size: 10.5, colour: paper.soft }, MARGIN + 51, HEIGHT - 60)
  drawRight(writer, 'Reference number', { size: 8.5, colour: paper.soft }, HEIGHT - 41)
  drawRight(writer, reference, { size: 13, bold: true, colour: paper.ink }, HEIGHT - 54)
}

function drawRunningHead(writer: PageWriter, title: string, reference: string): void {
  const { page, paper } = writer
  page.drawRectangle({ x: 0, y: HEIGHT - 5, width: WIDTH, height: 5, color: paper.primary })
  const style = { size: 8.5, colour: paper.soft }
  drawLine(writer, `${paper.wordmark.join(' ')} · ${title}`, style, MARGIN, HEIGHT - 34)
  drawRight(writer, `Reference ${reference}`, { ...style, bold: true }, HEIGHT - 34)
  drawRule(writer, MARGIN, HEIGHT - 52, TEXT_WIDTH, paper.line)
}

function drawFoot(writer: PageWriter, legalName: string, reference: string, pageOf: string): void {
  const style = { size: 8, colour: writer.paper.soft }
  drawRule(writer, MARGIN, 48, TEXT_WIDTH, writer.paper.line)
  drawLine(writer, `${legalName} · Reference ${reference}`, style, MARGIN, 40)
  drawRight(writer, pageOf, style, 40)
}

function drawRight(writer: PageWriter, text: string, style: TextStyle, top: number): void {
  const font = style.bold ? writer.bold : writer.regular
  drawLine(writer, text, style, WIDTH - MARGIN - font.widthOfTextAtSize(text, style.size), top)
}
