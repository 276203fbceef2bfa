import { createInterface } from 'node:readline'
import { holdInstanceLock, startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.ts'

/**
 * A separate process with the embedded database, for tests that kill it or run several. Prints one line of JSON when
 * it is ready, and stops cleanly on any line on standard input.
 */
const { dataDir, uid, gid, nativeFolder, server } = JSON.parse(process.argv[2] ?? '{}')

if (gid !== undefined) {
  process.setgroups?.([])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

try {
  const database = await startEmbeddedPostgres({ dataDir, fast: true, nativeFolder })
  const lock = server ? await holdInstanceLock(database.config, dataDir) : undefined
  console.log(JSON.stringify({ config: database.config, adopted: database.adopted, lock }))
  createInterface({ input: process.stdin }).once('line', async () => {
    if (lock?.held) await lock.release()
    await database.stop()
    process.exit(0)
  })
} catch (error) {
  console.log(JSON.stringify({ failure: (error as Error).message }))
  process.exitCode = 1
}
