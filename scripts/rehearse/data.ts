import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DEMO_FILES } from '../../server/src/demo/generate/write-demo-files.ts'
import type { Running } from './site.ts'
import { assert, command, step } from './steps.ts'

type Databases = { settings: Record<string, string>; elsewhere: Record<string, string> }

export function backUpAndRestore(folder: string, archive: string, { settings, elsewhere }: Databases): void {
  const file = join(folder, 'portico.backup')
  step('back up while running', () => command(archive, settings, ['backup', file]))
  step('restore into an empty database', () => command(archive, elsewhere, ['restore', file]))
  const proofs = [settings, elsewhere].map((of) => command(archive, of, ['audit', 'verify', '--json']))
  const [here, there] = proofs.map((output) => JSON.parse(output))
  assert(here.ok && there.ok && there.rows > 0, `The audit trail is damaged: ${proofs.join(' ')}`)
}

/** Follows the chapter on the secret key. The clock is moved forward instead of waiting 15 minutes. */
export async function changeKey(
  folder: string,
  archive: string,
  { settings, processes }: Running,
): Promise<Record<string, string>> {
  const next = randomBytes(24).toString('base64url')
  const former = settings.PORTICO_SECRET_KEY ?? ''
  await processes.roll({ ...settings, PORTICO_SECRET_KEY_NEXT: next })
  const both = { ...settings, PORTICO_SECRET_KEY: next, PORTICO_SECRET_KEY_FORMER: former }
  await processes.roll(both)
  step('keys rotate', () => command(archive, both, ['keys', 'rotate']))
  step('import the network again', () =>
    command(archive, both, ['import', 'network', join(folder, DEMO_FILES.network), '--snapshot', '--json']),
  )
  step('keys finish', () => command(archive, both, ['keys', 'finish'], ['faketime', '-f', '+16m']))
  const after = { ...settings, PORTICO_SECRET_KEY: next }
  await processes.roll(after)
  const proof = step('verify the audit trail with the new key', () =>
    command(archive, after, ['audit', 'verify', '--json']),
  )
  assert(JSON.parse(proof).ok, `The audit trail is damaged: ${proof}`)
  return after
}
