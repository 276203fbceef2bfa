import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { drawAnnotations } from './draw-annotations.ts'
import type { SourcePage } from './find-pages.ts'
import { Copier } from './shape-copier.ts'

/** Rebuilds the document for plan staff: page content and flattened annotations, without actions, forms or links. */
export async function makeSafeCopy(source: PDFDocument, pages: readonly SourcePage[]): Promise<Uint8Array> {
  const copy = await PDFDocument.create({ updateMetadata: false })
  const copier = new Copier(source.context, copy.context)
  for (const page of pages) addPage(copy, copier, page)
  return copy.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false })
}

function addPage(copy: PDFDocument, copier: Copier, page: SourcePage): void {
  const { node } = copy.addPage()
  for (const key of ['MediaBox', 'CropBox', 'Rotate', 'UserUnit']) {
    const value = copier.copy(page.get(key), 'value')
    if (value) node.set(PDFName.of(key), value)
  }
  const group = copier.copy(page.get('Group'), 'group')
  if (group) node.set(PDFName.of('Group'), group)
  const resources = copier.look(copier.copy(page.get('Resources'), 'resources'))
  const own = resources instanceof PDFDict ? resources.clone(copy.context) : copy.context.obj({})
  const contents = copier.copy(page.get('Contents'), { list: 'stream' })
  node.set(PDFName.of('Resources'), own)
  node.set(PDFName.of('Contents'), drawAnnotations(copier, page, { contents, resources: own }))
}
