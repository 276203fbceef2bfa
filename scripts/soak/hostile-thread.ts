import { parentPort } from 'node:worker_threads'
import { standardBrand } from '../../server/src/platform/brands/brands.ts'
import { makeContractForm } from '../../server/src/registration/domain/contract-form/contract-pdf.ts'
import { createHostilePdfs, signedOnScreen } from '../../server/test/hostile-pdfs.ts'
import { createHostilePictures } from '../../server/test/hostile-pictures.ts'
import { png } from '../../server/test/png.ts'

/** Creates the documents in a worker, because packing a decompression bomb takes seconds. */
const contract = Buffer.from(await makeContractForm(standardBrand), 'base64')
const samples = [contract, await signedOnScreen()]
/** Spreads the seeds, so that each document is the same in any order of creation. */
const APART = 0x9e3779b1

type Wanted = { index: number; seed: number; kind: 'documents' | 'pictures' }

parentPort?.on('message', ({ index, seed, kind }: Wanted) => {
  const ownSeed = seed + Math.imul(index, APART)
  parentPort?.postMessage(kind === 'pictures' ? makePicture(index, ownSeed) : makeDocument(index, ownSeed))
})

function makeDocument(index: number, seed: number) {
  const { kind, file } = createHostilePdfs(samples, seed)(index)
  // The server would store an identical document only once, so each gets a unique suffix.
  const unlike = Buffer.from(`\n%${index}\n`)
  return { index, kind, body: { content: Buffer.concat([file, unlike]).toString('base64') } }
}

/** The pixels of a page of its own make each document unique. */
function makePicture(index: number, seed: number) {
  const { kind, file } = createHostilePictures(seed)(index)
  const number = Buffer.from(
    index.toString(2).padStart(16, '0').replaceAll('0', '\0').replaceAll('1', '\xff'),
    'latin1',
  )
  const pixels = Buffer.concat([Buffer.of(0), ...[...number].map((level) => Buffer.alloc(8, level))])
  const unlike = png({ width: 128, height: 1, pixels })
  const pictures = [file, unlike].map((content) => ({ content: content.toString('base64'), turn: 0 }))
  return { index, kind, body: { pictures } }
}
