import { rgb } from '@cantoo/pdf-lib'
import type { DeclaredBrand } from '@portico/core/brand'
import { CARD_BACK, cardDay, cardPhones, relationshipLabel } from '@portico/core/members/id-card'
import type { CoveredPerson } from '@portico/core/members/shapes'
import { paperOf } from '#platform/pdf/brand-paper.ts'
import {
  drawShape,
  drawText,
  type PageWriter,
  savePages,
  startPages,
  type TextStyle,
  tag,
  WIDTH,
  widthOf,
  wrapText,
} from '#platform/pdf/page-writer.ts'
import { printable } from '#platform/pdf/printable-text.ts'
import type { Tag } from '#platform/pdf/structure-tree.ts'

/** Bank card size in points, front above back on a US Letter page, to cut out and fold. */
const CARD = { width: 243, height: 153, radius: 9 }
const LEFT = (WIDTH - CARD.width) / 2
const INNER = { x: LEFT + 12, width: CARD.width - 24 }
const FRONT_TOP = 560
const BACK_TOP = FRONT_TOP - CARD.height
const white = rgb(1, 1, 1)

export async function drawIdCard(brand: DeclaredBrand, person: CoveredPerson): Promise<Buffer> {
  const title = printable(`ID card of ${person.firstName} ${person.lastName}`)
  const writer = await startPages(paperOf(brand), { title })
  drawInstructions(writer, brand)
  drawFront(writer, person)
  drawBack(writer, brand)
  return savePages(writer)
}

function drawInstructions(writer: PageWriter, brand: DeclaredBrand): void {
  const { paper } = writer
  drawShape(writer, (page) => paper.drawMark(page, LEFT, 700, 30))
  write(writer, 'P', brand.name, { size: 14, font: 'bold', x: LEFT + 40, y: 680 })
  write(writer, 'H1', 'Your member ID card', { size: 18, font: 'bold', x: LEFT, y: 640 })
  const small = { size: 9, color: paper.soft, x: LEFT }
  write(writer, 'P', 'Cut along the line, fold in the middle and keep it in your wallet.', { ...small, y: 620 })
  write(writer, 'P', 'A picture of it on your phone is as good.', { ...small, y: 607 })
}

function drawFront(writer: PageWriter, person: CoveredPerson): void {
  drawCardOutline(writer, FRONT_TOP)
  drawBand(writer, person.planName)
  const name = `${person.firstName} ${person.lastName}`
  const large = { ...INNER, size: 13, font: 'bold' as const, rise: 14 }
  const small = { y: FRONT_TOP - 133, size: 8.5, rise: 11 }
  const relationship = relationshipLabel(person.relationship)
  tag(writer, 'Table', () => {
    drawFact(writer, 'Member', name, { ...large, y: FRONT_TOP - 76 })
    drawFact(writer, 'Member ID', person.memberId, { ...large, y: FRONT_TOP - 106 })
    drawFact(writer, 'Subscriber', person.subscriberName, { ...small, x: INNER.x, width: 100 })
    drawFact(writer, 'Relationship', relationship, { ...small, x: LEFT + 124, width: 52 })
    drawFact(writer, 'Effective', cardDay(person.effectiveDate), { ...small, x: LEFT + 186, width: 52 })
  })
}

/** Colored band at the top of the front. */
function drawBand(writer: PageWriter, planName: string): void {
  const { paper } = writer
  drawShape(writer, (page) => {
    page.drawSvgPath(topBand(46), { x: LEFT, y: FRONT_TOP, color: paper.primary })
    page.drawRectangle({ x: LEFT, y: FRONT_TOP - 48.5, width: CARD.width, height: 2.5, color: paper.accent })
    paper.drawMark(page, LEFT + 12, FRONT_TOP - 9, 28)
  })
  const [first, second] = paper.wordmark
  tag(writer, 'P', () => {
    const x = LEFT + 48
    drawText(writer, `${first} `, { size: 12, font: 'bold', color: white }, { x, y: FRONT_TOP - 22 })
    drawText(writer, second, { size: 8, color: white }, { x, y: FRONT_TOP - 34 })
  })
  const style: TextStyle = { size: 8, font: 'bold', color: white }
  const plan = fit(writer, planName, style, 110)
  const x = INNER.x + INNER.width - widthOf(writer, plan.text, plan.style)
  tag(writer, 'P', () => drawText(writer, plan.text, plan.style, { x, y: FRONT_TOP - 28 }))
}

function drawBack(writer: PageWriter, brand: DeclaredBrand): void {
  const { paper } = writer
  drawCardOutline(writer, BACK_TOP)
  const heading: TextStyle = { size: 10, font: 'bold', color: paper.strong }
  write(writer, 'H2', CARD_BACK.heading, { ...heading, x: INNER.x, y: BACK_TOP - 22 })
  let y = drawParagraph(writer, CARD_BACK.show, { size: 7.5 }, BACK_TOP - 35)
  tag(writer, 'Table', () => {
    for (const desk of cardPhones(brand)) {
      y -= 6
      tag(writer, 'TR', () => {
        const small = { size: 7.5, color: paper.soft, y }
        write(writer, 'TH', desk.label, { ...small, x: INNER.x })
        write(writer, 'TD', desk.phone, { size: 9.5, font: 'bold', x: LEFT + 58, y })
        write(writer, 'TD', desk.hours, { ...small, x: LEFT + 135 })
      })
      y -= 9
    }
  })
  y = drawParagraph(writer, CARD_BACK.emergency, { size: 7.5, font: 'bold' }, y - 6)
  drawParagraph(writer, CARD_BACK.note, { size: 6.5 }, y - 4)
}

type Place = { x: number; y: number }

function write(writer: PageWriter, name: Tag, text: string, { x, y, ...style }: TextStyle & Place): void {
  tag(writer, name, () => drawText(writer, printable(text), style, { x, y }))
}

/** Draws a value below its label, fitted to the width. */
function drawFact(
  writer: PageWriter,
  label: string,
  value: string,
  { x, y, width, rise, ...style }: TextStyle & Place & { width: number; rise: number },
): void {
  tag(writer, 'TR', () => {
    write(writer, 'TH', label, { size: 6.5, color: writer.paper.soft, x, y: y + rise })
    const fitted = fit(writer, value, style, width)
    write(writer, 'TD', fitted.text, { ...fitted.style, x, y })
  })
}

/** Shrinks the text to the width, down to 6 points, and then truncates it. */
function fit(writer: PageWriter, whole: string, style: TextStyle, width: number): { text: string; style: TextStyle } {
  let text = printable(whole, 80)
  let { size } = style
  const isWide = () => widthOf(writer, text, { ...style, size }) > width
  while (size > 6 && isWide()) size -= 0.5
  while (text.length > 1 && isWide()) text = `${text.slice(0, -2)}…`
  return { text, style: { ...style, size } }
}

/** Wraps the text to the card's width and returns the y position of the next line. */
function drawParagraph(writer: PageWriter, text: string, style: TextStyle, top: number): number {
  const leading = style.size * 1.35
  const lines = wrapText(writer, text, style, INNER.width)
  tag(writer, 'P', () => {
    for (const [index, line] of lines.entries()) {
      drawText(writer, line, style, { x: INNER.x, y: top - index * leading })
    }
  })
  return top - lines.length * leading
}

function drawCardOutline(writer: PageWriter, top: number): void {
  drawShape(writer, (page) =>
    page.drawSvgPath(cardOutline(), { x: LEFT, y: top, color: white, borderColor: writer.paper.line, borderWidth: 1 }),
  )
}

function cardOutline(): string {
  const { width: w, height: h, radius: r } = CARD
  return `M${r} 0H${w - r}A${r} ${r} 0 0 1 ${w} ${r}V${h - r}A${r} ${r} 0 0 1 ${w - r} ${h}H${r}A${r} ${r} 0 0 1 0 ${h - r}V${r}A${r} ${r} 0 0 1 ${r} 0Z`
}

/** Rounds the top corners like the card. */
function topBand(height: number): string {
  const { width: w, radius: r } = CARD
  return `M${r} 0H${w - r}A${r} ${r} 0 0 1 ${w} ${r}V${height}H0V${r}A${r} ${r} 0 0 1 ${r} 0Z`
}
