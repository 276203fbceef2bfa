import {
  decorate,
  drawLines,
  drawRule,
  drawShape,
  HEIGHT,
  MARGIN,
  type PageWriter,
  TEXT_WIDTH,
  type TextStyle,
  tag,
  WIDTH,
  widthOf,
} from '#platform/pdf/page-writer.ts'

/** Writes the plan and the reference above the text of the first page. */
export function writeLetterhead(writer: PageWriter, reference: string): void {
  const { paper } = writer
  drawShape(writer, (page) => {
    page.drawRectangle({ x: 0, y: HEIGHT - 10, width: WIDTH, height: 10, color: paper.primary })
    page.drawRectangle({ x: 0, y: HEIGHT - 12.5, width: WIDTH, height: 2.5, color: paper.accent })
    paper.drawMark(page, MARGIN, HEIGHT - 36, 40)
  })
  const [first, second] = paper.wordmark
  const x = MARGIN + 51
  tag(writer, 'P', () => {
    drawLines(writer, [`${first} `], { size: 17, font: 'bold' }, { x, top: HEIGHT - 38 })
    drawLines(writer, [second], { size: 10.5, color: paper.soft }, { x, top: HEIGHT - 60 })
  })
  tag(writer, 'P', () => {
    drawRight(writer, 'Reference number ', { size: 8.5, color: paper.soft }, HEIGHT - 41)
    drawRight(writer, reference, { size: 13, font: 'bold' }, HEIGHT - 54)
  })
}

/** Writes headers and footers after the page count is known. They only repeat the text. */
export function finishPages(writer: PageWriter, words: { title: string; reference: string; legalName: string }): void {
  const pages = writer.doc.getPages()
  decorate(writer, () => {
    for (const [index, page] of pages.entries()) {
      writer.page = page
      if (index > 0) drawRunningHead(writer, words.title, words.reference)
      drawFoot(writer, `${words.legalName} · Reference ${words.reference}`, `Page ${index + 1} of ${pages.length}`)
    }
  })
}

function drawRunningHead(writer: PageWriter, title: string, reference: string): void {
  const { paper } = writer
  drawShape(writer, (page) =>
    page.drawRectangle({ x: 0, y: HEIGHT - 5, width: WIDTH, height: 5, color: paper.primary }),
  )
  const style = { size: 8.5, color: paper.soft }
  drawLines(writer, [`${paper.wordmark.join(' ')} · ${title}`], style, { x: MARGIN, top: HEIGHT - 34 })
  drawRight(writer, `Reference ${reference}`, { ...style, font: 'bold' }, HEIGHT - 34)
  drawRule(writer, { x: MARGIN, y: HEIGHT - 52, width: TEXT_WIDTH, color: paper.line })
}

function drawFoot(writer: PageWriter, whose: string, pageOf: string): void {
  const style = { size: 8, color: writer.paper.soft }
  drawRule(writer, { x: MARGIN, y: 48, width: TEXT_WIDTH, color: writer.paper.line })
  drawLines(writer, [whose], style, { x: MARGIN, top: 40 })
  drawRight(writer, pageOf, style, 40)
}

function drawRight(writer: PageWriter, text: string, style: TextStyle, top: number): void {
  drawLines(writer, [text], style, { x: WIDTH - MARGIN - widthOf(writer, text.trimEnd(), style), top })
}
