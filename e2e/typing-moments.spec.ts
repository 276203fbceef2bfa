import type { Page } from '@playwright/test'
import { at, DEMO_PASSWORD, expect, harborview, REGISTRATION, startSession, test } from './fixtures.ts'

/**
 * Input at 50 moments while a page loads, for `npm run soak`. In `npm test`, `first-screen.spec.ts` and
 * `hydration.component.test.tsx` choose the moments.
 */

const PROVIDERS = '/thp/portal/providers'
const MEMBERS = '/thp/portal/members'
const NPI = 'National Provider Identifier (NPI)'

const expectHydrated = (page: Page) => expect(page.locator('html[data-works]')).toHaveCount(1)

/** A page with what a user enters as soon as it is shown, and what the page must show then. */
type Typing = {
  title: string
  address: string
  signIn?: [area: string, user: string]
  enter: (page: Page) => Promise<void>
  check: (page: Page) => Promise<void>
}

const typeInto = async (page: Page, label: string, text: string) => {
  const field = page.getByLabel(label, { exact: true })
  await expect(field).toBeEnabled()
  // A click could begin in the middle of a date.
  await field.focus()
  await page.keyboard.type(text)
}
const expectValue = (page: Page, label: string, value: string) =>
  expect(page.getByLabel(label, { exact: true })).toHaveValue(value)

const TYPINGS: Typing[] = [
  {
    title: 'an NPI',
    address: REGISTRATION,
    enter: (page) => typeInto(page, NPI, '12a3-4567x8901234'),
    check: (page) => expectValue(page, NPI, '1234567890'),
  },
  {
    title: 'a user name and a password',
    address: `${PROVIDERS}/login`,
    enter: async (page) => {
      await typeInto(page, 'User name', 'demosaa4821')
      await typeInto(page, 'Password', DEMO_PASSWORD)
    },
    check: async (page) => {
      await expectValue(page, 'User name', 'demosaa4821')
      await expectValue(page, 'Password', DEMO_PASSWORD)
    },
  },
  {
    title: 'a member’s details and birth date',
    address: `${MEMBERS}/register`,
    enter: async (page) => {
      await typeInto(page, 'Member ID', 'N4100000101')
      await typeInto(page, 'Birth date', '02291984')
    },
    check: async (page) => {
      await expectValue(page, 'Member ID', 'N4100000101')
      await expectValue(page, 'Birth date', '1984-02-29')
      await page.getByRole('button', { name: 'Send me a code' }).click()
      // The form has them too, since it finds nothing but the names missing.
      await expect(page.locator('.note.bad')).toBeFocused()
      await expect(page.locator('.note.bad li')).toHaveCount(2)
    },
  },
  {
    title: 'words of a search',
    address: `${PROVIDERS}/faq`,
    enter: (page) => typeInto(page, 'Search the questions', '30 MINUTES password'),
    check: async (page) => {
      await expectValue(page, 'Search the questions', '30 MINUTES password')
      await expect(page.getByRole('status')).toHaveText('1 question matches.')
    },
  },
  {
    title: 'a choice, a date and a number of a signed-in page',
    address: `${PROVIDERS}/claims`,
    signIn: ['providers', 'demosaa'],
    enter: async (page) => {
      await page.getByLabel('Status').selectOption('Paid')
      await typeInto(page, 'Service date from', '01312020')
      await typeInto(page, 'Claim number', 'C4821')
      await page.keyboard.press('Enter')
    },
    check: async (page) => {
      await page.waitForURL(/claims\?(?=.*status=PAID)(?=.*from=2020-01-31)/)
      await expectValue(page, 'Claim number', 'C4821')
    },
  },
  {
    title: 'a typeahead',
    address: `${MEMBERS}/my/find-a-provider`,
    signIn: ['members', 'demomember'],
    enter: (page) => typeInto(page, 'Specialty', 'Pediatrics'),
    check: async (page) => {
      await expectValue(page, 'Specialty', 'Pediatrics')
      await expect(page.getByRole('option', { name: 'Pediatrics', exact: true })).toBeVisible()
    },
  },
  {
    title: 'radio buttons and checkboxes',
    address: `${PROVIDERS}/access/invite`,
    signIn: ['providers', 'demosaa'],
    enter: async (page) => {
      await typeInto(page, 'First name', 'Ann Mae')
      await page.getByRole('radio', { name: 'Access User (AU)' }).check()
      await page.getByRole('checkbox').nth(2).check()
    },
    check: async (page) => {
      await expectValue(page, 'First name', 'Ann Mae')
      await expect(page.getByRole('radio', { name: 'Access User (AU)' })).toBeChecked()
      await expect(page.getByRole('checkbox').nth(2)).toBeChecked()
    },
  },
]

const MOMENTS = 50
const STEP_MS = 20

/** With a slow processor, at moments from the first sight of the page until it works. */
for (const { title, address, signIn, enter, check } of TYPINGS)
  test(`${title} entered at ${MOMENTS} moments of loading stays as entered`, async ({ page }) => {
    test.setTimeout(20 * 60_000)
    if (signIn) await startSession(page, harborview, ...signIn)
    const processor = await page.context().newCDPSession(page)
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      await processor.send('Emulation.setCPUThrottlingRate', { rate: 6 })
      await page.goto(at(harborview, address), { waitUntil: 'commit' })
      await page.locator('main h1').waitFor()
      await page.waitForTimeout(moment * STEP_MS)
      await enter(page)
      await expectHydrated(page)
      await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      await test.step(`after ${moment * STEP_MS} ms`, () => check(page))
    }
    await processor.detach()
  })
