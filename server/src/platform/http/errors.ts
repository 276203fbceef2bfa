import { refusalEntity } from '@portico/core/envelope'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable, isPasswordRefused, PASSWORD_REFUSED } from '../database/unavailable.ts'
import { findRefused, nameField } from './sent-field.ts'

/** The stored system error text, two spaces included (behaviour 12.3). */
export const SYSTEM_TEXT =
  'Unfortunately our systems are currently unavailable.  We apologize for the inconvenience. Please try again shortly.'

/** Intended HTTP-level failures (behaviour 12.2), thrown by hooks. Any other error is a 500. */
export class HttpFailure extends Error {
  readonly statusCode: number
  readonly messageCode: string
  /** Sets Retry-After. */
  readonly retryAfterSeconds: number | undefined
  constructor(statusCode: number, messageCode: string, message: string, retryAfterSeconds?: number) {
    super(message)
    this.statusCode = statusCode
    this.messageCode = messageCode
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const MALFORMED = ['malformed', 'The request could not be understood.'] as const

/** A field's value cannot be accepted; the reply names the field (behaviour 12.2). */
export class MalformedField extends HttpFailure {
  readonly field: string
  constructor(field: string) {
    super(400, ...MALFORMED)
    this.field = field
  }
}

const sentences: Record<number, readonly [code: string, sentence: string]> = {
  400: MALFORMED,
  401: ['no-session', 'Please sign in.'],
  403: ['forbidden', 'This request was refused.'],
  404: ['unknown-call', 'There is no such call.'],
  405: ['method', 'This call does not exist with that method.'],
  408: ['timeout', 'The request took too long to arrive.'],
  413: ['too-large', 'The request is too large.'],
  415: ['not-json', 'Please send JSON.'],
  429: ['flood', 'Too many requests. Please wait a moment and try again.'],
  431: ['too-large', 'The request is too large.'],
  503: ['system', SYSTEM_TEXT],
}

/** Turns every failure into the envelope or an HTML page. No stack trace leaves the server. */
export function registerErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = statusOf(error)
    if (status >= 500 && !(error instanceof HttpFailure))
      request.log.error({ err: error }, isPasswordRefused(error) ? PASSWORD_REFUSED : 'request failed')
    if (error instanceof HttpFailure && error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds)
    const message = error instanceof HttpFailure ? error.message : undefined
    const code = error instanceof HttpFailure ? error.messageCode : undefined
    if (status === 413) readToEnd(request, reply)
    if (isForPerson(request)) return sendPlainPage(reply, status, message ?? sentenceOf(status))
    const field = status === 400 ? fieldOf(error, request) : undefined
    return sendFailure(reply, status, { message, code, field })
  })
}

/** How much of a rejected body is still read and discarded. */
const READ_OF_REFUSED = 32 * 1024 * 1024

/**
 * Reads on after rejecting a body for its size: closing at once would reset the connection and lose the reply.
 * Disconnects a client that never stops.
 */
function readToEnd({ raw }: FastifyRequest, reply: FastifyReply): void {
  let left = READ_OF_REFUSED
  reply.removeHeader('connection')
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
}

/** Names the fields of a body or query that failed validation, never their values. */
function fieldOf(error: FastifyError, request: FastifyRequest): string | undefined {
  if (error instanceof MalformedField) return error.field
  const { query, body } = request.routeOptions.config.call?.described ?? {}
  if (error.validation) return misfitOf(error.validation, error.validationContext === 'body' ? body : query)
  if (!unstorableCodes.has(error.code)) return undefined
  return unstorableIn(request.query, query) ?? unstorableIn(request.body, body)
}

function misfitOf([first]: NonNullable<FastifyError['validation']>, declared: unknown): string | undefined {
  if (!first) return undefined
  const missing = first.params.requiredProperties
  const keys = first.instancePath.split('/').slice(1)
  return nameField(declared, Array.isArray(missing) ? [...keys, ...missing.slice(0, 1)] : keys) || undefined
}

function unstorableIn(sent: unknown, declared: unknown): string | undefined {
  const keys = findRefused(sent, (text) => text?.includes('\0') ?? false)
  return keys && nameField(declared, keys)
}

const CALLS = /^\/(Provider|MemberPortalWeb)\//

/** True for navigation (the login form, a logout link), which gets a page. Calls always get the envelope. */
export function isForPerson({ url, headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/html') && !CALLS.test(url)
}

const sentenceOf = (status: number): string => sentences[status]?.[1] ?? SYSTEM_TEXT

/** A plain error page, if no page of the portal can be shown. */
export function sendPlainPage(reply: FastifyReply, status: number, sentence: string): FastifyReply {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Portico</title><p>${sentence}</p><p><a href="/">Back to the portal</a></p></html>`
  return unavailable(reply, status)
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(String)
    .send(page)
}

/** Retry-After for temporary refusals, in seconds. */
const RETRY_AFTER = 5

const unavailable = (reply: FastifyReply, status: number): FastifyReply =>
  status === 503 ? reply.header('retry-after', RETRY_AFTER) : reply

type FailureDetails = { message?: string | undefined; code?: string | undefined; field?: string | undefined }

export function sendFailure(
  reply: FastifyReply,
  status: number,
  { message, code, field }: FailureDetails = {},
): FastifyReply {
  const [knownCode, sentence] = sentences[status] ?? ['system', SYSTEM_TEXT]
  const entity = refusalEntity({ status, message: message ?? sentence, messageCode: code ?? knownCode })
  return unavailable(reply, status)
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send({ status, entity, ...(field === undefined ? {} : { metadata: { field } }) })
}

function statusOf(error: FastifyError): number {
  if (isDatabaseUnavailable(error)) return 503
  if (error.validation || unstorableCodes.has(error.code)) return 400
  const status = error.statusCode ?? 500
  return status >= 400 && status < 600 ? status : 500
}

/** Text that no column can store, such as a null character: the client's error, not the server's. */
const unstorableCodes = new Set(['22021', '22P05'])
