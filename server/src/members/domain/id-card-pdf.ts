import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { Brand } from '@portico/core/brand'
import { CARD_BACK, cardDay, cardDesks, relationshipLabel } from '@portico/core/members/id-card'
import type { CoveredPerson } from '@portico/core/members/shapes'
import type { CardPaper, MemberPorts } from '../ports.ts'

/** A letter page with the card in the size of a bank card, front above back, to cut out and fold. */
const PAGE = { width: 612, height: 792 }
const CARD = { width: 243, height: 153, radius: 9 }
const LEFT = (PAGE.width - CARD.width) / 2
const FRONT_TOP = 560
const BACK_TOP = FRONT_TOP - CARD.height
const white = rgb(1, 1, 1)

type Fonts = { plain: PDFFont; bold: PDFFont }
type Sheet = { page: PDFPage; fonts: Fonts; paper: CardPaper; printable: MemberPorts['printable'] }

export async function drawIdCard(ports: MemberPorts, brand: Brand, person: CoveredPerson): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle(ports.printable(`ID card of ${person.firstName} ${person.lastName}`))
  document.setProducer('Portico')
  document.setLanguage('en-US')
  const sheet: Sheet = {
    page: document.addPage([PAGE.width, PAGE.height]),
    fonts: {
      plain: await document.embedFont(StandardFonts.Helvetica),
      bold: await document.embedFont(StandardFonts.HelveticaBold),
    },
    paper: ports.cardPaper[brand.id],
    printable: ports.printable,
  }
  drawInstructions(sheet, brand)
  drawFront(sheet, person)
  drawBack(sheet, brand)
  return document.save()
}

function drawInstructions(sheet: Sheet, brand: Brand): void {
  const { paper } = sheet
  paper.drawMark(sheet.page, LEFT, 700, 30)
  write(sheet, brand.name, LEFT + 40, 680, { size: 14, bold: true })
  write(sheet, 'Your member ID card', LEFT, 640, { size: 18, bold: true })
  write(sheet, 'Cut along the line, fold in the middle and keep it in your wallet.', LEFT, 620, {
    size: 9,
    colour: paper.soft,
  })
  write(sheet, 'A picture of it on your phone is as good.', LEFT, 607, { size: 9, colour: paper.soft })
}

function drawFront(sheet: Sheet, person: CoveredPerson): void {
  const { page, paper } = sheet
  drawCardOutline(sheet, FRONT_TOP)
  page.drawSvgPath(topBand(46), { x: LEFT, y: FRONT_TOP, color: paper.primary })
  page.drawRectangle({ x: LEFT, y: FRONT_TOP - 48.5, width: CARD.width, height: 2.5, color: paper.accent })
  paper.drawMark(page, LEFT + 12, FRONT_TOP - 9, 28)
  write(sheet, paper.wordmark[0], LEFT + 48, FRONT_TOP - 22, { size: 12, bold: true, colour: white })
  write(sheet, paper.wordmark[1], LEFT + 48, FRONT_TOP - 34, { size: 8, colour: white })
  const plan = fit(sheet, person.planName, 110, 8, true)
  const planWidth = sheet.fonts.bold.widthOfTextAtSize(plan.text, plan.size)
  write(sheet, plan.text, LEFT + CARD.width - 12 - planWidth, FRONT_TOP - 28, { ...plan, bold: true, colour: white })

  label(sheet, 'Member', LEFT + 12, FRONT_TOP - 62)
  const name = fit(sheet, `${person.firstName} ${person.lastName}`, CARD.width - 24, 13, true)
  write(sheet, name.text, LEFT + 12, FRONT_TOP - 76, { ...name, bold: true })
  label(sheet, 'Member ID', LEFT + 12, FRONT_TOP - 92)
  const id = fit(sheet, person.memberId, CARD.width - 24, 13, true)
  write(sheet, id.text, LEFT + 12, FRONT_TOP - 106, { ...id, bold: true })
  label(sheet, 'Subscriber', LEFT + 12, FRONT_TOP - 122)
  const subscriber = fit(sheet, person.subscriberName, 100, 8.5)
  write(sheet, subscriber.text, LEFT + 12, FRONT_TOP - 133, subscriber)
  label(sheet, 'Relationship', LEFT + 124, FRONT_TOP - 122)
  const relation = fit(sheet, relationshipLabel(person.relationship), 52, 8.5)
  write(sheet, relation.text, LEFT + 124, FRONT_TOP - 133, relation)
  label(sheet, 'Effective', LEFT + 186, FRONT_TOP - 122)
  write(sheet, cardDay(person.effectiveDate), LEFT + 186, FRONT_TOP - 133, { size: 8.5 })
}

function drawBack(sheet: Sheet, brand: Brand): void {
  const { paper } = sheet
  drawCardOutline(sheet, BACK_TOP)
  write(sheet, CARD_BACK.heading, LEFT + 12, BACK_TOP - 22, { size: 10, bold: true, colour: paper.strong })
  let y = paragraph(sheet, CARD_BACK.show, BACK_TOP - 35, 7.5)
  for (const desk of cardDesks(brand)) {
    y -= 6
    write(sheet, desk.label, LEFT + 12, y, { size: 7.5, colour: paper.soft })
    write(sheet, desk.phone, LEFT + 58, y, { size: 9.5, bold: true })
    write(sheet, desk.hours, LEFT + 135, y, { size: 7.5, colour: paper.soft })
    y -= 9
  }
  y = paragraph(sheet, CARD_BACK.emergency, y - 6, 7.5, true)
  paragraph(sheet, CARD_BACK.note, y - 4, 6.5)
}

type Ink = { size: number; bold?: boolean; colour?: ReturnType<typeof rgb> }

function write(sheet: Sheet, text: string, x: number, y: number, { size, bold, colour }: Ink): void {
  const { page, fonts, paper, printable } = sheet
  page.drawText(printable(text), { x, y, size, font: bold ? fonts.bold : fonts.plain, color: colour ?? paper.ink })
}

function label(sheet: Sheet, text: string, x: number, y: number): void {
  write(sheet, text, x, y, { size: 6.5, colour: sheet.paper.soft })
}

/** As large as it may be and still in its place; what is too long even in small letters is cut. */
function fit(sheet: Sheet, text: string, width: number, size: number, bold = false): { text: string; size: number } {
  const font = bold ? sheet.fonts.bold : sheet.fonts.plain
  let shown = sheet.printable(text, 80)
  let fitted = size
  while (fitted > 6 && font.widthOfTextAtSize(shown, fitted) > width) fitted -= 0.5
  while (shown.length > 1 && font.widthOfTextAtSize(shown, fitted) > width) shown = `${shown.slice(0, -2)}…`
  return { text: shown, size: fitted }
}

/** Lines of the card's width; gives where the next one stands. */
function paragraph(sheet: Sheet, text: string, top: number, size: number, bold = false): number {
  const font = bold ? sheet.fonts.bold : sheet.fonts.plain
  let line = ''
  let y = top
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (font.widthOfTextAtSize(longer, size) > CARD.width - 24) {
      write(sheet, line, LEFT + 12, y, { size, bold })
      y -= size * 1.35
      line = word
    } else line = longer
  }
  write(sheet, line, LEFT + 12, y, { size, bold })
  return y - size * 1.35
}

function drawCardOutline({ page, paper }: Sheet, top: number): void {
  page.drawSvgPath(cardOutline(), { x: LEFT, y: top, color: white, borderColor: paper.line, borderWidth: 1 })
}

function cardOutline(): string {
  const { width: w, height: h, radius: r } = CARD
  return `M${r} 0H${w - r}A${r} ${r} 0 0 1 ${w} ${r}V${h - r}A${r} ${r} 0 0 1 ${w - r} ${h}H${r}A${r} ${r} 0 0 1 0 ${h - r}V${r}A${r} ${r} 0 0 1 ${r} 0Z`
}

/** The coloured head of the front, with the card's own rounded corners. */
function topBand(height: number): string {
  const { width: w, radius: r } = CARD
  return `M${r} 0H${w - r}A${r} ${r} 0 0 1 ${w} ${r}V${height}H0V${r}A${r} ${r} 0 0 1 ${r} 0Z`
}
