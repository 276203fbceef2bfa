import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const missing = () => ['qpdf', 'pdftotext', 'pdfsig'].filter((tool) => spawnSync(tool, ['--version']).error)

/**
 * The contract's tests read it with real PDF programs where there are any. On Debian as root they are fetched; without
 * them the tests read the document themselves.
 */
export function ensurePdfTools() {
  if (missing().length === 0) return
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('Installing qpdf and poppler-utils…')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update'], { env })
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'qpdf', 'poppler-utils'], { env })
  }
  const still = missing()
  if (still.length) console.log(`Without ${still.join(' and ')} the contract is checked less closely.`)
}
