import type { Db } from '#platform/context.ts'

/** A completed publication of the directory as files. */
export type Publication = {
  publishedAt: Date
  /** SHA-256 of `index.json`, in hex. */
  manifestSha256: string
  fileCount: number
  resourceCount: number
  bytes: number
}

export async function findLatestPublication(db: Db): Promise<Publication | undefined> {
  const row = await db.selectFrom('directory_publication').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  return (
    row && {
      publishedAt: row.published_at,
      manifestSha256: row.manifest_sha256,
      fileCount: row.file_count,
      resourceCount: row.resource_count,
      bytes: Number(row.bytes),
    }
  )
}

export async function insertPublication(db: Db, publication: Publication): Promise<void> {
  await db
    .insertInto('directory_publication')
    .values({
      published_at: publication.publishedAt,
      manifest_sha256: publication.manifestSha256,
      file_count: publication.fileCount,
      resource_count: publication.resourceCount,
      bytes: String(publication.bytes),
    })
    .execute()
}
