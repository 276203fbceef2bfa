import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { startTestCluster } from './templates.ts'

/** Runs once before all server tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { database, remove } = await Promise.race([startTestCluster(), giveUp()])
  project.provide('testDatabase', database.config)
  return remove
}

/** Without this, Vitest would wait forever. */
async function giveUp(): Promise<never> {
  await sleep(180_000, undefined, { ref: false })
  throw new Error('The test databases could not be made within three minutes.')
}
