import { refusalEntity } from '@portico/core/envelope'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

/** SQLSTATEs and system error codes of temporary database failures. Two characters stand for a whole class. */
const awayCodes: Record<string, string> = {
  '08': 'the connection failed or was lost',
  '25006': 'read-only: this server is a standby',
  '28P01': 'the password was refused',
  '40003': 'a commit was not confirmed by the standby',
  '53100': 'the disk is full',
  '53200': 'out of memory',
  '53300': 'too many connections',
  '57014': 'statement timeout: a statement was canceled',
  '57P01': 'shut down by its administrator',
  '57P02': 'another server process crashed',
  '57P03': 'starting up or shutting down',
  '57P04': 'the database was dropped',
  '57P05': 'an idle session was ended',
  ECONNREFUSED: 'connection refused: no server is listening',
  ECONNRESET: 'the connection was cut',
  ECONNABORTED: 'the connection was aborted',
  EHOSTDOWN: 'its host is down',
  EHOSTUNREACH: 'no route to its host',
  ENETDOWN: 'the network is down',
  ENETRESET: 'the network dropped the connection',
  ENETUNREACH: 'its network is unreachable',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'the connection timed out',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the name server is temporarily unavailable',
}

/** Messages of driver errors without a code: the connection was lost or refused. */
const awayMessages =
  /Connection terminated|not queryable|Client was closed|timeout exceeded when trying to connect|connection timeout/i

/** True if the database is unavailable or read-only for now: answered with 503. */
export function isDatabaseUnavailable(error: { code?: string; message?: string; syscall?: string }): boolean {
  if (error.code === 'ENOENT') return error.syscall === 'connect'
  if (error.code && (error.code in awayCodes || error.code.slice(0, 2) in awayCodes)) return true
  return awayMessages.test(error.message ?? '')
}

/** The password of the application's role was changed under this process. */
export const isPasswordRefused = ({ code }: { code?: string }): boolean => code === '28P01'

export const PASSWORD_REFUSED =
  'The database refuses the password of portico_app. Set DATABASE_URL to its password and restart, or restore the password with the command migrate --set-password.'

/** Errors of a TLS connection to the database, without or with a certificate that is not accepted. */
const TLS_TROUBLE = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/
const NO_TLS = 'The server does not support SSL connections'

/** An error message for the operator if the database is unavailable or refuses the login; otherwise undefined. */
export function whyNoDatabase(error: Error & { code?: string }): string | undefined {
  // Read-only, full or too busy: PostgreSQL answered, so it was reached.
  if (/^(25|53|57014)/.test(error.code ?? '')) return `The database cannot serve now: ${error.message}.`
  if (TLS_TROUBLE.test(error.code ?? '') || error.message === NO_TLS)
    return `The database cannot be reached with TLS: ${error.message}. Check sslmode and sslrootcert in its address.`
  // Authentication failed, no such database, or no permission to use it.
  if (/^(28|3D000|42501)/.test(error.code ?? '')) return `The database refuses: ${error.message}.`
  if (isDatabaseUnavailable(error)) return `The database cannot be reached: ${error.message || error.code}`
  return undefined
}
