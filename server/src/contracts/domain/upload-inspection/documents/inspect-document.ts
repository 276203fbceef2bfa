import { PDFDocument } from '@cantoo/pdf-lib'
import { hasActiveContent, namesActiveContent, unpackAll } from './active-content.ts'
import { findPages, TooManyPages } from './find-pages.ts'
import { makeSafeCopy } from './safe-copy.ts'
import { createAllowance } from './unpack-stream.ts'

/** The result of an inspection: page count and safe copy for plan staff, or the problem. */
export type UploadProblem = 'encrypted' | 'active' | 'damaged' | 'pages'
type Finding = { pages: number; safeCopy: Uint8Array } | { problem: UploadProblem }

export async function inspectDocument(file: Buffer): Promise<Finding> {
  try {
    const allowance = createAllowance()
    const named = namesActiveContent(file, allowance)
    const document = await PDFDocument.load(file, { updateMetadata: false, ignoreEncryption: true })
    if (document.isEncrypted) return { problem: 'encrypted' }
    if (named || hasActiveContent(document)) return { problem: 'active' }
    unpackAll(document, allowance)
    const pages = findPages(document)
    if (pages.length === 0) return { problem: 'damaged' }
    return { pages: pages.length, safeCopy: await makeSafeCopy(document, pages) }
  } catch (error) {
    return { problem: error instanceof TooManyPages ? 'pages' : 'damaged' }
  }
}
