import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import type { SourcePage } from './find-pages.ts'
import type { Copier } from './shape-copier.ts'

const HIDDEN = 2 | 32
const MAX_ANNOTATIONS = 500

type Drawn = { contents: PDFObject | undefined; resources: PDFDict }
type Box = [left: number, bottom: number, right: number, top: number]

/** Flattens annotations (on-screen signatures, stamps, filled form fields) into the page content. */
export function drawAnnotations(copier: Copier, page: SourcePage, { contents, resources }: Drawn): PDFArray {
  const { target } = copier
  const all = PDFArray.withContext(target)
  const add = (text: string) => all.push(target.register(target.flateStream(text)))
  add('q\n')
  for (const part of partsOf(copier, contents)) if (copier.look(part) instanceof PDFRawStream) all.push(part)
  const drawings = copier.look(resources.get(PDFName.of('XObject')))
  const own = drawings instanceof PDFDict ? drawings.clone(target) : target.obj({})
  let text = '\nQ\n'
  for (const [index, look] of findLooks(copier, page).entries()) {
    own.set(PDFName.of(`Annotation${index}`), look.drawing)
    text += `q ${look.matrix.join(' ')} cm /Annotation${index} Do Q\n`
  }
  resources.set(PDFName.of('XObject'), own)
  add(text)
  return all
}

function partsOf(copier: Copier, contents: PDFObject | undefined): PDFObject[] {
  const listed = copier.look(contents)
  if (listed instanceof PDFArray) return listed.asArray()
  return contents ? [contents] : []
}

type Look = { drawing: PDFObject; matrix: number[] }

function findLooks(copier: Copier, page: SourcePage): Look[] {
  const annotations = page.look('Annots')
  if (!(annotations instanceof PDFArray)) return []
  const looks: Look[] = []
  for (let index = 0; index < Math.min(annotations.size(), MAX_ANNOTATIONS); index += 1) {
    const annotation = annotations.lookup(index)
    const look = annotation instanceof PDFDict ? findLook(copier, annotation) : undefined
    if (look) looks.push(look)
  }
  return looks
}

function findLook(copier: Copier, annotation: PDFDict): Look | undefined {
  const look = (key: string) => annotation.lookup(PDFName.of(key))
  const flags = look('F')
  if (flags instanceof PDFNumber && flags.asNumber() & HIDDEN) return undefined
  const appearances = look('AP')
  const normal = appearances instanceof PDFDict ? appearances.get(PDFName.of('N')) : undefined
  const found = annotation.context.lookup(normal)
  const state = look('AS')
  const shown = found instanceof PDFDict && state instanceof PDFName ? found.get(state) : normal
  const stream = annotation.context.lookup(shown)
  const rectangle = boxOf(look('Rect'))
  if (!(stream instanceof PDFRawStream) || !rectangle) return undefined
  const matrix = placeOf(stream.dict, rectangle)
  const drawing = copier.copy(shown, 'drawing')
  const copied = copier.look(drawing)
  if (!matrix || !drawing || !(copied instanceof PDFRawStream)) return undefined
  copied.dict.set(PDFName.of('Subtype'), PDFName.of('Form'))
  return { drawing: drawing instanceof PDFRef ? drawing : copier.target.register(drawing), matrix }
}

/** Maps the appearance's box, transformed by its matrix, to the annotation's rectangle. */
function placeOf(form: PDFDict, rectangle: Box): number[] | undefined {
  const box = boxOf(form.lookup(PDFName.of('BBox')))
  if (!box) return undefined
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(form.lookup(PDFName.of('Matrix')))
  const corners = [0, 1, 2, 3].map((corner) => [box[corner & 1 ? 2 : 0], box[corner & 2 ? 3 : 1]] as const)
  const across = corners.map(([x, y]) => a * x + c * y + e)
  const up = corners.map(([x, y]) => b * x + d * y + f)
  const [left, bottom] = [Math.min(...across), Math.min(...up)]
  const [width, height] = [Math.max(...across) - left, Math.max(...up) - bottom]
  if (width <= 0 || height <= 0) return undefined
  const scaleX = (rectangle[2] - rectangle[0]) / width
  const scaleY = (rectangle[3] - rectangle[1]) / height
  return [scaleX, 0, 0, scaleY, rectangle[0] - left * scaleX, rectangle[1] - bottom * scaleY].map(
    (value) => Math.round(value * 1e5) / 1e5,
  )
}

function boxOf(object: PDFObject | undefined): Box | undefined {
  const [x1, y1, x2, y2] = numbersOf(object)
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}

function numbersOf(object: PDFObject | undefined): number[] {
  if (!(object instanceof PDFArray)) return []
  const numbers = Array.from({ length: object.size() }, (_, index) => object.lookup(index))
  return numbers.flatMap((number) => (number instanceof PDFNumber ? [number.asNumber()] : []))
}
