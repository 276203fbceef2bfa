// Fails if docs/api.md differs from the call declarations.
import { existsSync, readFileSync } from 'node:fs'
import { API_DOCUMENT, renderApiDocument } from '../write-api-document.ts'

const written = existsSync(API_DOCUMENT) ? readFileSync(API_DOCUMENT, 'utf8') : ''
const fresh = written === renderApiDocument()
console.log(fresh ? 'calls: the document is up to date' : 'calls: docs/api.md is stale')
if (!fresh) console.error('Run: npx node scripts/write-api-document.ts')
process.exitCode = fresh ? 0 : 1
