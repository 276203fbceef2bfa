import { CONTRACT_UPLOAD_MAX_BYTES, CONTRACT_UPLOAD_MAX_PAGES } from '@portico/core/contracts/limits'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { inspectApart } from './inspect-process.ts'
import { type Asking, createInspectionQueue, inspectInTime } from './inspection-queue.ts'

const sentences = {
  empty: 'The file is empty. Please choose the PDF of the signed contract.',
  large: 'The file is larger than 10 MB. Please scan the pages in black and white or at a lower resolution.',
  'not-pdf': 'This file is not a PDF. Please save or scan the signed contract as a PDF and upload that.',
  truncated: 'The end of this PDF is missing. Please save or scan it again and upload the new file.',
  encrypted: 'This PDF is protected with a password. Please remove the protection and upload it again.',
  active:
    'This PDF contains scripts or attached files. Please print it to a new PDF, or scan the signed pages, and upload that.',
  damaged: 'This PDF cannot be read. Please save or scan it again and upload the new file.',
  pages: `This PDF has more than ${CONTRACT_UPLOAD_MAX_PAGES} pages. Please upload the signed contract only.`,
} as const

/** The page count, and the safe copy for plan staff. */
export type InspectedPdf = { pages: number; safeCopy: Buffer }

/** Inspects a signed contract before it is stored. */
export function createInspection(inspect: typeof inspectApart, inTime = createInspectionQueue()) {
  return async (asking: Asking, file: Uint8Array): Promise<Outcome<InspectedPdf>> => {
    const outside = inspectOutside(file)
    if (outside) return refuseUpload(outside)
    const finding = await inTime(asking, (withinMs) => inspect(file, withinMs))
    return 'problem' in finding ? refuseUpload(finding.problem) : { entity: finding }
  }
}

export const inspectUploadedPdf = createInspection(inspectApart, inspectInTime)

export function refuseUpload(problem: keyof typeof sentences) {
  return refuse(400, sentences[problem], `upload-${problem}`)
}

/** Checks size, header and trailer without parsing the document. */
function inspectOutside(file: Uint8Array): keyof typeof sentences | undefined {
  if (file.byteLength === 0) return 'empty'
  if (file.byteLength > CONTRACT_UPLOAD_MAX_BYTES) return 'large'
  // Readers accept a few bytes before the header and after the end.
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (!bytes.subarray(0, 1024).includes('%PDF-')) return 'not-pdf'
  if (!bytes.subarray(-2048).includes('%%EOF')) return 'truncated'
  return undefined
}
