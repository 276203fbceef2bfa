import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { Compile, type Validator } from 'typebox/schema'

/**
 * Every reply a test receives is held against the published description of the calls: a reply with success against
 * the call's own, anything else against the refusal that all share. What is described and what is answered cannot
 * drift apart unseen.
 */

type Content = Record<string, { schema: object }>
type Operation = { responses: Record<string, { content?: Content }> }
type Described = { paths: Record<string, Record<string, Operation>> }

const documents = new WeakMap<FastifyInstance, Described>()
const validators = new WeakMap<object, Validator>()

function documentOf(app: FastifyInstance): Described {
  const known = documents.get(app) ?? (app.swagger() as unknown as Described)
  documents.set(app, known)
  return known
}

function problemsOf(schema: object, value: unknown): string[] {
  const validator = validators.get(schema) ?? Compile(schema)
  validators.set(schema, validator)
  const [, errors] = validator.Errors(value)
  return errors.map((error) => `${error.instancePath || '/'} ${error.message}`)
}

/** What about a reply is not as described; undefined when nothing is, or when the address is no call. */
export function findDisagreement(
  app: FastifyInstance,
  method: string,
  url: string,
  response: Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>,
): string | undefined {
  const path = new URL(url, 'http://localhost').pathname.replace(/^\/MemberPortalWeb\//, '/Provider/')
  const operation = documentOf(app).paths[path]?.[method.toLowerCase()]
  if (!operation) return undefined
  const type = String(response.headers['content-type'] ?? '').split(';')[0] ?? ''
  const success = operation.responses['200']?.content ?? {}
  if (type !== 'application/json')
    return success[type] ? undefined : `${method} ${path} answers ${type}, which is not described`
  const reply = JSON.parse(response.body) as { status?: unknown; entity?: unknown }
  const isSuccess = response.statusCode === 200 && (reply.status === 200 || !('entity' in reply))
  const described = isSuccess ? success[type] : operation.responses.default?.content?.[type]
  if (!described) return `${method} ${path} answers JSON with success, which is not described`
  const problems = problemsOf(described.schema, reply)
  return problems.length > 0 ? `${method} ${path} is not as described: ${problems.join('; ')}` : undefined
}
