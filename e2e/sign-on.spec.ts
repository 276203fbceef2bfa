import * as signon from '@portico/core/signon/calls'
import { at, bayside, DEMO_PASSWORD, expectAccessible, harborview, signInByPage, startSession } from './fixtures.ts'
import { expect, heading, tabTo, test } from './support/wizard.ts'

const AREA = '/thp/portal/providers'

test('a user signs in, opens the profile and signs out by keyboard alone', async ({ page }) => {
  await page.goto(at(bayside, '/'))
  await expect(page).toHaveTitle('Provider sign in | Bayside Care Partners')
  await tabTo(page, page.getByLabel('User name'))
  await page.keyboard.type('demoau')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${AREA}/home`)
  await expect(heading(page)).toContainText('Uma')
  await expect(page.getByRole('region', { name: 'Your access' })).toContainText('Access User')

  await tabTo(page, page.getByRole('link', { name: 'Skip to main content' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.goto(at(bayside, `${AREA}/home`))
  await tabTo(page, page.getByRole('button', { name: /^Your account/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Profile', exact: true }))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Your profile')
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveTitle('Your profile | Bayside Care Partners')
  await expectAccessible(page)
  await tabTo(page, page.getByRole('button', { name: /^Your account/ }), 60)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Sign out' }))
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${AREA}/login?signedout=1`)
  await expect(page.getByRole('alert')).toHaveText('You have signed out.')
})

test('a page opened before the first page had a heading still gets the focus', async ({ page }) => {
  await signInByPage(page, bayside, 'providers', 'demoau')
  let release = () => {}
  const blocked = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**${signon.me.path}`, async (route) => {
    await blocked
    await route.continue()
  })
  await page.goto(at(bayside, `${AREA}/roster`))
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(heading(page)).toHaveText('Your profile')
  await expect(heading(page)).toBeFocused()
  release()
})

test('signing out aborts calls in flight, shows no error and confirms the sign-out', async ({ page }) => {
  await startSession(page, harborview, 'providers', 'demosaa')
  await page.goto(at(harborview, `${AREA}/roster`))
  await expect(page.locator('tbody tr').first()).toBeVisible()
  const slow = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const finishLogout = Promise.withResolvers<void>()
  await page.route('**/rest/sec/claim/search*', async (route) => {
    await slow.promise
    // The page has aborted the call.
    await route.continue().catch(() => {})
  })
  // The session ends on the server before the browser gets the reply, as on a slow connection.
  await page.route(`**${AREA}/logout`, async (route) => {
    const { location = '' } = (await page.request.get(route.request().url(), { maxRedirects: 0 })).headers()
    ended.resolve()
    await finishLogout.promise
    await route.fulfill({ status: 302, headers: { location } })
  })
  const started = page.waitForRequest('**/rest/sec/claim/search*')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Claims' }).click()
  await started
  await page.evaluate(() => {
    const look = () => {
      const alert = document.querySelector('[role="alert"]')
      if (alert) sessionStorage.setItem('alerted', alert.textContent ?? '')
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })

  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('/rest/sec/claim/search'))
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('link', { name: 'Sign out' }).click({ noWaitAfter: true })
  await Promise.all([aborted, ended.promise])
  slow.resolve()
  finishLogout.resolve()
  await expect(page.getByText('You have signed out.')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('alerted'))).toBeNull()
  await page.goto(at(harborview, `${AREA}/claims`))
  await page.waitForURL('**/providers/login?TARGET=*')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Your Session has expired.')).toHaveCount(0)
})
