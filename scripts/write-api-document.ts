// Writes docs/api.md from the declarations of all calls in core.
import { writeFileSync } from 'node:fs'
import { ALL_CALLS, type NamedCall } from '../core/src/all-calls.ts'
import { STATUS } from '../core/src/constants.ts'
import { DISCOVERY_PATH, may } from '../core/src/sign-on-hub/may.ts'
import { signOnAgent } from '../core/src/signon/agent.ts'
import { describeAccess } from '../server/src/platform/calls/openapi.ts'

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
/** Formats a schema in TypeScript notation: `{ name: string, age?: number }`. */
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

/** First call of each long shape, so that the registration model is written only once. */
type Written = Map<string, string>

function writeCode(shape: string, call: string, written: Written): string {
  const first = written.get(shape)
  if (first && first !== call && shape.split('\n').length > 12) return `As in ${first}.`
  written.set(shape, first ?? call)
  return `\`\`\`ts\n${shape}\n\`\`\``
}

function writeCall({ name, call }: NamedCall, written: Written): string {
  const { says, query, body, statuses = [], entity, bare, file } = call.described
  const title = `${call.method} ${call.path}`
  const code = (of: Schema) => writeCode(writeShape(of), title, written)
  return [
    `### ${title}`,
    `\`${name}\`: ${says} ${describeAccess(call.access)}${statuses.length > 0 ? ` Other statuses: ${list(statuses)}.` : ''}`,
    query ? `Query\n\n${code(query)}` : '',
    body ? `Body\n\n${code(body)}` : '',
    file ? `Returns a file, \`${file}\`.` : '',
    entity ? `Entity\n\n${code(entity)}` : '',
    bare ? `Returns no envelope\n\n${code(bare)}` : '',
  ]
    .filter(Boolean)
    .join('\n\n')
}

const list = (statuses: readonly number[]) => [...statuses].sort().join(', ')

/** The sign-on agent, the only form post without JSON and envelope. */
function writeSignOnAgent(): string {
  const rows = Object.entries(signOnAgent.fields).map(([field, { says }]) => `| \`${field}\` | ${says} |`)
  return [
    '## The sign-on agent',
    `### POST ${signOnAgent.path}`,
    `${signOnAgent.says} The request is URL-encoded, without an envelope and without an anti-forgery header. The Origin header must match the portal.`,
    ['| field | meaning |', '|---|---|', ...rows].join('\n'),
    `Returns ${signOnAgent.status} with a redirect to`,
    signOnAgent.leadsTo.map((where) => `- ${where}`).join('\n'),
    signOnAgent.continues,
  ].join('\n\n')
}

/** For other applications, so it has no envelope and no session. */
function writeMay(written: Written): string {
  const { path, says, query, reply, refusals } = may
  const title = `GET ${path}`
  const rows = Object.entries(refusals).map(([status, meaning]) => `| ${status} | ${meaning} |`)
  return [
    '## The OpenID provider',
    `Other applications sign users in by OpenID Connect. The discovery document at \`${DISCOVERY_PATH}\` lists its standard endpoints. [integrating.md](integrating.md) shows how to use them.`,
    `### ${title}`,
    `${says} Needs an access token of the scope \`access\` in the header \`Authorization: Bearer\`. Returns no envelope.`,
    `Query\n\n${writeCode(writeShape(query), title, written)}`,
    `Reply\n\n${writeCode(writeShape(reply), title, written)}`,
    ['| HTTP status | meaning |', '|---|---|', ...rows].join('\n'),
  ].join('\n\n')
}

export function renderApiDocument(): string {
  const written: Written = new Map()
  const areas = [...new Set(ALL_CALLS.map(({ area }) => area))]
  const sections = areas.flatMap((area) => [
    `## ${area}`,
    ...ALL_CALLS.filter((named) => named.area === area).map((named) => writeCall(named, written)),
  ])
  return `${INTRODUCTION}\n${[...sections, writeSignOnAgent(), writeMay(written)].join('\n\n')}\n`
}

const INTRODUCTION = `# API calls

This page is generated from the declarations in \`core/src/<area>/calls.ts\`. Do not edit it by hand: change the declaration, then run \`npx node scripts/write-api-document.ts\`. A check fails if the page is stale. A running server publishes the same information as OpenAPI 3.1 at \`/Provider/rest/openapi.json\` and \`/MemberPortalWeb/rest/openapi.json\`. The route tests validate every reply against it (\`server/test/hold-to-document.ts\`).

- Every call is available below \`/Provider\` and below \`/MemberPortalWeb\`.
- Every reply is an envelope \`{ status, entity }\`. If \`status\` is 200, \`entity\` has the shape listed here. Any other status is a refusal: \`entity\` then has \`messageType\`, \`statusCode\`, \`messageCode\` and \`message\`, one sentence for the user. A business refusal is HTTP 200 with one of the statuses of the call. HTTP failures (400, 401, 403, 404, 413, 415, 429, 503) have the same envelope.
- An invalid body or query returns HTTP 400. \`metadata.field\` names the field, with \`*\` for keys chosen by the sender. It never contains the sent value.
- Bodies are JSON. A POST must send the cookie \`XSRF-TOKEN\` in the header \`X-XSRF-TOKEN\`. In production, the name of every cookie begins with \`__Host-\`.
- \`sec\` calls need the session cookie of the sign-on agent. Each call lists who may use it.

| status | meaning |
|---|---|
| ${STATUS.badRequest} | the request cannot be processed with this input; on the wizard's first page, a message about the NPI |
| ${STATUS.accountFound} | an account with the same name and email address exists: ask the user, then send the call again with the ignore flag |
| ${STATUS.notFound} | not found, or no quiz is possible |
| ${STATUS.userNameTaken} | the user name is taken |
| ${STATUS.notAcceptable} | wrong answers, or an unknown link |
| ${STATUS.pageMessage} | not possible now: already decided, already used, too many attempts or too common; the message names the reason |
| ${STATUS.expired} | the link has expired |

| notation | meaning |
|---|---|
| \`name?\` | an optional field |
| \`// base64\` | a file inside JSON, in base64 |
| \`entity\`, \`entityId\` of a scope | the key of a scope: \`NPI:1100000011\`, \`GROUP:G100\` or \`PO:O100\`; public calls take the id only |
| \`reference\` | the reference number of a request, ten letters and digits such as \`7KQ2M-XH4TB\` |
| days, times, amounts | \`YYYY-MM-DD\`, ISO 8601, decimal text such as \`125.00\`; an unknown value is an empty string |
`

if (import.meta.main) writeFileSync(API_DOCUMENT, renderApiDocument())
