import { PDFDocument, PDFName } from '@cantoo/pdf-lib'

/** A letter page, in points. */
const SHORT = 612
const LONG = 792

/** Puts each redrawn picture on a letter page of its own. The same pictures give the same bytes. */
export async function bindPages(pictures: readonly Uint8Array[]): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  for (const picture of pictures) {
    const image = await document.embedJpg(picture)
    const [width, height]: [number, number] = image.width > image.height ? [LONG, SHORT] : [SHORT, LONG]
    const scale = Math.min(width / image.width, height / image.height)
    const size = { width: image.width * scale, height: image.height * scale }
    const page = document.addPage([width, height])
    page.drawImage(image, { x: (width - size.width) / 2, y: (height - size.height) / 2, ...size })
    // The library adds an empty list of annotations.
    page.node.delete(PDFName.of('Annots'))
  }
  return document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false })
}
