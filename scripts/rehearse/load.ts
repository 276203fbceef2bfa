import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../programs.ts'
import { type OutsideDatabase, proxies, type Visit, visit } from './site.ts'
import { assert } from './steps.ts'

const VISITORS = 8
const LOOK_MS = 20
const LOOK_UP = '/Provider/rest/nonsec/reg/valRegNpi?npiId=1100000011'

export const lookUp = (): Promise<Visit> => visit(proxies.nginx, LOOK_UP)

/** Sends requests during rolling restarts and checks that none fails. `isAccepted` selects refusals to count apart. */
export async function rollUnder(
  name: string,
  port: number,
  roll: () => Promise<void>,
  isAccepted: (reply: Visit) => boolean = () => false,
): Promise<void> {
  const failed = new Map<string, number>()
  let sent = 0
  let accepted = 0
  let isOver = false
  const come = async () => {
    while (!isOver) {
      const path = sent % 2 ? '/thp/portal/providers/login' : LOOK_UP
      sent += 1
      const reply = await visit(port, path).catch(String)
      await sleep(LOOK_MS)
      const what = typeof reply === 'string' ? reply : isAccepted(reply) ? 'accepted' : String(reply.status)
      if (what === 'accepted') accepted += 1
      else if (what !== '200') failed.set(what, (failed.get(what) ?? 0) + 1)
    }
  }
  const visitors = Array.from({ length: VISITORS }, come)
  await roll()
  isOver = true
  await Promise.all(visitors)
  const count = [...failed.values()].reduce((sum, one) => sum + one, 0)
  const refused = accepted > 0 ? `, ${accepted} refused by the closing previous release` : ''
  console.log(`${name} of two processes: ${sent} requests, ${count} failed${refused}.`)
  assert(count === 0, `Failed requests of ${name}: ${JSON.stringify([...failed])}`)
}

/** Checks that visitors get the portal's own 503 reply during a database outage. */
export async function expectPlainOutage(database: OutsideDatabase): Promise<void> {
  await database.stop()
  for (let looked = 0; looked < 20; looked++) {
    const { status, retryAfter } = await lookUp()
    assert(status === 503 && retryAfter !== undefined, `During the database outage a visitor got status ${status}.`)
  }
  await database.start()
  await until('the portal is available again', async () => (await lookUp()).status === 200)
}
