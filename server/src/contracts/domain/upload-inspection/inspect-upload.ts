import { CONTRACT_UPLOAD_MAX_BYTES, CONTRACT_UPLOAD_MAX_PAGES } from '@portico/core/contracts/limits'
import { INSPECTION_BUSY } from '@portico/core/contracts/sentences'
import type { SignedIn } from '../../../platform/context.ts'
import { createFairQueue, refuseBusy } from '../../../platform/limits/fair-queue.ts'
import { networkOf } from '../../../platform/limits/limits.ts'
import { type Outcome, refuse } from '../../../platform/outcome.ts'
import { inspectApart } from './inspect-process.ts'

/** Each process may take half a gigabyte: two at a time, a few wait for a moment, the others are told to come again. */
const waiting = { perClient: 4, total: 8, patienceMs: 1_500, sentence: INSPECTION_BUSY }

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

/** How many pages it has, and the copy of them that is shown to plan staff. */
export type InspectedPdf = { pages: number; safeCopy: Buffer }

type Asking = Pick<SignedIn, 'address' | 'settings'>

/** Looks at a signed contract before it is kept. Who sends from one address waits behind its own files alone. */
export function createInspection(inspect: typeof inspectApart) {
  const inTurn = createFairQueue(2, waiting)
  return async ({ address, settings }: Asking, file: Uint8Array): Promise<Outcome<InspectedPdf>> => {
    const outside = inspectOutside(file)
    if (outside) return refuseUpload(outside)
    // From here on, waiting included: whoever sends a file is answered soon, one way or the other.
    const { inspectionMs } = settings.limits
    const endsAt = performance.now() + inspectionMs
    const inspected = inTurn(networkOf(address), () => inspect(file, endsAt - performance.now()))
    const finding = await withinTime(inspected, inspectionMs)
    if (!finding) throw refuseBusy(INSPECTION_BUSY)
    return 'problem' in finding ? refuseUpload(finding.problem) : { entity: finding }
  }
}

/** Nobody waits for the end of a process that is being ended; its place is free when it is gone. */
async function withinTime<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // What is found out after the answer is of no use to anybody.
    work.catch(() => {})
  }
}

export const inspectUploadedPdf = createInspection(inspectApart)

function refuseUpload(problem: keyof typeof sentences) {
  return refuse(400, sentences[problem], `upload-${problem}`)
}

/** What can be told without reading the document. */
function inspectOutside(file: Uint8Array): keyof typeof sentences | undefined {
  if (file.byteLength === 0) return 'empty'
  if (file.byteLength > CONTRACT_UPLOAD_MAX_BYTES) return 'large'
  // Readers accept a few bytes before the header and after the end.
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (!bytes.subarray(0, 1024).includes('%PDF-')) return 'not-pdf'
  if (!bytes.subarray(-2048).includes('%%EOF')) return 'truncated'
  return undefined
}
