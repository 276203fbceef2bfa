import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'

export type UploadFinding = { pages: number } | { problem: 'encrypted' | 'active' | 'damaged' }

const MAX_INFLATED = 64 * 1024 * 1024

async function inspectDocument(file: Uint8Array): Promise<UploadFinding> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (inflatesTooFar(bytes)) return { problem: 'damaged' }
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true })
    if (document.isEncrypted) return { problem: 'encrypted' }
    const pages = document.getPageCount()
    if (pages === 0) return { problem: 'damaged' }
    return hasActiveContent(document) ? { problem: 'active' } : { pages }
  } catch {
    return { problem: 'damaged' }
  }
}

/**
 * Streams of objects are unpacked when the document is read. A few kilobytes of them can hold gigabytes, so they are
 * first unpacked here, with an end. Names may be written with '#' escapes, so those count as well.
 */
function inflatesTooFar(bytes: Buffer): boolean {
  let inflated = 0
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    const before = bytes.subarray(Math.max(0, at - 4096), at).toString('latin1')
    const header = before.slice(before.lastIndexOf('endobj') + 1)
    if (!/ObjStm|XRef|#/.test(header)) continue
    const start = at + 6 + (bytes[at + 6] === 0x0d ? 2 : 1)
    const end = bytes.indexOf('endstream', start)
    try {
      inflated += inflateSync(bytes.subarray(start, end < 0 ? undefined : end), {
        maxOutputLength: MAX_INFLATED,
      }).length
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return true
    }
    if (inflated > MAX_INFLATED) return true
  }
  return false
}

const activeKeys = ['JS', 'JavaScript', 'EF', 'EmbeddedFiles', 'XFA'].map((key) => PDFName.of(key))
const activeKinds = ['JavaScript', 'Launch', 'ImportData', 'SubmitForm', 'RichMedia', 'EmbeddedFile', 'Movie', '3D']
const activeNames = activeKinds.map((kind) => PDFName.of(kind))
const kindKeys = ['S', 'Subtype', 'Type'].map((key) => PDFName.of(key))

/** Scripts, programs to launch, attached files: nothing a signed contract needs. */
function hasActiveContent(document: PDFDocument): boolean {
  return document.context.enumerateIndirectObjects().some(([, object]) => isActive(object, 0))
}

function isActive(object: PDFObject, depth: number): boolean {
  if (depth > 100) return true
  if (object instanceof PDFStream) return isActive(object.dict, depth + 1)
  if (object instanceof PDFArray) return object.asArray().some((item) => isActive(item, depth + 1))
  if (!(object instanceof PDFDict)) return false
  if (activeKeys.some((key) => object.has(key))) return true
  if (kindKeys.some((key) => activeNames.some((name) => object.lookup(key) === name))) return true
  return object.values().some((value) => isActive(value, depth + 1))
}

/** Runs in a thread of its own; see inspect-upload.ts. */
if (!isMainThread && parentPort) {
  parentPort.postMessage('ready')
  parentPort.postMessage(await inspectDocument(workerData as Uint8Array))
}
