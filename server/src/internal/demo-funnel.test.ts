import * as calls from '@portico/core/internal/calls'
import { FUNNEL_DAYS } from '@portico/core/internal/limits'
import type { Home } from '@portico/core/internal/shapes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { DEMO_PASSWORD } from '../demo/seed/demo-access.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ settings: { demo: true } })
})
afterAll(() => app?.close())

test('the funnel numbers of the demo decrease from step to step', async () => {
  const staff = app.openBrowser()
  await staff.signIn('demostaff', DEMO_PASSWORD, '/thp/portal/internal/home')
  for (const days of FUNNEL_DAYS) {
    const { opened, proved, submitted } = (await staff.getCall<Home>(calls.home.path, { days })).entity.funnel
    expect(opened, days).toBeGreaterThanOrEqual(proved)
    expect(proved, days).toBeGreaterThanOrEqual(submitted)
    expect(submitted / opened, days).toBeGreaterThan(0.25)
  }
})
