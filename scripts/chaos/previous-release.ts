import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const PRODUCT = ['package.json', 'package-lock.json', '.npmrc', 'core', 'server', 'web/package.json']

/**
 * Unpacks the previous release, ready to run: the newest tag. Without a tag, the last commit before the newest migration,
 * or the newest commit with today's migrations if they were rewritten. Returns undefined in a clone without that history.
 */
export function unpackPreviousRelease(folder: string): string | undefined {
  const commit = findPreviousRelease()
  if (!commit) return undefined
  unpackCommit(commit, folder, ...PRODUCT)
  givePackages(folder)
  return join(folder, 'server/src/main.ts')
}

/** Unpacks the files of a commit, or only the named paths. */
export function unpackCommit(commit: string, folder: string, ...paths: string[]): void {
  mkdirSync(folder)
  const archive = execFileSync('git', ['-C', root, 'archive', commit, ...paths], { maxBuffer: 256 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
}

export function findPreviousRelease(): string | undefined {
  const git = (...args: string[]) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' }).stdout?.trim()
  const tag = git('describe', '--tags', '--abbrev=0', 'HEAD^')
  const last = (...filter: string[]) => git('log', '-1', '--format=%H', ...filter, '--', 'server/migrations')
  const added = last('--diff-filter=A')
  const names = (commit: string) => git('ls-tree', '--name-only', commit, 'server/migrations/')?.split('\n') ?? []
  const stillExist = added && names(`${added}^`).every((path) => existsSync(join(root, path)))
  const commit = tag || (stillExist ? `${added}^` : last())
  return (commit && git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`)) || undefined
}

/** Links the packages of this checkout if the lock files are equal; otherwise installs its own. */
function givePackages(folder: string): void {
  const lockOf = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8')
  if (lockOf(folder) !== lockOf(root)) {
    const only = ['--workspace', '@portico/server', '--include-workspace-root', '--omit=dev', '--omit=optional']
    execFileSync('npm', ['ci', ...only, '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
    return
  }
  for (const where of ['.', 'core', 'server']) linkAll(join(root, where, 'node_modules'), join(folder, where))
  symlinkSync(join(folder, 'core'), join(folder, 'node_modules/@portico/core'))
}

function linkAll(packages: string, into: string): void {
  if (!existsSync(packages)) return
  mkdirSync(join(into, 'node_modules/@portico'), { recursive: true })
  const names = readdirSync(packages).filter((name) => name !== '@portico' && !name.startsWith('.'))
  for (const name of names) symlinkSync(join(packages, name), join(into, 'node_modules', name))
}
