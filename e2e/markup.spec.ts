import { INTERNAL_PATHS, MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { at, expect, expectAccessible, harborview, startSession, test } from './fixtures.ts'
import { findMarkupFaults } from './support/markup.ts'

/** Every inspected screen is checked for these faults; this test proves that the check finds them. */
test('findMarkupFaults finds each fault and none on a valid page', async ({ page }) => {
  await page.setContent(`<main>
    <p id="twice"></p><p id="twice"></p>
    <input aria-activedescendant="" aria-label="Chosen">
    <label for="nothing">Label</label>
    <section aria-label="News"><p>News</p></section>
    <h2><span role="status">2 found</span></h2>
    <input type="tel" autocomplete="tel-national" aria-label="Phone">
  </main>`)
  expect((await page.evaluate(findMarkupFaults)).map((fault) => fault.split(':')[0])).toEqual([
    'twice the id twice',
    'isEmptyReference',
    'labelsNothing',
    'lacksHeading',
    'speaksInHeading',
    'isUnknownHint',
  ])
  await page.setContent(`<main>
    <h1>Page</h1>
    <section><h2 aria-live="polite">2 found</h2></section>
    <label for="phone">Phone</label><input id="phone" type="tel" autocomplete="tel">
  </main>`)
  expect(await page.evaluate(findMarkupFaults)).toEqual([])
})

const AREAS = [
  ['providers', 'demosaa', PROVIDER_PATHS],
  ['members', 'demomember', MEMBER_PATHS],
  ['internal', 'demostaff', INTERNAL_PATHS],
] as const

/** Pages that redirect or end a session. */
const NOT_SIGNED_IN = ['area', 'login', 'logout', 'factor']

for (const [area, user, { area: _area, logout: _logout, ...paths }] of AREAS) {
  test(`${area}: every page can be saved for the Nu checker, as a visitor and signed in`, async ({ page }) => {
    test.skip(!process.env.PORTICO_MARKUP, 'the journeys inspect them; the bench wants all of them')
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
