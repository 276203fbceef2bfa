import { CONTRACT_UPLOAD_MAX_BYTES, CONTRACT_UPLOAD_MAX_PAGES } from '@portico/core/contracts/limits'
import { INSPECTION_BUSY } from '@portico/core/contracts/sentences'
import type { SignedIn } from '../../../platform/context.ts'
import { createFairQueue, refuseBusy } from '../../../platform/limits/fair-queue.ts'
import { networkOf } from '../../../platform/limits/limits.ts'
import { type Outcome, refuse } from '../../../platform/outcome.ts'
import { inspectApart } from './inspect-process.ts'

/** Each process can use 512 MB, so two run at a time. A few uploads wait briefly; the others get a busy reply. */
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

/** The page count, and the safe copy for plan staff. */
export type InspectedPdf = { pages: number; safeCopy: Buffer }

type Asking = Pick<SignedIn, 'address' | 'settings'>

/** Inspects a signed contract before it is stored. The fair queue makes a network wait only for its own uploads. */
export function createInspection(inspect: typeof inspectApart) {
  const enqueue = createFairQueue(2, waiting)
  return async ({ address, settings }: Asking, file: Uint8Array): Promise<Outcome<InspectedPdf>> => {
    const outside = inspectOutside(file)
    if (outside) return refuseUpload(outside)
    // The time limit includes the wait in the queue, so every upload gets a timely reply.
    const { inspectionMs } = settings.limits
    const endsAt = performance.now() + inspectionMs
    const inspected = enqueue(networkOf(address), () => inspect(file, endsAt - performance.now()))
    const finding = await withinTime(inspected, inspectionMs)
    if (!finding) throw refuseBusy(INSPECTION_BUSY)
    return 'problem' in finding ? refuseUpload(finding.problem) : { entity: finding }
  }
}

/** Returns at the time limit without waiting for the killed process to exit. Its queue slot frees up on exit. */
async function withinTime<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // Ignores an error that arrives after the reply.
    work.catch(() => {})
  }
}

export const inspectUploadedPdf = createInspection(inspectApart)

function refuseUpload(problem: keyof typeof sentences) {
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
