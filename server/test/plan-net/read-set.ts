import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Manifest, ManifestFile } from '../../src/provider-directory/domain/files/manifest.ts'
import type { Validated } from './validate.ts'

export type SetFile = ManifestFile & { text: string }

/** Reads a published set, and checks that each file is what the manifest says. */
export async function readSet(folder: string): Promise<{ manifest: Manifest; files: SetFile[] }> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'))
  const files = await Promise.all(
    manifest.files.map(async (entry) => {
      const content = await readFile(join(folder, entry.file))
      expect({ file: entry.file, bytes: content.length, sha256: hashOf(content) }).toEqual({
        file: entry.file,
        bytes: entry.bytes,
        sha256: entry.sha256,
      })
      return { ...entry, text: gunzipSync(content).toString('utf8') }
    }),
  )
  return { manifest, files }
}

export const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

export type Stored = Validated & { resourceType: string; id: string }
type BundleContent = { entry: { fullUrl: string; resource: Stored }[]; meta: { lastUpdated: string } }

/** The resources of an NDJSON file or of a Bundle. */
export function resourcesIn({ format, text }: SetFile): Stored[] {
  if (format === 'application/fhir+ndjson')
    return text
      .trimEnd()
      .split('\n')
      .map((line): Stored => JSON.parse(line))
  const bundle: BundleContent = JSON.parse(text)
  return bundle.entry.map(({ resource }) => resource)
}

export const referencesIn = (resource: unknown): string[] =>
  [...JSON.stringify(resource).matchAll(/"reference":"([^"]+)"/g)].map(([, target = '']) => target)

/** References to what the resources do not contain. */
export function findUnresolved(resources: readonly Stored[]): string[] {
  const known = new Set(resources.map(({ resourceType, id }) => `${resourceType}/${id}`))
  return resources.flatMap(referencesIn).filter((target) => !known.has(target))
}
