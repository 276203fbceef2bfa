// Fails if docs/registration-flow.md differs from the flow table.
import { existsSync, readFileSync } from 'node:fs'
import { FLOW_DOCUMENT, renderFlowDocument } from '../write-flow-diagram.ts'

const written = existsSync(FLOW_DOCUMENT) ? readFileSync(FLOW_DOCUMENT, 'utf8') : ''
const fresh = written === renderFlowDocument()
console.log(
  fresh ? 'registration flow: the document is up to date' : 'registration flow: docs/registration-flow.md is stale',
)
if (!fresh) {
  console.error('Run: npx node scripts/write-flow-diagram.ts')
  process.exit(1)
}
