import { type PDFFont, PDFName, StandardFonts } from '@cantoo/pdf-lib'
import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from '@portico/core/contracts/limits'
import { writeUniversalMoment } from '@portico/core/forms/moments'
import {
  drawLines,
  drawRule,
  drawShape,
  drawText,
  MARGIN,
  makeRoom,
  type PageWriter,
  skip,
  TEXT_WIDTH,
  type TextStyle,
  tag,
  writeText,
} from '../../../platform/pdf/page-writer.ts'
import { printable } from '../../../platform/pdf/printable-text.ts'
import { writeFacts, writeHeading } from './contract-sections.ts'

/** Facts about an online signature (behaviour 10.10). */
export type SignedOnline = {
  name: string
  title: string
  email: string
  at: Date
  /** The typed name, or the drawn strokes. */
  typed: string
  strokes: number[][]
  /** SHA-256 of the document that the signer saw and agreed to. */
  documentHash: string
  consent: string
  /** In chronological order. */
  steps: { what: string; at: Date; how: string }[]
  /** The registrant who requested the signature, and the time of the request. */
  registrant: { name: string; at: Date }
}

const GAP = 28
const HALF = (TEXT_WIDTH - GAP) / 2
const PICTURE_HEIGHT = (HALF * SIGNATURE_HEIGHT) / SIGNATURE_WIDTH
const SMALL: TextStyle = { size: 8 }

/** Draws the provider's signature, and the registrant who requested it from an account. */
export async function writeOnlineSignature(writer: PageWriter, signed: SignedOnline): Promise<void> {
  const height = PICTURE_HEIGHT + 110
  writeHeading(writer, 'Signatures', height)
  const isDrawn = signed.strokes.length > 0
  const typed = isDrawn ? undefined : await embedScript(writer)
  tag(writer, 'Sect', () => {
    writeWho(writer, 'For the provider', MARGIN)
    const place = { x: MARGIN, y: writer.y - 18 - PICTURE_HEIGHT }
    if (typed) writeTyped(writer, printable(signed.typed), typed, { ...place, y: place.y + 14 })
    else drawStrokes(writer, signed.strokes, place)
    writeColumn(writer, MARGIN, [
      ['Signature', isDrawn ? 'drawn on a screen' : 'typed on a screen'],
      ['Name in print', signed.name],
      ['Title', signed.title],
      ['Date', writeUniversalMoment(signed.at)],
    ])
  })
  const right = MARGIN + HALF + GAP
  tag(writer, 'Sect', () => {
    writeWho(writer, 'Senior Access Administrator (registrant)', right)
    writeColumn(writer, right, [
      ['Signature', 'asked for this contract from an account'],
      ['Name in print', signed.registrant.name],
      ['Date', writeUniversalMoment(signed.registrant.at)],
    ])
  })
  skip(writer, height)
}

const writeWho = (writer: PageWriter, who: string, x: number): void =>
  tag(writer, 'H3', () => drawLines(writer, [who], { size: 10, bold: true }, { x, top: writer.y }))

async function embedScript(writer: PageWriter): Promise<PDFFont> {
  const font = await writer.doc.embedFont(StandardFonts.TimesRomanBoldItalic)
  writer.page.node.setFontDictionary(PDFName.of(font.name), font.ref)
  return font
}

/** Uses the largest font size that fits. */
function writeTyped(writer: PageWriter, text: string, font: PDFFont, at: { x: number; y: number }): void {
  const size = Math.min(22, HALF / font.widthOfTextAtSize(text, 1))
  tag(writer, 'P', () => drawText(writer, text, { size, font }, at))
}

function writeColumn(writer: PageWriter, x: number, rows: [string, string][]): void {
  const top = writer.y - 20 - PICTURE_HEIGHT
  drawRule(writer, { x, y: top, width: HALF, color: writer.paper.ink, thickness: 0.8 })
  for (const [index, [label, value]] of rows.entries()) {
    const at = { x, top: top - 5 - index * 18 }
    tag(writer, 'P', () => {
      drawLines(writer, [`${label}: `], { ...SMALL, color: writer.paper.soft }, at)
      drawLines(writer, [printable(value, 70)], { size: 9 }, { x: x + 66, top: at.top + 0.5 })
    })
  }
}

/** Draws vectors, scaled from the size of the signature field. */
function drawStrokes(writer: PageWriter, strokes: number[][], at: { x: number; y: number }): void {
  const scale = HALF / SIGNATURE_WIDTH
  const path = strokes.map(strokePath).join(' ')
  drawShape(writer, (page) =>
    page.drawSvgPath(path, {
      x: at.x,
      y: at.y + PICTURE_HEIGHT,
      scale,
      borderColor: writer.paper.ink,
      borderWidth: 3.2,
    }),
  )
}

function strokePath(stroke: number[]): string {
  const points = Array.from({ length: Math.floor(stroke.length / 2) }, (_, index) =>
    stroke.slice(index * 2, index * 2 + 2).join(' '),
  )
  const [first, ...rest] = points
  // A dot is a line of zero length, which a round line cap makes visible.
  return `M ${first} ${(rest.length ? rest : [first]).map((point) => `L ${point}`).join(' ')}`
}

/** Splits the hash into two lines, so that it is not truncated. */
const halvesOf = (hash: string): string => `${hash.slice(0, 32)} ${hash.slice(32)}`

/** Writes a separate page with the evidence for the signature, for later audits. */
export function writeEvidence(writer: PageWriter, signed: SignedOnline): void {
  makeRoom(writer, Number.POSITIVE_INFINITY)
  const style: TextStyle = { size: 10, leading: 14 }
  writeHeading(writer, 'Evidence of the electronic signature')
  tag(writer, 'P', () =>
    writeText(
      writer,
      'This contract was signed electronically. The signatory read the pages before this one, agreed to sign electronically, confirmed the email address below with a code sent to it, and signed. The file has a digital signature of the plan (PAdES); changing any byte makes the signature invalid.',
      style,
    ),
  )
  skip(writer, 8)
  writeFacts(writer, [
    ['Signed by', printable(signed.name)],
    ['Title', printable(signed.title)],
    ['Email', printable(signed.email)],
    ['Document, SHA-256', halvesOf(signed.documentHash)],
    ['Agreed to', printable(signed.consent, 600)],
  ])
  writeHeading(writer, 'Steps')
  writeFacts(
    writer,
    signed.steps.map(({ what, at, how }): [string, string] => [
      what,
      [writeUniversalMoment(at), printable(how, 120)].filter(Boolean).join(', '),
    ]),
  )
}
