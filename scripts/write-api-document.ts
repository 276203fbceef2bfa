// Writes docs/api.md: every call of the product, from the routes' own schemas. No database is needed for that.
import { writeFileSync } from 'node:fs'
import { buildApp } from '../server/src/app.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { connectDatabase } from '../server/src/platform/database.ts'
import { createLog } from '../server/src/platform/log.ts'
import { createMetrics } from '../server/src/platform/metrics.ts'
import { readSettings } from '../server/src/platform/settings.ts'
import { CALL_SENTENCES } from './api-sentences.ts'

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
  $ref?: string
}
type Content = Record<string, { schema: Schema }>
type Operation = {
  description?: string
  parameters?: { name: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description?: string; content?: Content }>
}
export type ApiDescription = {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

/** The description the server publishes, from a server that never listens and never reaches its database. */
async function describeCalls(): Promise<ApiDescription> {
  const settings = readSettings({ PORTICO_SECRET_KEY: 'x'.repeat(40), PORTICO_DEMO: '0', PORT: '0' })
  const { db, pool, close } = connectDatabase({ host: '/nowhere', user: 'nobody', database: 'nothing' })
  const deps = { settings, db, pool, clock: systemClock, log: createLog({ level: 'silent' }), metrics: createMetrics() }
  const app = await buildApp(deps)
  await app.ready()
  const description = app.swagger() as unknown as ApiDescription
  await app.close()
  await close()
  return description
}

type Known = Record<string, Schema>

/** A shape as one would write it down: `{ name: string, age?: number }`. */
function writeShape(schema: Schema, known: Known, depth = 0): string {
  if (schema.$ref) return writeShape(known[schema.$ref.split('/').at(-1) ?? ''] ?? {}, known, depth)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((one) => writeShape(one, known, depth)).join(' | ')
  if (schema.type === 'array') return `[${writeShape(schema.items ?? {}, known, depth)}]`
  if (schema.properties) return writeObject(schema, known, depth)
  const [values] = Object.values(schema.patternProperties ?? {})
  if (values) return `{ [key]: ${writeShape(values, known, depth)} }`
  return schema.type ?? 'anything'
}

function writeObject(schema: Schema, known: Known, depth: number): string {
  const indent = '  '.repeat(depth + 1)
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const optional = schema.required?.includes(name) ? '' : '?'
    return `${name}${optional}: ${writeShape(field, known, depth + 1)}`
  })
  const line = `{ ${fields.join(', ')} }`
  if (fields.length === 0) return '{}'
  if (!line.includes('\n') && line.length + indent.length <= 100) return line
  return `{\n${fields.map((field) => `${indent}${field}`).join('\n')}\n${'  '.repeat(depth)}}`
}

/** Where a long shape was written first: the registration model stands in the page once. */
type Written = Map<string, string>

function writeCode(shape: string, call: string, written: Written): string {
  const first = written.get(shape)
  if (first && first !== call && shape.split('\n').length > 12) return `As in ${first}.`
  written.set(shape, first ?? call)
  return `\`\`\`ts\n${shape}\n\`\`\``
}

function writeCall(
  call: { path: string; method: string; operation: Operation },
  known: Known,
  written: Written,
): string {
  const { path, method, operation } = call
  const name = path.replace('/Provider', '')
  const title = `${method.toUpperCase()} ${name}`
  const code = (shape: string) => writeCode(shape, title, written)
  return [
    `### ${title}`,
    [CALL_SENTENCES[name], operation.description].filter(Boolean).join(' '),
    operation.parameters ? `Query\n\n${code(writeObject(objectOf(operation.parameters), known, 0))}` : '',
    bodyOf(operation, known, code),
    answerOf(operation.responses['200'], known, code),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const objectOf = (parameters: NonNullable<Operation['parameters']>): Schema => ({
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter((parameter) => parameter.required).map(({ name }) => name),
})

type WriteCode = (shape: string) => string

function bodyOf(operation: Operation, known: Known, code: WriteCode): string {
  const schema = operation.requestBody?.content['application/json']?.schema
  if (!schema?.properties || Object.keys(schema.properties).length === 0) return ''
  return `Body\n\n${code(writeShape(schema, known))}`
}

function answerOf(answered: Operation['responses'][string] | undefined, known: Known, code: WriteCode): string {
  const [type, content] = Object.entries(answered?.content ?? {})[0] ?? []
  if (!type || !content) return ''
  if (type !== 'application/json') return `Answers with a file, \`${type}\`.`
  const { entity } = content.schema.properties ?? {}
  return entity
    ? `Entity\n\n${code(writeShape(entity, known))}`
    : `Answers without an envelope\n\n${code(writeShape(content.schema, known))}`
}

/** Calls are named /rest/sec/area/call or /rest/nonsec/area/call; those without an area are public look-ups. */
function areaOf(path: string): string {
  const [, , , , area = '', call] = path.split('/')
  return call ? area : 'look-ups'
}

const AREAS: Record<string, string> = {
  reg: 'Registration',
  captcha: 'Captcha',
  'look-ups': 'Public look-ups',
  wcm: 'Content',
  common: 'Session and look-ups',
  account: 'Forgotten passwords and user names',
  profile: 'Profile',
  access: 'User administration and own requests',
  eligibility: 'Member eligibility',
  claim: 'Claims',
  roster: 'Provider roster',
  scotrakker: 'SCO Trakker',
  scoinvoice: 'SCO invoices',
  member: 'Members',
  internal: 'Plan staff',
}

export async function renderApiDocument(): Promise<string> {
  const { paths, components } = await describeCalls()
  const known = components?.schemas ?? {}
  const calls = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation, area: areaOf(path) })),
    )
    .sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))
  const areas = [...new Set([...Object.keys(AREAS), ...calls.map((call) => call.area)])]
  const written: Written = new Map()
  const sections = areas.flatMap((area) => {
    const own = calls.filter((call) => call.area === area).map((call) => writeCall(call, known, written))
    return own.length > 0 ? [`## ${AREAS[area] ?? area}`, ...own] : []
  })
  return `${INTRODUCTION}\n${sections.join('\n\n')}\n`
}

const INTRODUCTION = `# The calls

Generated from the routes' own schemas by \`scripts/write-api-document.ts\`; a check fails when it is stale. Do not edit it
by hand: change the schema, then run \`npx node scripts/write-api-document.ts\`. A running server publishes the same as
OpenAPI 3.1 at \`/Provider/rest/openapi.json\`, and every reply the route tests receive is held against it
(\`server/test/hold-to-document.ts\`).

- Every call is below \`/Provider\`; the same calls answer below \`/MemberPortalWeb\`.
- Every reply is an envelope \`{ status, entity }\`. \`status\` 200 is success and \`entity\` is what each call lists here. Any
  other status is a refusal: \`entity\` then holds \`messageType\`, \`statusCode\`, \`messageCode\` and \`message\`, one plain
  sentence for the person. A business refusal is HTTP 200; HTTP failures (400, 401, 403, 404, 413, 415, 429, 503) carry the
  same envelope.
- Bodies are JSON. A POST echoes the cookie \`XSRF-TOKEN\` in the header \`X-XSRF-TOKEN\`.
- A question mark means the field may be left out. Days are \`YYYY-MM-DD\`, times ISO 8601, amounts decimal text; what is not
  known is an empty text.
- \`sec\` calls need a session, and each says whom it is for.
`

if (import.meta.main) writeFileSync(API_DOCUMENT, await renderApiDocument())
