import { standardBrand } from '#platform/brands/brands.ts'
import type { InTransaction } from '#platform/context.ts'
import { findResourcesAfter, type SnapshotResource } from '../../store/publishing/snapshot.ts'
import { networkId } from '../resources/network.ts'
import type { FileKind, FileWriters, WrittenFile } from './file-writer.ts'

const PAGE = 500

const ndjsonOf = (type: string): FileKind => ({ stem: type, type, format: 'application/fhir+ndjson' })
const bundleOf = (network: string): FileKind => ({
  stem: `Bundle-${networkId(network)}`,
  type: 'Bundle',
  format: 'application/fhir+json',
  network,
})

/** When the newest resource of each Bundle changed. */
type BundleTimes = Map<string, Date>

/** Writes every published resource into the file of its type, and into the Bundle of each of its networks. */
export async function writeResources(context: InTransaction, writers: FileWriters): Promise<WrittenFile[]> {
  const base = `${(context.settings.publicUrls[standardBrand.id] ?? '').replace(/\/$/, '')}/fhir`
  const written: WrittenFile[] = []
  const bundles: BundleTimes = new Map()
  let type = ''
  for await (const resource of listResources(context)) {
    if (type && resource.type !== type) written.push(...present(await writers.finish(ndjsonOf(type))))
    type = resource.type
    const file = await writers.open(ndjsonOf(type))
    file.count += 1
    await file.write(`${resource.text}\n`)
    for (const network of resource.networks) await writeEntry(writers, { resource, network, base, bundles })
  }
  if (type) written.push(...present(await writers.finish(ndjsonOf(type))))
  for (const [network, time] of bundles) written.push(...present(await finishBundle(writers, network, time)))
  return written
}

const present = (file: WrittenFile | undefined): WrittenFile[] => (file ? [file] : [])

async function* listResources({ db }: InTransaction): AsyncGenerator<SnapshotResource> {
  let last: SnapshotResource | undefined
  do {
    const page: SnapshotResource[] = await findResourcesAfter(db, last ?? { type: '', id: '' }, PAGE)
    yield* page
    last = page.at(-1)
  } while (last)
}

type Entry = { resource: SnapshotResource; network: string; base: string; bundles: BundleTimes }

async function writeEntry(writers: FileWriters, { resource, network, base, bundles }: Entry): Promise<void> {
  const file = await writers.open(bundleOf(network), '{"resourceType":"Bundle","type":"collection","entry":[')
  const url = JSON.stringify(`${base}/${resource.type}/${resource.id}`)
  await file.write(`${file.count > 0 ? ',' : ''}\n{"fullUrl":${url},"resource":${resource.text}}`)
  file.count += 1
  const newest = bundles.get(network)
  if (!newest || newest < resource.lastUpdated) bundles.set(network, resource.lastUpdated)
}

async function finishBundle(writers: FileWriters, network: string, time: Date): Promise<WrittenFile | undefined> {
  const file = await writers.open(bundleOf(network))
  await file.write(`\n],"meta":{"lastUpdated":${JSON.stringify(time.toISOString())}}}\n`)
  return writers.finish(bundleOf(network))
}
