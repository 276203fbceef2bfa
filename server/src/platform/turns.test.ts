import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

describe('turns', () => {
  it('let so many work at once, the others in the order they came', async () => {
    const inTurn = createTurns(2)
    const started: number[] = []
    const finishers: (() => void)[] = []
    const works = [0, 1, 2, 3].map((name) =>
      inTurn(() => {
        started.push(name)
        return new Promise<void>((resolve) => finishers.push(resolve))
      }),
    )
    await Promise.resolve()
    expect(started).toEqual([0, 1])
    finishers[1]?.()
    await works[1]
    expect(started).toEqual([0, 1, 2])
    finishers[0]?.()
    await works[0]
    expect(started).toEqual([0, 1, 2, 3])
  })

  it('are given back by work that fails', async () => {
    const inTurn = createTurns(1)
    await expect(inTurn(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await inTurn(async () => 'next')).toBe('next')
  })
})
