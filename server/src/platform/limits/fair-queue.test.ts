import { describe, expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** A queue with one slot, and tasks that end on request. */
function openTurns(bounds: { perClient: number; total: number }) {
  const enqueue = createFairQueue(1, bounds)
  const started: string[] = []
  const finishers: (() => void)[] = []
  const start = (client: string | undefined, name: string) =>
    enqueue(client, () => {
      started.push(name)
      return new Promise<string>((resolve) => finishers.push(() => resolve(name)))
    }).catch((error: { statusCode?: number; retryAfterSeconds?: number }) => error)
  const finish = async () => {
    finishers.shift()?.()
    // Lets the waiting task and the one it starts run.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { started, ask: start, finish }
}

const refused = { statusCode: 503, retryAfterSeconds: 5 }

describe('fair queue', () => {
  it('serves clients round-robin, however many tasks one has', async () => {
    const { started, ask: start, finish } = openTurns({ perClient: 10, total: 10 })
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void start(name.slice(0, 1), name)
    for (let i = 0; i < 6; i += 1) await finish()
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  it('refuses at once what exceeds the limit per client', async () => {
    const { ask: start } = openTurns({ perClient: 2, total: 10 })
    void start('a', 'a1')
    void start('a', 'a2')
    void start('a', 'a3')
    expect(await start('a', 'a4')).toMatchObject(refused)
  })

  it('gives the last waiting slot of the client with the most tasks to a client with fewer', async () => {
    const { started, ask: start, finish } = openTurns({ perClient: 10, total: 3 })
    void start('a', 'a1')
    void start('a', 'a2')
    void start('a', 'a3')
    const last = start('a', 'a4')
    void start('b', 'b1')
    expect(await last).toMatchObject(refused)
    expect(await start('a', 'a5')).toMatchObject(refused)
    for (let i = 0; i < 4; i += 1) await finish()
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('refuses a task if every client has only one waiting', async () => {
    const { ask: start } = openTurns({ perClient: 10, total: 2 })
    void start('a', 'a1')
    void start('a', 'a2')
    void start('b', 'b1')
    expect(await start('c', 'c1')).toMatchObject(refused)
  })

  it('never refuses or drops the server’s own tasks', async () => {
    const { started, ask: start, finish } = openTurns({ perClient: 1, total: 1 })
    for (const name of ['own1', 'own2', 'own3']) void start(undefined, name)
    expect(await start('a', 'a1')).toMatchObject(refused)
    for (let i = 0; i < 3; i += 1) await finish()
    expect(started).toEqual(['own1', 'own2', 'own3'])
  })

  it('refuses a task after the maximum wait and does not run it', async () => {
    const enqueue = createFairQueue(1, { perClient: 5, total: 5, patienceMs: 5 })
    let end = () => {}
    const first = enqueue('a', () => new Promise<void>((resolve) => (end = resolve)))
    await expect(enqueue('b', async () => 'late')).rejects.toMatchObject(refused)
    end()
    await first
    expect(await enqueue('b', async () => 'in time')).toBe('in time')
  })

  it('frees the slot of a task that fails', async () => {
    const enqueue = createFairQueue(1, { perClient: 1, total: 1 })
    await expect(enqueue('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await enqueue('a', async () => 'next')).toBe('next')
  })
})
