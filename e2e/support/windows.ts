import type { Browser, BrowserContext, Page } from '@playwright/test'

/**
 * Windows of other users. The worker clears and reuses them, because a new window loads and compiles every page again.
 */
const pool = new Map<BrowserContext, 'taken' | 'free'>()

export async function openWindow(browser: Browser): Promise<Page> {
  const [free] = [...pool].find(([, state]) => state === 'free') ?? []
  const window = free ?? (await browser.newContext())
  pool.set(window, 'taken')
  return await window.newPage()
}

/** Closes the pages and clears all cookies and storage. */
export async function clearWindow(window: BrowserContext): Promise<void> {
  await window.clearCookies()
  for (const page of window.pages()) {
    const { origin } = new URL(page.url())
    if (origin !== 'null') {
      const client = await window.newCDPSession(page)
      await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' })
    }
    await page.close()
  }
  pool.set(window, 'free')
}

/** Runs after each journey: clears pooled windows and closes the others. */
export async function clearWindows(browser: Browser, own: BrowserContext): Promise<void> {
  for (const window of browser.contexts()) {
    if (window === own) continue
    if (pool.has(window)) await clearWindow(window)
    else await window.close()
  }
}
