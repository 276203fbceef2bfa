import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INTERNAL_PATHS, MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import type { Measurement } from './measurement.ts'

const root = join(import.meta.dirname, '..')

/** Downloaded on demand, because it is large. */
const CHECKER = 'vnu-jar@26.9.27'

type Finding = { url: string; message: string; extract?: string }

/**
 * Runs the Nu checker on the DOM of every screen and dialog that the journeys inspect, after the page has settled. The
 * markup of the Captcha is excluded.
 */
export async function checkMarkup(): Promise<Measurement[]> {
  if (!(await succeeds('java', ['-version'])))
    throw new Error('The Nu checker needs Java: install a runtime (11 or later) and try again.')
  const folder = await mkdtemp(join(tmpdir(), 'portico-markup-'))
  try {
    const walked = await walkJourneys(folder)
    const files = await readdir(folder)
    const findings = await runChecker(folder)
    const missed = pagesMissedBy(files)
    return [
      { name: 'markup: screens checked', value: files.length, detail: walked },
      { name: 'markup: pages without a journey', value: missed.length, target: '<= 0', detail: missed.join(' ') },
      {
        name: 'markup: findings',
        value: findings.length,
        target: '<= 0',
        detail: findings.map(describeFinding).join('\n'),
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs the journeys, which write the markup of each screen to the folder. Returns a note if a journey fails. */
async function walkJourneys(folder: string): Promise<string> {
  const program = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const walk = spawn(process.execPath, [program, 'test'], {
    cwd: root,
    env: { ...process.env, PORTICO_MARKUP: folder },
    stdio: 'inherit',
  })
  const [code] = await once(walk, 'exit')
  return code === 0 ? '' : 'some journeys failed'
}

async function runChecker(folder: string): Promise<Finding[]> {
  const options = ['--format', 'json', '--stdout', '--exit-zero-always', folder]
  const checker = spawn('npm', ['exec', '--yes', `--package=${CHECKER}`, '--', 'vnu', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const parts: Buffer[] = []
  checker.stdout.on('data', (part: Buffer) => parts.push(part))
  const [code] = await once(checker, 'close')
  if (code !== 0) throw new Error(`${CHECKER} ended with ${code}`)
  return JSON.parse(Buffer.concat(parts).toString()).messages
}

const describeFinding = ({ url, message, extract = '' }: Finding) => `${url.split('/').at(-1)}: ${message} ${extract}`

/** A file name starts with the path of its page. */
function pagesMissedBy(files: readonly string[]): string[] {
  const { area: _providers, logout: _providersOut, ...providers } = PROVIDER_PATHS
  const { area: _members, logout: _membersOut, ...members } = MEMBER_PATHS
  const { area: _staff, logout: _staffOut, ...staff } = INTERNAL_PATHS
  const paths = [providers, members, staff].flatMap((area): string[] => Object.values(area))
  return paths.filter((path) => !files.some((file) => file.startsWith(`${path.slice(1).replaceAll('/', '.')}-`)))
}

async function succeeds(program: string, args: string[]): Promise<boolean> {
  const run = spawn(program, args, { stdio: 'ignore' })
  return new Promise((resolve) => run.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0)))
}
