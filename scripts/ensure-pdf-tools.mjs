import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const missing = () => ['qpdf', 'pdftotext', 'pdfsig'].filter((tool) => spawnSync(tool, ['--version']).error)

/** Installs PDF tools on Debian as root. Without them, the contract tests check documents less thoroughly. */
export function ensurePdfTools() {
  if (missing().length === 0) return
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('Installing qpdf and poppler-utils…')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update'], { env })
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'qpdf', 'poppler-utils'], { env })
  }
  const still = missing()
  if (still.length) console.log(`${still.join(' and ')} not found: the contract tests check less.`)
}
