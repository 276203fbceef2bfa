// Writes docs/api.md: every call of the product, from its declaration in core.
import { writeFileSync } from 'node:fs'
import { ALL_CALLS, type NamedCall } from '../core/src/all-calls.ts'
import { STATUS } from '../core/src/constants.ts'
import { signOnAgent } from '../core/src/signon/agent.ts'
import { describeAccess } from '../server/src/platform/http/openapi.ts'

export const API_DOCUMENT = 'docs/api.md'

type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
  description?: string
  contentEncoding?: string
}
/** A shape as one would write it down: `{ name: string, age?: number }`. */
function writeShape(schema: Schema, depth = 0): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((one) => writeShape(one, depth)).join(' | ')
  if (schema.type === 'array') return `[${writeShape(schema.items ?? {}, depth)}]`
  if (schema.properties) return writeObject(schema, depth)
  const [values] = Object.values(schema.patternProperties ?? {})
  if (values) return `{ [key]: ${writeShape(values, depth)} }`
  return schema.type ?? 'anything'
}

function writeObject(schema: Schema, depth: number): string {
  const indent = '  '.repeat(depth + 1)
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const optional = schema.required?.includes(name) ? '' : '?'
    const note = field.contentEncoding ?? field.description
    return `${name}${optional}: ${writeShape(field, depth + 1)}${note ? ` // ${note}\n` : ''}`
  })
  const line = `{ ${fields.join(', ')} }`
  if (fields.length === 0) return '{}'
  if (!line.includes('\n') && line.length + indent.length <= 100) return line
  return `{\n${fields.map((field) => `${indent}${field.trimEnd()}`).join('\n')}\n${'  '.repeat(depth)}}`
}

/** Where a long shape was written first: the registration model stands in the page once. */
type Written = Map<string, string>

function writeCode(shape: string, call: string, written: Written): string {
  const first = written.get(shape)
  if (first && first !== call && shape.split('\n').length > 12) return `As in ${first}.`
  written.set(shape, first ?? call)
  return `\`\`\`ts\n${shape}\n\`\`\``
}

function writeCall({ name, call }: NamedCall, written: Written): string {
  const { says, query, body, statuses = [], entity, bare, file, allowStaleReads } = call.described
  const title = `${call.method} ${call.path}`
  const code = (of: Schema) => writeCode(writeShape(of), title, written)
  return [
    `### ${title}`,
    `\`${name}\`: ${says} ${describeAccess(call.access)}${statuses.length > 0 ? ` May answer ${list(statuses)}.` : ''}${allowStaleReads ? ' What it answers may be a second old.' : ''}`,
    query ? `Query\n\n${code(query)}` : '',
    body ? `Body\n\n${code(body)}` : '',
    file ? `Answers with a file, \`${file}\`.` : '',
    entity ? `Entity\n\n${code(entity)}` : '',
    bare ? `Answers without an envelope\n\n${code(bare)}` : '',
  ]
    .filter(Boolean)
    .join('\n\n')
}

const list = (statuses: readonly number[]) => [...statuses].sort().join(', ')

/** The one form post: no JSON, no envelope. */
function writeSignOnAgent(): string {
  const rows = Object.entries(signOnAgent.fields).map(([field, { says }]) => `| \`${field}\` | ${says} |`)
  return [
    '## The sign-on agent',
    `### POST ${signOnAgent.path}`,
    `${signOnAgent.says} URL-encoded; no envelope and no anti-forgery header, but the browser's Origin must be the portal's own.`,
    ['| field | what it is |', '|---|---|', ...rows].join('\n'),
    `Answers ${signOnAgent.status} and leads to`,
    signOnAgent.leadsTo.map((where) => `- ${where}`).join('\n'),
  ].join('\n\n')
}

export function renderApiDocument(): string {
  const written: Written = new Map()
  const areas = [...new Set(ALL_CALLS.map(({ area }) => area))]
  const sections = areas.flatMap((area) => [
    `## ${area}`,
    ...ALL_CALLS.filter((named) => named.area === area).map((named) => writeCall(named, written)),
  ])
  return `${INTRODUCTION}\n${[...sections, writeSignOnAgent()].join('\n\n')}\n`
}

const INTRODUCTION = `# The calls

Generated from the calls' declarations in \`core/src/<area>/calls.ts\` by \`scripts/write-api-document.ts\`; a check fails
when it is stale. Do not edit it by hand: change the declaration, then run \`npx node scripts/write-api-document.ts\`. A
running server publishes the same as OpenAPI 3.1 at \`/Provider/rest/openapi.json\` and
\`/MemberPortalWeb/rest/openapi.json\`, and every reply the route tests receive is held against it
(\`server/test/hold-to-document.ts\`).

- Every call is below \`/Provider\`; the same calls answer below \`/MemberPortalWeb\`.
- Every reply is an envelope \`{ status, entity }\`. \`status\` 200 is success and \`entity\` is what each call lists here. Any
  other status is a refusal: \`entity\` then holds \`messageType\`, \`statusCode\`, \`messageCode\` and \`message\`, one plain
  sentence for the person. A business refusal is HTTP 200 with one of the statuses the call names; HTTP failures (400, 401,
  403, 404, 413, 415, 429, 503) carry the same envelope.
- A body or query that cannot be taken is HTTP 400; \`metadata.field\` names where, \`*\` standing for a key that the sender chose, and never what was sent.
- Bodies are JSON. A POST echoes the cookie \`XSRF-TOKEN\` in the header \`X-XSRF-TOKEN\`.
- \`sec\` calls need the session cookie the sign-on agent sets, and each says whom it is for.

| status | what it means |
|---|---|
| ${STATUS.badRequest} | it cannot be done with what was sent; on the wizard's first page, the sentence about the NPI |
| ${STATUS.accountFound} | an account with the same name and email address exists: ask the person, then send it again with the ignore flag |
| ${STATUS.notFound} | there is no such thing, or nothing to ask about |
| ${STATUS.userNameTaken} | the user name is taken |
| ${STATUS.notAcceptable} | wrong answers, or a link that is unknown |
| ${STATUS.pageMessage} | not now: decided already, used, too many, too common; the sentence says which |
| ${STATUS.expired} | the link has expired |

| written as | is |
|---|---|
| \`name?\` | a field that may be left out |
| \`// base64\` | a file inside JSON, in base64 |
| \`entity\`, \`entityId\` of a scope | the key of what access is about: \`NPI:1100000011\`, \`GROUP:G100\` or \`PO:O100\`; the public calls take the bare id |
| \`reference\` | the number people quote, ten letters and digits such as \`7KQ2M-XH4TB\` |
| days, times, amounts | \`YYYY-MM-DD\`, ISO 8601, decimal text such as \`125.00\`; what is not known is an empty text |
`

if (import.meta.main) writeFileSync(API_DOCUMENT, renderApiDocument())
