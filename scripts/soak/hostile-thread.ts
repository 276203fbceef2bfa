import { parentPort } from 'node:worker_threads'
import { standardBrand } from '../../server/src/platform/brands.ts'
import { makeContractForm } from '../../server/src/registration/domain/contract/contract-pdf.ts'
import { createHostilePdfs, signedOnScreen } from '../../server/test/hostile-pdfs.ts'

/** Makes the documents beside the thread that measures replies: packing a bomb takes seconds. */
const contract = Buffer.from(await makeContractForm(standardBrand), 'base64')
const samples = [contract, await signedOnScreen()]
const makers = new Map<number, ReturnType<typeof createHostilePdfs>>()

parentPort?.on('message', ({ index, seed }: { index: number; seed: number }) => {
  const make = makers.get(seed) ?? createHostilePdfs(samples, seed)
  makers.set(seed, make)
  const { kind, file } = make(index)
  parentPort?.postMessage({ index, kind, content: file.toString('base64') })
})
