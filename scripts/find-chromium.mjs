import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

// On Linux. The headless shell comes first: it renders the same pages with a third less work.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]
export const whatToInstall =
  'The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH to the program.'

/** Path of the test browser, or undefined. */
export function findChromium() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined
  return possiblePaths().find((path) => existsSync(path))
}

/** Where a browser can be: the usual folders of the system first, then the folders on PATH. */
export function possiblePaths({ platform = process.platform, env = process.env, home = homedir() } = {}) {
  const { join, delimiter } = platform === 'win32' ? win32 : posix
  const onPath = (env.PATH ?? '').split(delimiter).filter(Boolean)
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean)
    const programs = [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ]
    const usual = programs.flatMap((program) => folders.map((folder) => join(folder, program)))
    return [...usual, ...onPath.flatMap((folder) => ['chrome.exe', 'msedge.exe'].map((name) => join(folder, name)))]
  }
  const applications = ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
    ['/Applications', join(home, 'Applications')].map((folder) => `${folder}/${name}.app/Contents/MacOS/${name}`),
  )
  const usual =
    platform === 'darwin'
      ? applications
      : ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/snap/bin/chromium']
  return [...usual, ...onPath.flatMap((folder) => names.map((name) => join(folder, name)))]
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
