import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'

/**
 * Somebody else at a browser of their own. The worker keeps these windows and empties them between people, as it does
 * with its own: a new one loads and compiles every page anew.
 */
const kept = new Map<BrowserContext, 'taken' | 'free'>()

const PATIENCE = 10_000

export async function openWindow(browser: Browser): Promise<Page> {
  const [free] = [...kept].find(([, state]) => state === 'free') ?? []
  const window = free ?? (await browser.newContext())
  kept.set(window, 'taken')
  return await window.newPage()
}

/** They leave, and nothing of them stays: no page, no cookie, nothing stored. */
export async function leaveWindow(window: BrowserContext): Promise<void> {
  await window.clearCookies()
  for (const page of window.pages()) {
    const { origin } = new URL(page.url())
    if (origin !== 'null') {
      const client = await window.newCDPSession(page)
      await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' })
    }
    await page.close()
  }
  kept.set(window, 'free')
}

/**
 * After a journey: the windows it opened are empty, and those with a shape of their own are gone, as is one that cannot
 * be emptied. A browser that does not answer ends the worker's journeys, so that the next begin in another one.
 */
export async function leaveWindows(browser: Browser, own: BrowserContext): Promise<void> {
  const others = browser.contexts().filter((window) => window !== own)
  const gone = await Promise.all(others.map((window) => emptyOrClose(window)))
  if (!gone.every(Boolean)) throw new Error('the browser did not empty its windows')
}

async function emptyOrClose(window: BrowserContext): Promise<boolean> {
  if (kept.has(window) && (await isDoneSoon(leaveWindow(window)))) return true
  kept.delete(window)
  return isDoneSoon(window.close())
}

async function isDoneSoon(work: Promise<void>): Promise<boolean> {
  return Promise.race([work.then(() => true), setTimeout(PATIENCE, false, { ref: false })])
}
