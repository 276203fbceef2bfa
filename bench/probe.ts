import { setTimeout as sleep } from 'node:timers/promises'
import { valRegNpi } from '@portico/core/registration/calls'
import { type LeanClient, openLeanClient } from './lean-client.ts'

/** Returns the p99 in ms of valRegNpi at 100 calls a second, for some seconds or until a promise settles. */
export async function probe(port: number, npi: string, until: number | Promise<unknown>): Promise<number> {
  const times: number[] = []
  const pending: Promise<void>[] = []
  const client = openLeanClient(port)
  let isOver = false
  const over = () => {
    isOver = true
  }
  const ended = (typeof until === 'number' ? sleep(until * 1000) : until).finally(over)
  while (!isOver) {
    const begin = performance.now()
    pending.push(
      lookUpNpi(client, npi).then(() => {
        times.push(performance.now() - begin)
      }),
    )
    await sleep(10)
  }
  await Promise.all([ended, ...pending])
  client.close()
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN
}

async function lookUpNpi(client: LeanClient, npi: string): Promise<void> {
  const path = `/Provider${valRegNpi.path}?npiId=${npi}`
  const { status } = await client.send({ method: 'GET', path })
  if (status !== 200) throw new Error(`${path}: ${status}`)
}
