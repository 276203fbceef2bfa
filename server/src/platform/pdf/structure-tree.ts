import {
  beginMarkedContent,
  endMarkedContent,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib'

/**
 * The structure tree for screen readers: elements with the pieces of page content they consist of. Reading order
 * follows the tree, not the position on the page. Content outside any element (rules, page headers and footers) is an
 * artifact and is not read.
 */
export type Tag =
  | 'Document'
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'

type Piece = { page: PDFPage; number: number }
/** `alt` is the text of a picture. */
type Element = { tag: Tag; ref: PDFRef; kids: (Element | Piece)[]; alt?: string }

export type Structure = {
  doc: PDFDocument
  root: Element
  /** The current element; undefined for decoration. */
  current: Element | undefined
  /** Per page, the elements of its marked content, by number. */
  owners: Map<PDFPage, PDFRef[]>
}

export function startStructure(doc: PDFDocument): Structure {
  const root: Element = { tag: 'Document', ref: doc.context.nextRef(), kids: [] }
  return { doc, root, current: root, owners: new Map() }
}

/** Puts everything that `write` draws into a new element inside the current one. */
export function writeElement(structure: Structure, tag: Tag, write: () => void, alt = ''): void {
  const element: Element = { tag, ref: structure.doc.context.nextRef(), kids: [], alt }
  structure.current?.kids.push(element)
  writeInside(structure, element, write)
}

/** Marks everything that `write` draws as an artifact. */
export function writeDecoration(structure: Structure, write: () => void): void {
  writeInside(structure, undefined, write)
}

function writeInside(structure: Structure, element: Element | undefined, write: () => void): void {
  const outer = structure.current
  structure.current = element
  write()
  structure.current = outer
}

/** Draws marked content that belongs to the current element. */
export function drawPiece(structure: Structure, page: PDFPage, draw: () => void): void {
  page.pushOperators(beginPiece(structure, page))
  draw()
  page.pushOperators(endMarkedContent())
}

function beginPiece({ current, owners }: Structure, page: PDFPage): PDFOperator {
  if (!current) return beginMarkedContent('Artifact')
  const pieces = owners.get(page) ?? []
  const number = pieces.push(current.ref) - 1
  owners.set(page, pieces)
  current.kids.push({ page, number })
  return PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of(current.tag), `<</MCID ${number}>>`])
}

/** Writes the tree into the document after everything is drawn. */
export function embedStructure({ doc, root, owners }: Structure): void {
  const { context, catalog } = doc
  const pages = doc.getPages()
  for (const [index, page] of pages.entries()) {
    page.node.set(PDFName.of('StructParents'), context.obj(index))
    page.node.set(PDFName.of('Tabs'), PDFName.of('S'))
  }
  const numbered = pages.flatMap((page, index) => [index, owners.get(page) ?? []])
  const tree = context.register(
    context.obj({
      Type: 'StructTreeRoot',
      K: root.ref,
      ParentTree: context.register(context.obj({ Nums: numbered })),
      ParentTreeNextKey: pages.length,
    }),
  )
  embedElement(doc, root, tree)
  catalog.set(PDFName.of('StructTreeRoot'), tree)
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
}

/** Attributes of an element: table headers are row headers, lists are numbered. */
const attributes: Partial<Record<Tag, Record<string, string>>> = {
  TH: { O: 'Table', Scope: 'Row' },
  L: { O: 'List', ListNumbering: 'Decimal' },
}

function embedElement(doc: PDFDocument, { tag, ref, kids, alt }: Element, parent: PDFRef): void {
  const { context } = doc
  const page = kids.find((kid) => 'page' in kid)?.page
  const children = kids.map((kid) => {
    if ('tag' in kid) return kid.ref
    return kid.page === page ? kid.number : { Type: 'MCR', Pg: kid.page.ref, MCID: kid.number }
  })
  const element = context.obj({ Type: 'StructElem', S: tag, P: parent, K: children })
  if (page) element.set(PDFName.of('Pg'), page.ref)
  if (alt) element.set(PDFName.of('Alt'), PDFHexString.fromText(alt))
  const more = attributes[tag]
  if (more) element.set(PDFName.of('A'), context.obj(more))
  context.assign(ref, element)
  for (const kid of kids) if ('tag' in kid) embedElement(doc, kid, ref)
}
