import { Worker } from 'node:worker_threads'
import { type Outcome, refuse } from '../../../platform/outcome.ts'
import { createTurns } from '../../../platform/turns.ts'
import type { UploadFinding } from './inspect-worker.ts'

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024
const MAX_PAGES = 1000
const TIMEOUT_MS = 15_000
/** Each thread may take half a gigabyte: two at a time, the others wait. */
const inTurn = createTurns(2)

const sentences = {
  empty: 'The file is empty. Please choose the PDF of the signed contract.',
  large: 'The file is larger than 10 MB. Please scan the pages in black and white or at a lower resolution.',
  'not-pdf': 'This file is not a PDF. Please save or scan the signed contract as a PDF and upload that.',
  truncated: 'The end of this PDF is missing. Please save or scan it again and upload the new file.',
  encrypted: 'This PDF is protected with a password. Please remove the protection and upload it again.',
  active:
    'This PDF contains scripts or attached files. Please print it to a new PDF, or scan the signed pages, and upload that.',
  damaged: 'This PDF cannot be read. Please save or scan it again and upload the new file.',
  pages: `This PDF has more than ${MAX_PAGES} pages. Please upload the signed contract only.`,
} as const

/** Looks at a signed contract before it is kept: plan staff will open it. */
export async function inspectUploadedPdf(file: Uint8Array): Promise<Outcome<{ pages: number }>> {
  const outside = inspectOutside(file)
  if (outside) return refuseUpload(outside)
  const finding = await inTurn(() => inspectInside(file))
  if ('problem' in finding) return refuseUpload(finding.problem)
  if (finding.pages > MAX_PAGES) return refuseUpload('pages')
  return { entity: { pages: finding.pages } }
}

function refuseUpload(problem: keyof typeof sentences) {
  return refuse(400, sentences[problem], `upload-${problem}`)
}

/** What can be told without reading the document. */
function inspectOutside(file: Uint8Array): keyof typeof sentences | undefined {
  if (file.byteLength === 0) return 'empty'
  if (file.byteLength > MAX_UPLOAD_BYTES) return 'large'
  // Readers accept a few bytes before the header and after the end.
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (!bytes.subarray(0, 1024).includes('%PDF-')) return 'not-pdf'
  if (!bytes.subarray(-2048).includes('%%EOF')) return 'truncated'
  return undefined
}

/** Reads the document off the main thread: a hostile one costs its own thread time and memory, and then ends. */
function inspectInside(file: Uint8Array): Promise<UploadFinding> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./inspect-worker.ts', import.meta.url), {
      workerData: file,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      stdout: true,
      stderr: true,
    })
    let timer: NodeJS.Timeout | undefined
    const finish = (finding: UploadFinding) => {
      clearTimeout(timer)
      resolve(finding)
      void worker.terminate()
    }
    // Only reading counts: a busy machine may take seconds to start a thread.
    worker.on('message', (said: 'ready' | UploadFinding) => {
      if (said === 'ready') timer = setTimeout(() => finish({ problem: 'damaged' }), TIMEOUT_MS)
      else finish(said)
    })
    worker.once('error', () => finish({ problem: 'damaged' }))
    worker.once('exit', () => finish({ problem: 'damaged' }))
  })
}
