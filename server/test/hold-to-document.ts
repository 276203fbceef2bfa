import { PROVIDER_BASE } from '@portico/core/constants'
import type { LightMyRequestResponse } from 'fastify'
import { Compile, type Validator } from 'typebox/schema'
import { describeApi } from '#platform/calls/openapi.ts'

/**
 * Validates every reply in tests against the published API description. An HTTP 200 reply must be the call's success or
 * a refusal with one of its statuses; any other reply must be the shared failure.
 */

type Content = Record<string, { schema: object }>
type Operation = { responses: { 200: { content: Content }; default: { content: Content } } }

let described: Record<string, Record<string, Operation>> | undefined
const validators = new WeakMap<object, Validator>()

function problemsOf(schema: object, value: unknown): string[] {
  const validator = validators.get(schema) ?? Compile(schema)
  validators.set(schema, validator)
  // Check is much faster than Errors.
  if (validator.Check(value)) return []
  const [, errors] = validator.Errors(value)
  return errors.map((error) => `${error.instancePath || '/'} ${error.message}`)
}

/** Describes how a reply differs from the API description; undefined if it matches or the URL is not a call. */
export function findDisagreement(
  method: string,
  url: string,
  response: Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>,
): string | undefined {
  described ??= JSON.parse(JSON.stringify(describeApi(PROVIDER_BASE, { production: false, publicUrls: {} }).paths))
  const path = new URL(url, 'http://localhost').pathname.replace(/^\/MemberPortalWeb\//, `${PROVIDER_BASE}/`)
  const operation = described?.[path]?.[method.toLowerCase()]
  if (!operation) return undefined
  const type = String(response.headers['content-type'] ?? '').split(';')[0] ?? ''
  const content = operation.responses[response.statusCode === 200 ? 200 : 'default'].content[type]
  if (!content)
    return `${method} ${path} answers ${type === 'application/json' ? 'JSON with success' : type}, which is not described`
  if (type !== 'application/json') return undefined
  const problems = problemsOf(content.schema, JSON.parse(response.body))
  return problems.length > 0 ? `${method} ${path} is not as described: ${problems.join('; ')}` : undefined
}
