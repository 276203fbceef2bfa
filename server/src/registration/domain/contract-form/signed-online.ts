import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from '@portico/core/contracts/limits'
import { writeSignedMoment } from '@portico/core/forms/moments'
import {
  drawFigure,
  drawLines,
  drawRule,
  leadingOf,
  MARGIN,
  makeRoom,
  type PageWriter,
  skip,
  TEXT_WIDTH,
  type TextStyle,
  tag,
  widthOf,
  wrapText,
  writeText,
} from '#platform/pdf/page-writer.ts'
import { printable } from '#platform/pdf/printable-text.ts'
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
const LABEL_WIDTH = 66
const LABEL: TextStyle = { size: 8 }
const VALUE: TextStyle = { size: 9, leading: 12.5 }

/** Writes the provider's signature, and beside it who requested it online. */
export function writeOnlineSignature(writer: PageWriter, signed: SignedOnline): void {
  const isDrawn = signed.strokes.length > 0
  const rows = wrapRows(writer, [
    ['Signature', isDrawn ? 'drawn on a screen' : 'typed on a screen'],
    ['Name in print', signed.name],
    ['Title', signed.title],
    ['Date', writeSignedMoment(signed.at)],
  ])
  const requested = `Requested online by ${printable(signed.registrant.name)} on ${writeSignedMoment(signed.registrant.at)}.`
  const height = PICTURE_HEIGHT + 30 + rows.reduce((sum, { lines }) => sum + rowHeight(lines), 0)
  writeHeading(writer, 'Signatures', height)
  tag(writer, 'Sect', () => {
    writeWho(writer, 'For the provider', MARGIN)
    const bottom = writer.y - 18 - PICTURE_HEIGHT
    if (isDrawn) drawStrokes(writer, signed, { x: MARGIN, y: bottom })
    else writeTyped(writer, printable(signed.typed), bottom)
    writeRows(writer, rows)
  })
  const right = { x: MARGIN + HALF + GAP, top: writer.y - 18 }
  tag(writer, 'Sect', () => {
    writeWho(writer, 'Senior Access Administrator (registrant)', right.x)
    tag(writer, 'P', () => drawLines(writer, wrapText(writer, requested, VALUE, HALF), VALUE, right))
  })
  skip(writer, height)
}

const writeWho = (writer: PageWriter, who: string, x: number): void =>
  tag(writer, 'H3', () => drawLines(writer, [who], { size: 10, font: 'bold' }, { x, top: writer.y }))

/** Shrinks the name to one line, down to a readable size, and then wraps it. */
function writeTyped(writer: PageWriter, text: string, bottom: number): void {
  const style: TextStyle = { size: 22, font: 'italic', leading: 14 }
  style.size = Math.max(11, Math.min(22, (HALF / widthOf(writer, text, style)) * style.size))
  const lines = wrapText(writer, text, style, HALF)
  const top = bottom + style.size + (lines.length - 1) * leadingOf(style) + 8
  tag(writer, 'P', () => drawLines(writer, lines, style, { x: MARGIN, top }))
}

type Row = { label: string; lines: string[] }

const wrapRows = (writer: PageWriter, rows: [string, string][]): Row[] =>
  rows.map(([label, value]) => ({ label, lines: wrapText(writer, printable(value), VALUE, HALF - LABEL_WIDTH) }))

const rowHeight = (lines: string[]): number => lines.length * leadingOf(VALUE) + 5

function writeRows(writer: PageWriter, rows: Row[]): void {
  let top = writer.y - 20 - PICTURE_HEIGHT
  drawRule(writer, { x: MARGIN, y: top, width: HALF, color: writer.paper.ink, thickness: 0.8 })
  top -= 5
  for (const { label, lines } of rows) {
    const at = { x: MARGIN, top }
    tag(writer, 'P', () => {
      drawLines(writer, [`${label}: `], { ...LABEL, color: writer.paper.soft }, at)
      drawLines(writer, lines, VALUE, { x: MARGIN + LABEL_WIDTH, top: top + 0.5 })
    })
    top -= rowHeight(lines)
  }
}

/** Draws vectors, scaled from the size of the signature field. */
function drawStrokes(writer: PageWriter, { strokes, name }: SignedOnline, at: { x: number; y: number }): void {
  const scale = HALF / SIGNATURE_WIDTH
  const path = strokes.map(strokePath).join(' ')
  drawFigure(writer, `Signature of ${printable(name)}, drawn on a screen`, (page) =>
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
      [writeSignedMoment(at), printable(how, 120)].filter(Boolean).join(', '),
    ]),
  )
}
