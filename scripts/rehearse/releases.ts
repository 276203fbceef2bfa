import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPreviousRelease, unpackCommit } from '../chaos/previous-release.ts'
import { run } from '../programs.ts'

/** An installed release: its folder has `bin/portico`. */
export type Release = { folder: string; version: string }

type Settings = Record<string, string>

export const versionOf = (folder: string): string =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version

/** Release 0.1.0 has no archive, no `migrate` command and one database login. */
export const isFirst = ({ version }: Release): boolean => version === '0.1.0'

/** Installs the previous release from its own sources. */
export function installPrevious(folder: string, pack: (into: string, sources: string) => string): Release | undefined {
  const commit = findPreviousRelease()
  if (!commit) return undefined
  const sources = join(folder, 'before')
  unpackCommit(commit, sources)
  run('npm', 'ci', '--prefix', sources, '--no-audit', '--no-fund')
  const version = versionOf(sources)
  if (!existsSync(join(sources, 'scripts/package.mjs'))) return { folder: buildInPlace(sources), version }
  const unpacked = join(folder, 'previous-release')
  mkdirSync(unpacked)
  return { folder: pack(unpacked, sources), version }
}

/** Builds the pages of a release without archives, and adds the command of one. */
function buildInPlace(sources: string): string {
  const build = `import(${JSON.stringify(join(sources, 'scripts/build-web.mjs'))}).then((m) => m.ensureWebBuild())`
  run(process.execPath, '-e', `${build}.then(({ ok, output }) => ok || (console.error(output), process.exit(1)))`)
  mkdirSync(join(sources, 'bin'))
  const file = join(sources, 'bin/portico')
  const home = '"$(dirname "$(dirname "$(readlink -f "$0")")")"'
  const node = `exec ${home}/node_modules/node/bin/node ${home}/server/src`
  writeFileSync(file, `#!/bin/sh\nif [ "$1" = start ]; then ${node}/main.ts; fi\n${node}/cli.ts "$@"\n`)
  chmodSync(file, 0o755)
  return sources
}

/** The settings under which a release runs. */
export function settingsFor(release: Release, settings: Settings): Settings {
  if (!isFirst(release)) return settings
  const { DATABASE_OWNER_URL: owner = '', ...others } = settings
  return { ...others, DATABASE_URL: owner }
}
