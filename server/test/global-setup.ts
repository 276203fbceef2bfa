import type { TestProject } from 'vitest/node'
import { startTestCluster } from './templates.ts'

/** Runs once before the server's tests, whatever number of files and workers there are. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { database, remove } = await startTestCluster()
  project.provide('testDatabase', database.config)
  return remove
}
