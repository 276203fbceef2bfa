import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { startTestCluster } from './templates.ts'

/** Runs once before the server's tests, whatever number of files and workers there are. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { database, remove } = await Promise.race([startTestCluster(), giveUp()])
  project.provide('testDatabase', database.config)
  return remove
}

/** Vitest would wait for ever. */
async function giveUp(): Promise<never> {
  await sleep(180_000, undefined, { ref: false })
  throw new Error('The test databases could not be made within three minutes.')
}
