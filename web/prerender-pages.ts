/**
 * Usage: node web/prerender-pages.ts FOLDER. Renders the first screen of every page and brand into FOLDER/screens.json.
 * The server inserts them into the pages (server/src/platform/pages/first-screens.ts).
 */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROVIDER_PATHS } from '@portico/core/constants'
import type { FirstScreen, RenderScreen } from '../server/src/platform/pages/first-screen.ts'
import { AREA_PATHS, entryOf } from '../server/src/platform/pages/portal-addresses.ts'

/** Not rendered: pages that depend on a link or a half-signed session, and addresses without a page. */
const NOT_RENDERED: readonly string[] = [
  ...Object.values(AREA_PATHS).flatMap(({ area, logout, factor, secureAccount }) => [
    area,
    logout,
    factor,
    secureAccount,
  ]),
  PROVIDER_PATHS.notMe,
  PROVIDER_PATHS.signContract,
  PROVIDER_PATHS.signedContract,
]

const paths = Object.values(AREA_PATHS)
  .flatMap((area): string[] => Object.values(area))
  .filter((path) => !NOT_RENDERED.includes(path))

async function renderBrand(folder: string, brand: string): Promise<Record<string, FirstScreen>> {
  const program = join(folder, 'server', `${brand}.js`)
  copyFileSync(join(folder, 'server', 'prerender.js'), program)
  const { renderScreen }: { renderScreen: RenderScreen } = await import(pathToFileURL(program).href)
  const screens: Record<string, FirstScreen> = {}
  for (const path of paths) screens[path] = await renderScreen(entryOf(path).entry, path)
  return screens
}

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, 'dist'))
const brands: Record<string, unknown> = JSON.parse(readFileSync(join(folder, 'brands.json'), 'utf8'))
const rendered: Record<string, Record<string, FirstScreen>> = {}
for (const brand of Object.keys(brands)) rendered[brand] = await renderBrand(folder, brand)
writeFileSync(join(folder, 'screens.json'), `${JSON.stringify(rendered)}\n`)
rmSync(join(folder, 'server', 'prerender.js'))
