import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { runArgon2 } from './argon2-threads.ts'

const work = {
  message: 'Harborview1',
  nonce: Buffer.alloc(16, 7),
  memory: 19_456,
  passes: 2,
  parallelism: 1,
  tagLength: 32,
}

test('returns each hash’s own result when there are more hashes than threads', async () => {
  const works = Array.from({ length: 12 }, (_, index) => ({ ...work, nonce: Buffer.alloc(16, index) }))
  const first = await Promise.all(works.map(runArgon2))
  expect(new Set(first.map(String)).size).toBe(12)
  expect(await Promise.all(works.map(runArgon2))).toEqual(first)
})

test('fails only the hash that was refused', async () => {
  await expect(runArgon2({ ...work, nonce: Buffer.alloc(1) })).rejects.toThrow()
  expect((await runArgon2(work)).length).toBe(32)
})

test.runIf(process.platform === 'linux')('lowers the priority of the hashing threads only', async () => {
  const before = readNice(String(process.pid))
  await Promise.all(Array.from({ length: availableParallelism() }, () => runArgon2(work)))
  const nice = readdirSync('/proc/self/task').map((id) => Number(readNice(id)))
  expect(nice.filter((value) => value === 10)).toHaveLength(availableParallelism())
  expect(readNice(String(process.pid))).toBe(before)
})

/** The nineteenth field of a thread's stat line. The name before it can contain spaces, so count from its end. */
function readNice(id: string): string | undefined {
  const line = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[16]
}
