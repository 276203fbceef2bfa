/** Component tests: screens and their parts in Chromium. Each test declares the server's replies. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineProject } from 'vitest/config'
import { CHROMIUM_FLAGS } from '../../e2e/support/chromium-flags.ts'
import { THROTTLE, WAIT_MS } from '../../e2e/support/throttle.ts'
import { findChromium } from '../../scripts/find-chromium.mjs'
import { standardBrand } from '../../server/src/platform/brands/brands.ts'
import { fontFileOf, placeholdersOf } from '../brand-pages.ts'
import { fillPlaceholders, pagePlugins } from '../vite.config.ts'

const project = resolve(import.meta.dirname, '../..')
const executablePath = findChromium()
// Unlike the journeys' pages, a window lives for all its files, so the optimizing compilers stay on.
const ENGINE_FLAGS = '--js-flags=--min-semi-space-size=16'

/** Fills the test page's placeholders with the standard brand, as the server does for every page. */
function fillTestPage(): Plugin {
  const values = placeholdersOf(standardBrand, `/@fs${fontFileOf(standardBrand)}`)
  return { name: 'portico-test-page', transformIndexHtml: (html) => fillPlaceholders(html, values) }
}

/** Packages that have an entry of their own for browsers. */
const BROWSER_ENTRIES: Record<string, string> = {
  'csv-parse': 'csv-parse/browser/esm/sync',
  'read-excel-file': 'read-excel-file/browser',
}

/** Vite must bundle every package before the first test: a package found later reloads the page during a test. */
function readPackages(): string[] {
  const { dependencies } = JSON.parse(readFileSync(resolve(project, 'web/package.json'), 'utf8'))
  const loaded = Object.keys(dependencies)
    .filter((name) => !/^@(portico|fontsource-variable)\/|^altcha$/.test(name))
    .map((name) => BROWSER_ENTRIES[name] ?? name)
  return [...loaded, 'react-dom/client', 'react-dom/server', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'axe-core']
}

export default defineProject({
  root: project,
  // Vite warns about an import inside Vitest.
  logLevel: 'error',
  cacheDir: resolve(project, '.cache/vite'),
  plugins: [...pagePlugins(), fillTestPage()],
  // React's production build, as the portal ships it: the development build takes a third longer.
  oxc: { jsx: { development: false } },
  optimizeDeps: {
    include: readPackages(),
    noDiscovery: true,
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
  },
  server: { fs: { allow: [project] } },
  test: {
    name: 'components',
    include: ['web/**/*.component.test.tsx'],
    globalSetup: ['web/test/require-chromium.ts'],
    setupFiles: ['web/test/reset-page.ts'],
    provide: { throttle: THROTTLE },
    testTimeout: 300_000 * THROTTLE,
    hookTimeout: 300_000 * THROTTLE,
    // The files of a window share its modules: loading the wizard costs a second. So a test replaces no module, and
    // `resetPage` undoes what a test leaves behind.
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      provider: playwright({
        launchOptions: { ...(executablePath && { executablePath }), args: [...CHROMIUM_FLAGS, ENGINE_FLAGS] },
        contextOptions: { reducedMotion: 'reduce' },
        actionTimeout: WAIT_MS,
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1280, height: 900 },
      // As in the journeys: a name matches a part of the accessible name unless a test asks for `exact`.
      locators: { exact: false },
      testerHtmlPath: 'web/test/component.html',
      screenshotFailures: false,
      traceView: 'off',
      dependencySourcemaps: false,
    },
    expect: { poll: { timeout: WAIT_MS } },
  },
})
