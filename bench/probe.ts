import { setTimeout as sleep } from 'node:timers/promises'
import { valRegNpi } from '@portico/core/registration/calls'
import { type LeanLine, openLeanLine } from './lean-line.ts'

/** The 99th percentile in ms of an ordinary call, asked for a hundred times a second: so long, or until that is done. */
export async function probe(port: number, npi: string, until: number | Promise<unknown>): Promise<number> {
  const times: number[] = []
  const asked: Promise<void>[] = []
  const line = openLeanLine(port)
  let isOver = false
  const over = () => {
    isOver = true
  }
  const ended = (typeof until === 'number' ? sleep(until * 1000) : until).finally(over)
  while (!isOver) {
    const begin = performance.now()
    asked.push(
      ask(line, npi).then(() => {
        times.push(performance.now() - begin)
      }),
    )
    await sleep(10)
  }
  await Promise.all([ended, ...asked])
  line.close()
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN
}

async function ask(line: LeanLine, npi: string): Promise<void> {
  const path = `/Provider${valRegNpi.path}?npiId=${npi}`
  const { status } = await line.ask({ method: 'GET', path })
  if (status !== 200) throw new Error(`${path}: ${status}`)
}
