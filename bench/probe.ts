import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { valRegNpi } from '@portico/core/registration/calls'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** The 99th percentile in ms of an ordinary call, asked for a hundred times a second: so long, or until that is done. */
export async function probe(port: number, npi: string, until: number | Promise<unknown>): Promise<number> {
  const times: number[] = []
  const asked: Promise<void>[] = []
  let isOver = false
  const over = () => {
    isOver = true
  }
  const ended = (typeof until === 'number' ? sleep(until * 1000) : until).finally(over)
  while (!isOver) {
    const begin = performance.now()
    asked.push(
      ask(port, npi).then(() => {
        times.push(performance.now() - begin)
      }),
    )
    await sleep(10)
  }
  await Promise.all([ended, ...asked])
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN
}

function ask(port: number, npi: string): Promise<void> {
  const path = `/Provider${valRegNpi.path}?npiId=${npi}`
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent, path }, (reply) => {
      reply
        .resume()
        .on('end', () => (reply.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${reply.statusCode}`))))
    }).on('error', reject)
  })
}
