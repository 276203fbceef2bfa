import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of the set, as crawlers see it in `index.json`. */
export type ManifestFile = {
  file: string
  /** The type of the resources; `Bundle` for all resources of a network; for another layout, what its template says. */
  type: string
  format: string
  network?: string
  layout?: string
  count: number
  bytes: number
  sha256: string
  /** When the file last changed, not when it was published. */
  time: string
}

export type Manifest = {
  fhirVersion: string
  /** The guide whose profiles the resources of the FHIR files name. */
  guide: { package: string; version: string; canonical: string }
  /** When a file last changed. */
  time: string
  files: ManifestFile[]
}

/** The name of the manifest, fixed for crawlers. */
export const MANIFEST = 'index.json'
/** The state of the folder's set. Not served. */
export const STATE = '.published.json'

export type SetState = {
  /** When the set was read from the database. */
  publishedAt: string
  /** Providers whom plan staff withheld at that time. Of any other, the set can still contain something. */
  suppressed: string[]
}

export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readIfPresent(join(folder, MANIFEST))
  return text === undefined ? undefined : JSON.parse(text)
}

/** Undefined if the folder has no set. */
export async function readSetState(folder: string): Promise<SetState | undefined> {
  const text = await readIfPresent(join(folder, STATE))
  return text === undefined ? undefined : JSON.parse(text)
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
