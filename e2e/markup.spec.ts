import { expect, test } from './fixtures.ts'
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
