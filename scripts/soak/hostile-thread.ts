import { parentPort } from 'node:worker_threads'
import { standardBrand } from '../../server/src/platform/brands/brands.ts'
import { makeContractForm } from '../../server/src/registration/domain/contract-form/contract-pdf.ts'
import { createHostilePdfs, signedOnScreen } from '../../server/test/hostile-pdfs.ts'

/** Creates the documents in a worker, because packing a decompression bomb takes seconds. */
const contract = Buffer.from(await makeContractForm(standardBrand), 'base64')
const samples = [contract, await signedOnScreen()]
/** Spreads the seeds, so that each document is the same in any order of creation. */
const APART = 0x9e3779b1

parentPort?.on('message', ({ index, seed }: { index: number; seed: number }) => {
  const { kind, file } = createHostilePdfs(samples, seed + Math.imul(index, APART))(index)
  // The server would store an identical document only once, so each gets a unique suffix.
  const unlike = Buffer.from(`\n%${index}\n`)
  parentPort?.postMessage({ index, kind, content: Buffer.concat([file, unlike]).toString('base64') })
})
