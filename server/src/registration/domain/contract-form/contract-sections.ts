import type { Brand } from '@portico/core/brand'
import {
  drawLines,
  drawRule,
  drawShape,
  leadingOf,
  MARGIN,
  makeRoom,
  type PageWriter,
  skip,
  TEXT_WIDTH,
  type TextStyle,
  tag,
  wrapText,
  writeText,
} from '#platform/pdf/page-writer.ts'
import type { Clause } from './contract-terms.ts'

const LABEL_WIDTH = 132
const COLUMN_GAP = 28
const HALF = (TEXT_WIDTH - COLUMN_GAP) / 2
const MAX_UPLOAD = '10 MB'

/** Breaks the page before a heading unless at least `follows` points of content fit below it. */
export function writeHeading(writer: PageWriter, text: string, follows = 60): void {
  const { paper } = writer
  if (!makeRoom(writer, 40 + follows)) skip(writer, 14)
  const at = { x: MARGIN, top: writer.y }
  tag(writer, 'H2', () => drawLines(writer, [text], { size: 13, font: 'bold', color: paper.strong }, at))
  skip(writer, 18)
  drawRule(writer, { x: MARGIN, y: writer.y, width: 36, color: paper.accent, thickness: 2 })
  skip(writer, 9)
}

/** Rows of label and value. An empty value is a line to write on. */
export function writeFacts(writer: PageWriter, rows: [string, string][]): void {
  tag(writer, 'Table', () => {
    for (const [label, text] of rows) tag(writer, 'TR', () => writeFact(writer, label, text))
  })
}

function writeFact(writer: PageWriter, label: string, text: string): void {
  const { paper } = writer
  const value: TextStyle = { size: 10.5, font: 'bold' }
  const lines = wrapText(writer, text, value, TEXT_WIDTH - LABEL_WIDTH - 16)
  const height = lines.length * leadingOf(value) + (text === '' ? 12 : 9)
  makeRoom(writer, height)
  const { y } = writer
  drawShape(writer, (page) =>
    // Leaves the rule above visible.
    page.drawRectangle({ x: MARGIN, y: y - height, width: LABEL_WIDTH, height: height - 0.5, color: paper.tint }),
  )
  tag(writer, 'TH', () => drawLines(writer, [label], { size: 9.5, color: paper.strong }, { x: MARGIN + 9, top: y - 7 }))
  tag(writer, 'TD', () => drawLines(writer, lines, value, { x: MARGIN + LABEL_WIDTH + 12, top: y - 6 }))
  skip(writer, height)
  drawRule(writer, { x: MARGIN, y: writer.y, width: TEXT_WIDTH, color: paper.line })
}

/** Writes the groups in two columns, row by row, across pages. */
export function writeGroups(writer: PageWriter, groups: string[]): void {
  const style: TextStyle = { size: 9.5, leading: 12.5 }
  const numbers = 24
  writeHeading(writer, `Provider groups covered (${groups.length})`)
  tag(writer, 'L', () => {
    for (let first = 0; first < groups.length; first += 2) {
      const pair = groups.slice(first, first + 2).map((name) => wrapText(writer, name, style, HALF - numbers))
      const height = Math.max(...pair.map((lines) => lines.length)) * leadingOf(style) + 4
      makeRoom(writer, height)
      for (const [column, lines] of pair.entries()) {
        const at = { x: MARGIN + column * (HALF + COLUMN_GAP), top: writer.y }
        const number = `${first + column + 1}.`
        tag(writer, 'LI', () => {
          tag(writer, 'Lbl', () => drawLines(writer, [number], { ...style, color: writer.paper.soft }, at))
          tag(writer, 'LBody', () => drawLines(writer, lines, style, { ...at, x: at.x + numbers }))
          if (lines[0] === '') drawBlank(writer, { x: at.x + numbers, top: at.top, width: HALF - numbers })
        })
      }
      skip(writer, height)
    }
  })
}

/** A line to write on. */
function drawBlank(writer: PageWriter, { x, top, width }: { x: number; top: number; width: number }): void {
  drawRule(writer, { x, y: top - 11, width, color: writer.paper.line })
}

export function writeTerms(writer: PageWriter, clauses: Clause[]): void {
  tag(writer, 'L', () => {
    for (const [index, clause] of clauses.entries()) tag(writer, 'LI', () => writeClause(writer, clause, index + 1))
  })
}

function writeClause(writer: PageWriter, { heading, text }: Clause, number: number): void {
  const style: TextStyle = { size: 10, leading: 14 }
  makeRoom(writer, 16 + wrapText(writer, text, style, TEXT_WIDTH - 22).length * leadingOf(style))
  const label: TextStyle = { ...style, font: 'bold', color: writer.paper.primary }
  tag(writer, 'Lbl', () => drawLines(writer, [`${number}.`], label, { x: MARGIN, top: writer.y }))
  tag(writer, 'LBody', () => {
    tag(writer, 'P', () => writeText(writer, heading, { ...style, font: 'bold', leading: 15 }, 22))
    tag(writer, 'P', () => writeText(writer, text, style, 22))
  })
  skip(writer, 6)
}

const SIGNATURE_ROW = 38
const SIGNATURE_FIELDS = ['Signature', 'Name in print', 'Title', 'Date']

/** Writes the two signature blocks, of the provider's signatory and the registrant, on one page. */
export function writeSignatures(writer: PageWriter): void {
  const height = SIGNATURE_FIELDS.length * SIGNATURE_ROW
  writeHeading(writer, 'Signatures', 10 + height)
  const names = ['For the provider', 'Senior Access Administrator (registrant)']
  for (const [column, name] of names.entries()) {
    tag(writer, 'Sect', () => writeSignature(writer, name, MARGIN + column * (HALF + COLUMN_GAP)))
  }
  skip(writer, 22 + height)
}

function writeSignature(writer: PageWriter, name: string, x: number): void {
  const { paper } = writer
  tag(writer, 'H3', () => drawLines(writer, [name], { size: 10, font: 'bold' }, { x, top: writer.y }))
  for (const [row, field] of SIGNATURE_FIELDS.entries()) {
    const y = writer.y - 14 - (row + 1) * SIGNATURE_ROW + 12
    drawRule(writer, { x, y, width: HALF, color: paper.ink, thickness: 0.8 })
    tag(writer, 'P', () => drawLines(writer, [field], { size: 8, color: paper.soft }, { x, top: y - 3 }))
  }
}

/** Explains how to return the signed form: by upload, mail or fax. */
export function writeReturning(writer: PageWriter, brand: Brand): void {
  const { paper } = writer
  const style: TextStyle = { size: 9.5, leading: 13.5 }
  writeHeading(writer, 'How to return this contract', 110)
  const ways: [string, string][] = [
    [
      'Upload',
      `Sign in to the provider portal, open your request’s status page and upload all signed pages, as one PDF or as photos, at most ${MAX_UPLOAD}. This is the fastest way.`,
    ],
    ['Mail', `Send all pages to ${paper.returnAddress.join(', ')}.`],
    ['Fax', `Fax all pages to ${paper.fax}. The reference number must be readable on every page.`],
  ]
  tag(writer, 'Table', () => {
    for (const [way, text] of ways) tag(writer, 'TR', () => writeWay(writer, way, text, style))
  })
  skip(writer, 4)
  const after = `We’ll review the signed contract and email you when your access is active, or if something is missing. Questions? Call Provider Services at ${brand.providerServicesPhone} (${brand.providerServicesHours}).`
  tag(writer, 'P', () => writeText(writer, after, style))
}

function writeWay(writer: PageWriter, way: string, text: string, style: TextStyle): void {
  makeRoom(writer, 30)
  const label: TextStyle = { ...style, font: 'bold', color: writer.paper.primary }
  tag(writer, 'TH', () => drawLines(writer, [way], label, { x: MARGIN, top: writer.y }))
  tag(writer, 'TD', () => writeText(writer, text, style, 60))
  skip(writer, 4)
}
