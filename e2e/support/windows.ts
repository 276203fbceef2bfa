import type { Browser, BrowserContext, Page } from '@playwright/test'

/**
 * Somebody else at a browser of their own. The worker keeps these windows and empties them between people, as it does
 * with its own: a new one loads and compiles every page anew.
 */
const kept = new Map<BrowserContext, 'taken' | 'free'>()

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

/** After a journey: empties the windows it took from the pool and closes the others. */
export async function leaveWindows(browser: Browser, own: BrowserContext): Promise<void> {
  for (const window of browser.contexts()) {
    if (window === own) continue
    if (kept.has(window)) await leaveWindow(window)
    else await window.close()
  }
}
