// Fails if THIRD-PARTY-NOTICES.md differs from the lock file and the installed packages.
import { existsSync, readFileSync } from 'node:fs'
import { NOTICES, renderNotices } from '../write-notices.ts'

const written = existsSync(NOTICES) ? readFileSync(NOTICES, 'utf8') : ''
const fresh = written === renderNotices()
console.log(fresh ? 'notices: up to date' : 'notices: THIRD-PARTY-NOTICES.md is stale')
if (!fresh) console.error('Run: npx node scripts/write-notices.ts')
process.exitCode = fresh ? 0 : 1
