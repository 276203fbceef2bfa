import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const PRODUCT = ['package.json', 'package-lock.json', '.npmrc', 'core', 'server', 'web/package.json']

/**
 * Unpacks the previous release, ready to run. Returns undefined in a clone without its history, and for 0.1.0, which
 * does not run behind a pooler.
 */
export function unpackPreviousRelease(folder: string): string | undefined {
  const commit = findPreviousRelease()
  if (!commit) return undefined
  unpackCommit(commit, folder, ...PRODUCT)
  if (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version === '0.1.0') return undefined
  givePackages(folder)
  return join(folder, 'server/src/main.ts')
}

/** Unpacks the files of a commit, or only the named paths. */
export function unpackCommit(commit: string, folder: string, ...paths: string[]): void {
  mkdirSync(folder)
  const archive = execFileSync('git', ['-C', root, 'archive', commit, ...paths], { maxBuffer: 256 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
}

/** The commit of the newest release tag. Without tags, the last commit with another version than today's. */
export function findPreviousRelease(clone = root): string | undefined {
  const ask = (...args: string[]) => spawnSync('git', ['-C', clone, ...args], { encoding: 'utf8' }).stdout?.trim() ?? ''
  const { version } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'))
  const tag = ask('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^')
  const began = ask('log', '--format=%H', '-S', `"version": "${version}"`, '--', 'package.json').split('\n').at(-1)
  const commit = tag || (began && `${began}^`)
  return (commit && ask('rev-parse', '--verify', '--quiet', `${commit}^{commit}`)) || undefined
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
