import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** This release's number, as in CHANGELOG.md. */
export const release = String(version)
