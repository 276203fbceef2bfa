import type { PDFPage, rgb } from '@cantoo/pdf-lib'
import type { BrandId } from '@portico/core/brand'
import type { AccessPorts } from '../platform/access-ports.ts'

type Colour = ReturnType<typeof rgb>

/** How a brand looks on paper. */
export type CardPaper = {
  primary: Colour
  strong: Colour
  tint: Colour
  accent: Colour
  ink: Colour
  soft: Colour
  line: Colour
  wordmark: [string, string]
  drawMark(page: PDFPage, x: number, top: number, size: number): void
}

/** What the members' area is handed by app.ts: accounts are the access area's, paper the registration's. */
export type MemberPorts = Pick<AccessPorts, 'prepareCredentials' | 'createAccount'> & {
  cardPaper: Record<BrandId, CardPaper>
  /** Text the fonts of a PDF can carry. */
  printable(text: string, max?: number): string
  /** The words of a name as a person would type them. */
  toSearchName(name: string): string
}
