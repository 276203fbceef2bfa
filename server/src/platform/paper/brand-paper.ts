import { type PDFPage, rgb } from '@cantoo/pdf-lib'
import type { BrandId } from '@portico/core/brand'

export type Colour = ReturnType<typeof rgb>

/** How a brand looks on paper, and where its signed contracts go. Colours are those of its web pages. */
export type BrandPaper = {
  primary: Colour
  strong: Colour
  tint: Colour
  accent: Colour
  ink: Colour
  soft: Colour
  line: Colour
  /** The two lines beside the mark. */
  wordmark: [string, string]
  returnAddress: string[]
  fax: string
  drawMark(page: PDFPage, x: number, top: number, size: number): void
}

const white = colour('#ffffff')

function colour(hex: string): Colour {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return rgb(red ?? 0, green ?? 0, blue ?? 0)
}

/** A sail over two waves. */
function drawHarborviewMark(page: PDFPage, x: number, top: number, size: number): void {
  const at = { x, y: top, scale: size / 40 }
  const square = 'M9 0H31A9 9 0 0 1 40 9V31A9 9 0 0 1 31 40H9A9 9 0 0 1 0 31V9A9 9 0 0 1 9 0Z'
  const wave = (y: number) => `M8 ${y}c3 0 3-2.4 6-2.4s3 2.4 6 2.4 3-2.4 6-2.4 3 2.4 6 2.4`
  page.drawSvgPath(square, { ...at, color: colour('#0a666d') })
  page.drawSvgPath('M20 6.5 27 19H13Z', { ...at, color: colour('#e9a820') })
  page.drawSvgPath(wave(25), { ...at, borderColor: white, borderWidth: 2.6, borderLineCap: 1 })
  page.drawSvgPath(wave(31), { ...at, borderColor: colour('#8fd0cf'), borderWidth: 2.6, borderLineCap: 1 })
}

/** A low sun over the bay. */
function drawBaysideMark(page: PDFPage, x: number, top: number, size: number): void {
  const at = { x, y: top, scale: size / 40 }
  page.drawSvgPath('M0 20A20 20 0 0 1 40 20A20 20 0 0 1 0 20Z', { ...at, color: colour('#5a2f86') })
  page.drawSvgPath('M7 23A13 13 0 0 1 33 23Z', { ...at, color: colour('#f0745a') })
  page.drawSvgPath('M5.5 27H34.5', { ...at, borderColor: white, borderWidth: 2.6, borderLineCap: 1 })
  page.drawSvgPath('M11 32H29', { ...at, borderColor: colour('#cdb6e3'), borderWidth: 2.6, borderLineCap: 1 })
}

export const BRAND_PAPER: Record<BrandId, BrandPaper> = {
  harborview: {
    primary: colour('#0a666d'),
    strong: colour('#074b51'),
    tint: colour('#e3f1f1'),
    accent: colour('#e9a820'),
    ink: colour('#10293b'),
    soft: colour('#4a5f6d'),
    line: colour('#ccd6db'),
    wordmark: ['Harborview', 'Health Plan'],
    returnAddress: ['Harborview Health Plan', 'Provider Contracts', 'P.O. Box 5500', 'Harborview, MA 02100'],
    fax: '1-800-555-0109',
    drawMark: drawHarborviewMark,
  },
  bayside: {
    primary: colour('#5a2f86'),
    strong: colour('#43206a'),
    tint: colour('#f0e9f7'),
    accent: colour('#f0745a'),
    ink: colour('#2a1b3d'),
    soft: colour('#5f5170'),
    line: colour('#e0d5da'),
    wordmark: ['Bayside', 'Care Partners'],
    returnAddress: ['Bayside Care Partners', 'Provider Contracts', 'P.O. Box 5540', 'Bayside, MA 02140'],
    fax: '1-800-555-0149',
    drawMark: drawBaysideMark,
  },
}
