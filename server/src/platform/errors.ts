import { refusalEntity } from '@portico/core/envelope'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The stored system error text, two spaces included (behaviour 12.3). */
export const SYSTEM_TEXT =
  'Unfortunately our systems are currently unavailable.  We apologize for the inconvenience. Please try again shortly.'

/** Failures that are HTTP-level on purpose (behaviour 12.2). Thrown by hooks; everything else unexpected is a 500. */
export class HttpFailure extends Error {
  readonly statusCode: number
  readonly messageCode: string
  constructor(statusCode: number, messageCode: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.messageCode = messageCode
  }
}

const sentences: Record<number, [code: string, sentence: string]> = {
  400: ['malformed', 'The request could not be understood.'],
  401: ['no-session', 'Please log in.'],
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

/** One handler turns every failure into the envelope, or into a page for a person; no stack trace leaves the server. */
export function registerErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = statusOf(error)
    if (status >= 500) request.log.error({ err: error }, 'request failed')
    const message = error instanceof HttpFailure ? error.message : undefined
    const code = error instanceof HttpFailure ? error.messageCode : undefined
    if (isForPerson(request)) return sendPlainPage(reply, status, message ?? sentenceOf(status))
    const field = status === 400 ? misfitOf(error) : undefined
    return sendFailure(reply, status, { message, code, field })
  })
}

/** Where a body or a query did not fit its shape, by the names of the fields; never what was sent there. */
function misfitOf({ validation }: FastifyError): string | undefined {
  const [first] = validation ?? []
  if (!first) return undefined
  const missing = first.params.requiredProperties
  const path = [first.instancePath.slice(1).replaceAll('/', '.'), Array.isArray(missing) ? missing[0] : '']
  return path.filter(Boolean).join('.').slice(0, 200) || undefined
}

const CALLS = /^\/(Provider|MemberPortalWeb)\//

/** A browser goes to this address to show what it gets: the login form, a logout link. Calls always get the envelope. */
export function isForPerson({ url, headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/html') && !CALLS.test(url)
}

const sentenceOf = (status: number): string => sentences[status]?.[1] ?? SYSTEM_TEXT

/** One of our own sentences where no page of the portal can be shown. */
export function sendPlainPage(reply: FastifyReply, status: number, sentence: string): FastifyReply {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Portico</title><p>${sentence}</p><p><a href="/">Back to the portal</a></p></html>`
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(String)
    .send(page)
}

type Told = { message?: string | undefined; code?: string | undefined; field?: string | undefined }

export function sendFailure(reply: FastifyReply, status: number, { message, code, field }: Told = {}): FastifyReply {
  const [knownCode, sentence] = sentences[status] ?? ['system', SYSTEM_TEXT]
  const entity = refusalEntity({ status, message: message ?? sentence, messageCode: code ?? knownCode })
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send({ status, entity, ...(field === undefined ? {} : { metadata: { field } }) })
}

function statusOf(error: FastifyError): number {
  if (isDatabaseAway(error)) return 503
  if (error.validation || unstorableCodes.has(error.code)) return 400
  const status = error.statusCode ?? 500
  return status >= 400 && status < 600 ? status : 500
}

/** Text that no field can hold, such as a null character: the sender's mistake, not the server's. */
const unstorableCodes = new Set(['22021', '22P05'])

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '08003',
  '53300',
  '57014',
])

/** What the driver says of a connection it lost or could not get; these errors carry no code. */
const awayMessages =
  /Connection terminated|not queryable|Client was closed|timeout exceeded when trying to connect|connection timeout/i

/** The database cannot be reached, is starting, or is shutting down: a 503 that mends itself. */
export function isDatabaseAway(error: { code?: string; message?: string; syscall?: string }): boolean {
  if (error.code === 'ENOENT') return error.syscall === 'connect'
  if (error.code && awayCodes.has(error.code)) return true
  return awayMessages.test(error.message ?? '')
}
