import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib'
import { CONTRACT_UPLOAD_MAX_PAGES } from '@portico/core/contracts/limits'
import { Unreadable } from './unpack-stream.ts'

const MAX_DEPTH = 50

/** A page of the source document. It inherits missing attributes from its parent node. */
export class SourcePage {
  readonly #dict: PDFDict
  readonly #above: SourcePage | undefined

  constructor(dict: PDFDict, above?: SourcePage) {
    this.#dict = dict
    this.#above = above
  }

  get(key: string): PDFObject | undefined {
    return this.#dict.get(PDFName.of(key)) ?? (inherited.has(key) ? this.#above?.get(key) : undefined)
  }

  look(key: string): PDFObject | undefined {
    return this.#dict.context.lookup(this.get(key))
  }
}

const inherited = new Set(['Resources', 'MediaBox', 'CropBox', 'Rotate'])

export class TooManyPages extends Error {}

/** Lists the pages in order. Terminates on a cyclic page tree. */
export function findPages(document: PDFDocument): SourcePage[] {
  const pages: SourcePage[] = []
  const seen = new Set<PDFRef>()
  const visit = (object: PDFObject, above: SourcePage | undefined, depth: number): void => {
    if (depth > MAX_DEPTH) throw new Unreadable('pages below pages')
    if (object instanceof PDFRef) {
      if (seen.has(object)) return
      seen.add(object)
    }
    const dict = document.context.lookup(object)
    if (!(dict instanceof PDFDict)) return
    const node = new SourcePage(dict, above)
    const kids = node.look('Kids')
    if (kids instanceof PDFArray) for (const kid of kids.asArray()) visit(kid, node, depth + 1)
    else pages.push(node)
    if (pages.length > CONTRACT_UPLOAD_MAX_PAGES) throw new TooManyPages()
  }
  const root = document.catalog.get(PDFName.of('Pages'))
  if (root) visit(root, undefined, 0)
  return pages
}
