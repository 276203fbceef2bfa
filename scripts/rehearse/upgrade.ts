import { join } from 'node:path'
import { lookUp, rollUnder } from './load.ts'
import { type Release, settingsFor } from './releases.ts'
import { expectVersion, type OutsideDatabase, proxies, type Running, type Visit } from './site.ts'
import { assert, command, step } from './steps.ts'

type Releases = { before: Release; present: Release }
type InUse = Running & { take: (archive: string) => unknown }

/** Follows the chapter on upgrades: migrate, switch the archive, rolling restart; then roll back and forward again. */
export async function upgrade({ before, present }: Releases, { settings, take, processes }: InUse): Promise<void> {
  step('migrate to the new release', () => command(present.folder, settings, ['migrate']))
  await rollUnder('upgrade, rollback and upgrade behind nginx', proxies.nginx, async () => {
    for (const release of [present, before, present]) {
      take(release.folder)
      await processes.roll(settings)
      await expectVersion(release.version)
    }
  })
}

/** Release 0.1.0 refuses a newer schema, so the way back is a dump made before. Then upgrades again. */
export async function leaveFirst(
  { before, present }: Releases,
  { settings, take, processes, database }: InUse & { database: OutsideDatabase },
): Promise<void> {
  const file = join(database.data, 'of-0.1.0.dump')
  const toPresent = async () => {
    step(`migrate ${before.version} to ${present.version}`, () => command(present.folder, settings, ['migrate']))
    take(present.folder)
    await rollUnder('upgrade', proxies.nginx, () => processes.roll(settings), isClosing)
    await expectVersion(present.version)
    const proof = command(present.folder, settings, ['audit', 'verify', '--json'])
    assert(JSON.parse(proof).ok, `The audit trail is damaged: ${proof}`)
  }
  step('dump the database', () => database.dump(file))
  await toPresent()
  await processes.stopAll()
  step('return to the dump', () => database.returnTo(file))
  take(before.folder)
  await processes.startAll(settingsFor(before, settings))
  await expectVersion(before.version)
  const looked = await lookUp()
  assert(looked.status === 200, `After the return to ${before.version} a visitor got status ${looked.status}.`)
  await toPresent()
}

/** A closing process of 0.1.0 refuses new requests with this reply. A new release cannot fix that. */
function isClosing({ status, body }: Visit): boolean {
  return status === 503 && body.includes('"error":"Service Unavailable"')
}
