import { INTERNAL_PATHS, MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { at, expect, expectAccessible, harborview, startSession, test } from './fixtures.ts'

/**
 * Every page by its address, for `npm run soak` and the Nu checker (`npm run bench -- markup`). In `npm test`, component
 * tests and journeys check the pages.
 */

const AREAS = [
  ['providers', 'demosaa', PROVIDER_PATHS],
  ['members', 'demomember', MEMBER_PATHS],
  ['internal', 'demostaff', INTERNAL_PATHS],
] as const

/** Pages that redirect or end a session. */
const NOT_SIGNED_IN = ['area', 'login', 'logout', 'factor']

for (const [area, user, { area: _area, logout: _logout, ...paths }] of AREAS) {
  test(`every page of ${area} is accessible, for a visitor and signed in`, async ({ page }) => {
    test.setTimeout(600_000)
    const look = async (path: string) => {
      await page.goto(at(harborview, path))
      await expect(page.locator('h1').first()).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      await expectAccessible(page)
    }
    for (const path of Object.values(paths)) await look(path)
    await startSession(page, harborview, area, user)
    for (const [name, path] of Object.entries(paths)) if (!NOT_SIGNED_IN.includes(name)) await look(path)
  })
}
