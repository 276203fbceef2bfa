import { parentPort } from 'node:worker_threads'
import { standardBrand } from '../../server/src/platform/brands/brands.ts'
import { makeContractForm } from '../../server/src/registration/domain/contract-form/contract-pdf.ts'
import { createHostilePdfs, signedOnScreen } from '../../server/test/hostile-pdfs.ts'

/** Makes the documents beside the thread that measures replies: packing a bomb takes seconds. */
const contract = Buffer.from(await makeContractForm(standardBrand), 'base64')
const samples = [contract, await signedOnScreen()]
/** Far apart, so that a document is the same one whichever was made first. */
const APART = 0x9e3779b1

parentPort?.on('message', ({ index, seed }: { index: number; seed: number }) => {
  const { kind, file } = createHostilePdfs(samples, seed + Math.imul(index, APART))(index)
  // The same document once more would be the copy that is kept already, under its own name.
  const unlike = Buffer.from(`\n%${index}\n`)
  parentPort?.postMessage({ index, kind, content: Buffer.concat([file, unlike]).toString('base64') })
})
