import type { Context } from '../../server/src/platform/context.ts'
import type { ScheduledJob } from '../../server/src/platform/operations/scheduled-job.ts'
import { readSettings } from '../../server/src/platform/settings/settings.ts'
import { testContext } from '../../server/test/context.ts'
import type { TestPlan } from './test-plan.ts'

/** The context of the test server's own work, in this process. */
export function contextOf(plan: TestPlan): Context {
  const { PORTICO_E2E_DATA_DIR: PORTICO_DATA_DIR, PORTICO_E2E_PORT: PORT } = process.env
  return testContext(plan.db, readSettings({ PORTICO_DATA_DIR, PORT, PORTICO_DEMO: '1' }))
}

/** Runs one of these scheduled jobs now. The server runs all of them, but only once a minute. */
export async function runJob(plan: TestPlan, jobs: readonly ScheduledJob[], name: string): Promise<void> {
  const job = jobs.find((each) => each.name === name)
  if (!job) throw new Error(`There is no job ${name}.`)
  await job.run(contextOf(plan), new Date())
}
