import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

/** This release's number, as in CHANGELOG.md. */
export const release = String(version)

/** This process among those of a plan, in log lines and figures. */
export const instance = `${hostname()}:${process.pid}`
