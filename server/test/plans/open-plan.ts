import pg from 'pg'
import type { TestBrowser } from '../browser.ts'
import { buildTestApp } from '../build-test-app.ts'
import type { Connection, Template } from '../database.ts'
import { type Caller, growCallers, insertCallers, openBrowsers } from './callers.ts'
import { type Country, growCountry } from './country.ts'
import { type Measured, measurePlans } from './measure.ts'

/** A plan to grow, and to explain each statement of every call in. */
export type OpenPlan = {
  owner: pg.Client
  /** Adds what lies between the two sizes, and makes every call; a statement's time is the least of so many. */
  grow(added: Country, times?: number): Promise<Measured[]>
  close(): Promise<void>
}

/** Beside whatever the template of its database holds; outside of Vitest the cluster is named. */
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
      return measurePlans(site, owner, browsers, times)
    },
    async close() {
      await owner.end()
      await site.close()
    },
  }
}
