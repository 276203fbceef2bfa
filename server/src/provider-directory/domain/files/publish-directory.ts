import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context, InTransaction } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { insertPublication, type Publication } from '../../store/publishing/publications.ts'
import { findSuppressedExcept, lockPublication } from '../../store/publishing/snapshot.ts'
import { directoryPublished } from '../events.ts'
import { FileWriters, type WrittenFile } from './file-writer.ts'
import { readSetState } from './manifest.ts'
import { PART_FOLDER, type Switched, switchSet } from './switch-set.ts'
import { readTemplates } from './template.ts'
import { writeLayouts } from './write-layouts.ts'
import { writeResources } from './write-resources.ts'

/** The published set, and how many of its files are new or changed. */
export type Published = Publication & { changedFiles: number }

/**
 * Publishes the directory as files into a folder: one snapshot of the database, in constant memory. Undefined if another
 * process is publishing.
 */
export async function publishDirectory(context: Context, folder: string): Promise<Published | undefined> {
  const templates = await readTemplates(context.settings.directoryTemplates)
  return transact(
    context,
    async (inside) => {
      if (!(await lockPublication(inside.db))) return undefined
      const former = await readSetState(folder)
      const suppressed = await findSuppressedExcept(inside.db, [])
      const hasGrace = suppressed.every((npi) => former?.suppressed.includes(npi))
      const part = join(folder, PART_FOLDER)
      await rm(part, { recursive: true, force: true })
      await mkdir(part, { recursive: true })
      const files = await writeFiles(inside, part, templates)
      const switched = await switchSet({ folder, files, now: inside.now, suppressed, hasGrace })
      await rm(part, { recursive: true, force: true })
      const published = describe(inside, switched)
      await insertPublication(inside.db, published)
      const { publishedAt: _, ...details } = published
      await announce(inside, directoryPublished, { details })
      return published
    },
    'repeatable read',
  )
}

type Templates = Awaited<ReturnType<typeof readTemplates>>

async function writeFiles(inside: InTransaction, part: string, templates: Templates): Promise<WrittenFile[]> {
  const writers = new FileWriters(part)
  try {
    return [...(await writeResources(inside, writers)), ...(await writeLayouts(inside, writers, templates))]
  } finally {
    await writers.abandon()
  }
}

function describe({ now }: InTransaction, { files, changed, manifestSha256 }: Switched): Published {
  const resources = files.filter(({ format }) => format === 'application/fhir+ndjson')
  return {
    publishedAt: now,
    manifestSha256,
    fileCount: files.length,
    resourceCount: resources.reduce((sum, { count }) => sum + count, 0),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    changedFiles: changed,
  }
}
