import pg from 'pg'
import type { TestBrowser } from '../browser.ts'
import { buildTestApp } from '../build-test-app.ts'
import type { Connection, Template } from '../database.ts'
import { type Caller, growCallers, insertCallers, openBrowsers } from './callers.ts'
import { type Country, growCountry } from './country.ts'
import { openHubActs } from './hub.ts'
import { type Measured, measurePlans, openCallActs } from './measure.ts'

/** A growing plan in which each statement of every call is explained. */
export type OpenPlan = {
  owner: pg.Client
  /** Adds the rows between the two sizes, makes every call and runs the jobs of the sign-on hub. A statement's time is the minimum of `times` runs. */
  grow(added: Country, times?: number): Promise<Measured[]>
  close(): Promise<void>
}

/** Adds to the rows of the template. Outside Vitest, the caller must name the cluster. */
export async function openPlan(database: Template, cluster?: Connection): Promise<OpenPlan> {
  const site = await buildTestApp({ database, isUnwatched: true, ...(cluster && { cluster }) })
  const owner = new pg.Client(site.ownerLogin)
  await owner.connect()
  let browsers: Record<Caller, TestBrowser> | undefined
  return {
    owner,
    async grow(added, times) {
      await growCountry(owner, added)
      if (!browsers) await insertCallers(site, owner)
      await growCallers(site, owner, added)
      browsers ??= await openBrowsers(site)
      return measurePlans(site, owner, [...openCallActs(browsers), ...(await openHubActs(site))], times)
    },
    async close() {
      await owner.end()
      await site.close()
    },
  }
}
