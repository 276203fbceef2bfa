import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// The headless shell comes first: it renders the same pages with a third less work.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

export const whatToInstall =
  'The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH to the program.'

/** Path of the test browser, or undefined. */
export function findChromium() {
  const { CHROMIUM_PATH, PATH = '' } = process.env
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined
  const onPath = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...places, ...onPath].find((path) => existsSync(path))
}

/** Installs the browser on Debian as root. On other systems the user must install it. */
export function ensureChromium() {
  const found = findChromium()
  if (found || process.env.CHROMIUM_PATH || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return found
  console.log('Installing Chromium…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args) => spawnSync('apt-get', args, { env, encoding: 'utf8' })
  const install = (name) => run('install', '-y', '--no-install-recommends', name)
  run('update')
  let last
  for (const name of ['chromium-headless-shell', 'chromium']) {
    last = install(name)
    if (last.status === 0) return findChromium()
  }
  console.error(`${last.stdout}${last.stderr}`)
  return undefined
}
