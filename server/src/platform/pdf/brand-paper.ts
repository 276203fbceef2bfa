import { LineCapStyle, type PDFPage, rgb } from '@cantoo/pdf-lib'
import type { DeclaredBrand } from '@portico/core/brand'

export type Color = ReturnType<typeof rgb>

/** A brand's colors on paper, as on its web pages, and the address for signed contracts. */
export type BrandPaper = Pick<DeclaredBrand, 'wordmark' | 'returnAddress' | 'fax'> &
  Record<'primary' | 'strong' | 'tint' | 'accent' | 'ink' | 'soft' | 'line', Color> & {
    drawMark(page: PDFPage, x: number, top: number, size: number): void
  }

function color(hex: string): Color {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return rgb(red ?? 0, green ?? 0, blue ?? 0)
}

export function paperOf({ tokens, mark, wordmark, returnAddress, fax }: DeclaredBrand): BrandPaper {
  return {
    primary: color(tokens.primary),
    strong: color(tokens.primaryStrong),
    tint: color(tokens.primaryTint),
    accent: color(tokens.accent),
    ink: color(tokens.ink),
    soft: color(tokens.inkSoft),
    line: color(tokens.line),
    wordmark,
    returnAddress,
    fax,
    drawMark(page, x, top, size) {
      const at = { x, y: top, scale: size / 40 }
      const line = { borderWidth: 2.6, borderLineCap: LineCapStyle.Round }
      for (const shape of mark)
        page.drawSvgPath(
          shape.path,
          'fill' in shape ? { ...at, color: color(shape.fill) } : { ...at, ...line, borderColor: color(shape.stroke) },
        )
    },
  }
}
