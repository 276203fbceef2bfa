import type { Brand } from '@portico/core/brand'
import type { Clause } from './contract-terms.ts'
import {
  drawLine,
  drawRule,
  leadingOf,
  MARGIN,
  makeRoom,
  type PageWriter,
  skip,
  TEXT_WIDTH,
  type TextStyle,
  wrapText,
  writeText,
} from './page-writer.ts'

const LABEL_WIDTH = 132
const COLUMN_GAP = 28
const HALF = (TEXT_WIDTH - COLUMN_GAP) / 2
const MAX_UPLOAD = '10 MB'

/** A heading keeps company with at least `follows` points of what comes after it. */
export function writeHeading(writer: PageWriter, text: string, follows = 60): void {
  const { paper } = writer
  if (!makeRoom(writer, 40 + follows)) skip(writer, 14)
  drawLine(writer, text, { size: 13, bold: true, colour: paper.strong }, MARGIN, writer.y)
  skip(writer, 18)
  drawRule(writer, MARGIN, writer.y, 36, paper.accent, 2)
  skip(writer, 9)
}

/** Label and value; an empty value is a line to write on. */
export function writeFacts(writer: PageWriter, rows: [string, string][]): void {
  const { paper } = writer
  const value: TextStyle = { size: 10.5, bold: true, colour: paper.ink }
  for (const [label, text] of rows) {
    const lines = wrapText(writer, text, value, TEXT_WIDTH - LABEL_WIDTH - 16)
    const height = lines.length * leadingOf(value) + (text === '' ? 12 : 9)
    makeRoom(writer, height)
    writer.page.drawRectangle({
      x: MARGIN,
      y: writer.y - height,
      width: LABEL_WIDTH,
      // The rule above stays visible.
      height: height - 0.5,
      color: paper.tint,
    })
    drawLine(writer, label, { size: 9.5, colour: paper.strong }, MARGIN + 9, writer.y - 7)
    for (const [index, line] of lines.entries()) {
      drawLine(writer, line, value, MARGIN + LABEL_WIDTH + 12, writer.y - 6 - index * leadingOf(value))
    }
    skip(writer, height)
    drawRule(writer, MARGIN, writer.y, TEXT_WIDTH, paper.line)
  }
}

/** The groups in two columns, row by row, over as many pages as they need. */
export function writeGroups(writer: PageWriter, groups: string[]): void {
  const style: TextStyle = { size: 9.5, colour: writer.paper.ink, leading: 12.5 }
  const numbers = 24
  writeHeading(writer, `Provider groups covered (${groups.length})`)
  for (let first = 0; first < groups.length; first += 2) {
    const pair = groups.slice(first, first + 2).map((name) => wrapText(writer, name, style, HALF - numbers))
    const height = Math.max(...pair.map((lines) => lines.length)) * leadingOf(style) + 4
    makeRoom(writer, height)
    for (const [column, lines] of pair.entries()) {
      const x = MARGIN + column * (HALF + COLUMN_GAP)
      drawLine(writer, `${first + column + 1}.`, { ...style, colour: writer.paper.soft }, x, writer.y)
      for (const [index, line] of lines.entries()) {
        drawLine(writer, line, style, x + numbers, writer.y - index * leadingOf(style))
      }
    }
    skip(writer, height)
  }
}

export function writeTerms(writer: PageWriter, clauses: Clause[]): void {
  const { paper } = writer
  const text: TextStyle = { size: 10, colour: paper.ink, leading: 14 }
  for (const [index, clause] of clauses.entries()) {
    const height = 16 + wrapText(writer, clause.text, text, TEXT_WIDTH - 22).length * leadingOf(text)
    makeRoom(writer, height)
    drawLine(writer, `${index + 1}.`, { ...text, bold: true, colour: paper.primary }, MARGIN, writer.y)
    writeText(writer, clause.heading, { ...text, bold: true, leading: 15 }, { indent: 22 })
    writeText(writer, clause.text, text, { indent: 22 })
    skip(writer, 6)
  }
}

const SIGNATURE_ROW = 38

/** Two people sign: who may bind the provider, and the registrant. The block stays on one page. */
export function writeSignatures(writer: PageWriter): void {
  const { paper } = writer
  const fields = ['Signature', 'Name in print', 'Title', 'Date']
  writeHeading(writer, 'Signatures', 10 + fields.length * SIGNATURE_ROW)
  const names = ['For the provider', 'Senior Access Administrator (registrant)']
  for (const [column, name] of names.entries()) {
    const x = MARGIN + column * (HALF + COLUMN_GAP)
    drawLine(writer, name, { size: 10, bold: true, colour: paper.ink }, x, writer.y)
    for (const [row, field] of fields.entries()) {
      const y = writer.y - 14 - (row + 1) * SIGNATURE_ROW + 12
      drawRule(writer, x, y, HALF, paper.ink, 0.8)
      drawLine(writer, field, { size: 8, colour: paper.soft }, x, y - 3)
    }
  }
  skip(writer, 22 + fields.length * SIGNATURE_ROW)
}

/** How the signed paper comes back: by upload, mail or fax. */
export function writeReturning(writer: PageWriter, brand: Brand): void {
  const { paper } = writer
  const style: TextStyle = { size: 9.5, colour: paper.ink, leading: 13.5 }
  writeHeading(writer, 'How to return this contract', 110)
  const ways: [string, string][] = [
    [
      'Upload',
      `Log in to the provider portal, open your request’s status page and upload the signed pages as one PDF of at most ${MAX_UPLOAD}. This is the fastest way.`,
    ],
    ['Mail', `Send all pages to ${paper.returnAddress.join(', ')}.`],
    ['Fax', `Fax all pages to ${paper.fax}. The reference number must be readable on each.`],
  ]
  for (const [way, text] of ways) {
    makeRoom(writer, 30)
    drawLine(writer, way, { ...style, bold: true, colour: paper.primary }, MARGIN, writer.y)
    writeText(writer, text, style, { indent: 60 })
    skip(writer, 4)
  }
  skip(writer, 4)
  const after = `We check the signed contract and tell you by email when your access is active, or what is still missing. Questions? Call Provider Services at ${brand.providerServicesPhone} (${brand.providerServicesHours}).`
  writeText(writer, after, style)
}
