import { createHash } from 'node:crypto'
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { guide } from '../resources/guide.ts'
import { nameOfFile, type WrittenFile } from './file-writer.ts'
import { MANIFEST, type Manifest, type ManifestFile, readManifest, type SetState, STATE } from './manifest.ts'

/** A crawler that has read a manifest has this long to fetch its files after the next set. */
const GRACE_MS = 24 * 60 * 60 * 1000

/** The folder of a set that is being written. */
export const PART_FOLDER = '.part'

export type Switched = { files: ManifestFile[]; changed: number; manifestSha256: string }

type Switch = {
  folder: string
  files: readonly WrittenFile[]
  now: Date
  /** Providers whom plan staff withhold. */
  suppressed: string[]
  /** False deletes the files of former sets at once. */
  hasGrace: boolean
}

/**
 * Makes the written files the folder's set. They get their names first, then the manifest is replaced in one step, so a
 * process that ends at any point leaves the former set whole.
 */
export async function switchSet({ folder, files, now, ...rest }: Switch): Promise<Switched> {
  const former = await readManifest(folder)
  const known = new Map(former?.files.map((entry) => [entry.file, entry]))
  const entries: ManifestFile[] = []
  for (const file of files) entries.push(await nameFile(folder, file, { known, now }))
  entries.sort((a, b) => (a.file < b.file ? -1 : 1))
  await syncFolder(folder)
  const times = entries.map(({ time }) => time)
  const isSame =
    former !== undefined && former.files.length === entries.length && entries.every((entry) => known.has(entry.file))
  const { package: name, version, fhirVersion, canonical } = guide
  const time = isSame ? former.time : (times.sort().at(-1) ?? now.toISOString())
  const manifest: Manifest = { fhirVersion, guide: { package: name, version, canonical }, time, files: entries }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  if (!isSame) await replaceFile(folder, MANIFEST, { text, time: new Date(time) })
  const state: SetState = { publishedAt: now.toISOString(), suppressed: rest.suppressed }
  await deleteFormer(folder, { current: new Set(entries.map(({ file }) => file)), known, now, hasGrace: rest.hasGrace })
  await replaceFile(folder, STATE, { text: JSON.stringify(state), time: now })
  const changed = entries.filter((entry) => !known.has(entry.file)).length
  return { files: entries, changed, manifestSha256: createHash('sha256').update(text).digest('hex') }
}

type Known = { known: ReadonlyMap<string, ManifestFile>; now: Date }

/** A file with known content keeps its time. */
async function nameFile(folder: string, written: WrittenFile, { known, now }: Known): Promise<ManifestFile> {
  const file = nameOfFile(written)
  const path = join(folder, file)
  const former = known.get(file)
  const isThere = former !== undefined && (await sizeOf(path)) === written.bytes
  const time = former?.time ?? now.toISOString()
  if (isThere) await rm(written.path)
  else {
    await utimes(written.path, new Date(time), new Date(time))
    await rename(written.path, path)
  }
  const { kind, count, bytes, sha256 } = written
  const { stem: _, ...facts } = kind
  return { file, ...facts, count, bytes, sha256, time }
}

const sizeOf = async (path: string): Promise<number | undefined> => (await stat(path).catch(() => undefined))?.size

/** Writes the file beside the former one and renames it, so that readers see one or the other. */
async function replaceFile(folder: string, name: string, { text, time }: { text: string; time: Date }): Promise<void> {
  const part = join(folder, PART_FOLDER, name)
  const file = await open(part, 'w', name === STATE ? 0o600 : 0o644)
  try {
    await file.writeFile(text)
    await file.utimes(time, time)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, join(folder, name))
  await syncFolder(folder)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

type Deletion = Known & { current: ReadonlySet<string>; hasGrace: boolean }

/** The time of a file that has just left the set becomes the time when it left. Others have left before. */
async function deleteFormer(folder: string, { current, known, now, hasGrace }: Deletion): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!isSetFile(name) || current.has(name)) continue
    const path = join(folder, name)
    const hasLeftNow = known.has(name)
    const leftAt = hasLeftNow ? now : (await stat(path)).mtime
    if (!hasGrace || leftAt.getTime() + GRACE_MS <= now.getTime()) await rm(path)
    else if (hasLeftNow) await utimes(path, now, now)
  }
}

/** Names that the directory's files have. Nothing else in the folder is served or deleted. */
export const isSetFile = (name: string): boolean => /^[A-Za-z0-9.-]{1,150}-[0-9a-f]{32}\.(ndjson|json)\.gz$/.test(name)
