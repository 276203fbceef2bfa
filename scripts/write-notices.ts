// Writes THIRD-PARTY-NOTICES.md from the lock file and the installed packages.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const NOTICES = join(import.meta.dirname, '..', 'THIRD-PARTY-NOTICES.md')
const root = join(import.meta.dirname, '..')

type LockEntry = {
  version?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  link?: boolean
}
export type Lock = { packages: Record<string, LockEntry> }
export type Shipped = { path: string; name: string; version: string; license: string; optional: boolean }

/** Lists the packages that Portico ships, each version once, by name. Platform-specific packages are optional. */
export function listShipped(lock: Lock): Shipped[] {
  const shipped = Object.entries(lock.packages).flatMap(([path, entry]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    if (!path.includes('node_modules/') || entry.dev || entry.devOptional || entry.link) return []
    const { version = '', license = 'not named', optional = false } = entry
    return [{ path, name, version, license, optional }]
  })
  const firsts = new Map(shipped.toReversed().map((one) => [`${one.name} ${one.version}`, one]))
  return [...firsts.keys()].toSorted().flatMap((key) => firsts.get(key) ?? [])
}

/** Reads the license of a package from its file or README, with normalized line endings. */
export function readLicense(folder: string): string {
  const files = existsSync(folder) ? readdirSync(folder).toSorted() : []
  const texts = files
    .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
    .map((file) => tidy(readFileSync(join(folder, file), 'utf8')))
  if (texts.length > 0) return texts.join('\n\n')
  const readme = files.find((file) => /^readme/i.test(file))
  const section =
    readme && /^#+ licen[cs]e\s*$([\s\S]*?)(?=^#|(?![\s\S]))/im.exec(readFileSync(join(folder, readme), 'utf8'))
  return section ? tidy(section[1] ?? '') : ''
}

const tidy = (text: string): string =>
  text
    .replace(/[^\S\n]+$/gm, '')
    .replaceAll('\r', '')
    .trim()

/** Groups packages with the same license text. */
function groupByText(packages: Shipped[]): [text: string, packages: Shipped[]][] {
  const groups = new Map<string, Shipped[]>()
  for (const one of packages) {
    const text = readLicense(join(root, one.path))
    groups.set(text, [...(groups.get(text) ?? []), one])
  }
  return [...groups]
}

function writeGroup([text, packages]: [string, Shipped[]]): string {
  const names = packages.map(({ name, version, license }) => `- ${name} ${version} (${license})`).join('\n')
  const licence = text
    ? `\`\`\`\`text\n${text}\n\`\`\`\``
    : 'These packages name their licence and bring no text of it.'
  return `${names}\n\n${licence}`
}

export function renderNotices(): string {
  const shipped = listShipped(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const optional = shipped.filter((one) => one.optional)
  const always = shipped.filter((one) => !one.optional)
  return `# Third-party notices

Portico is under the licence in [LICENSE](LICENSE). It is installed with the packages below, which others made and which
stand under licences of their own.

Made from \`package-lock.json\` by \`scripts/write-notices.ts\`; a check fails when it is stale. Do not edit it by hand: run
\`npx node scripts/write-notices.ts\`. Packages that only build or test Portico are not among them.

## Packages of one platform

Of these a machine installs those that fit it; each brings its licence. The embedded PostgreSQL is itself under the
[PostgreSQL Licence](https://www.postgresql.org/about/licence/).

${optional.map(({ name, version, license }) => `- ${name} ${version} (${license})`).join('\n')}

## Packages

${groupByText(always).map(writeGroup).join('\n\n')}
`
}

if (import.meta.main) writeFileSync(NOTICES, renderNotices())
