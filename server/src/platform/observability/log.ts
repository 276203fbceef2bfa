import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { instance, release } from './release.ts'

/** Redacted wherever they occur in a logged object. They should not be logged in the first place. */
const secretNames = new Set([
  'password',
  'confirmPassword',
  'oldPassword',
  'newPassword',
  'PASSWORD',
  'USER',
  'userName',
  'username',
  'email',
  'phone',
  'lastSsn',
  'taxId',
  'answer',
  'answers',
  'token',
  'cookie',
  'authorization',
  'body',
  'query',
])

/** One JSON line per event, without bodies, query strings, cookies or personal addresses. */
export function createLog(options: { level?: string } = {}, destination?: DestinationStream): FastifyBaseLogger {
  const log = pino(
    {
      level: options.level ?? 'info',
      base: { instance, version: release },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: (line) => censored(line, 3) },
      serializers: { err: describeError, req: () => undefined, res: () => undefined },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  ) as FastifyBaseLogger
  const { child } = log
  log.child = function (bindings, options) {
    return child.call(this, censored(bindings, 3), options)
  }
  return log
}

type Fields = Record<string, unknown>

/**
 * Redacts secrets down to a fixed depth. The logger's own redaction searches each name at each depth, which took longer
 * than the rest of a small call. Objects without secrets are not copied.
 */
function censored(fields: Fields, depth: number): Fields {
  let clean = fields
  for (const name in fields) {
    const given = fields[name]
    const kept = secretNames.has(name) ? '[removed]' : depth > 1 && isFields(given) ? censored(given, depth - 1) : given
    if (kept === given) continue
    if (clean === fields) clean = Array.isArray(fields) ? Object.assign([], fields) : { ...fields }
    clean[name] = kept
  }
  return clean
}

/** Errors have their own serializer. */
const isFields = (given: unknown): given is Fields =>
  typeof given === 'object' && given !== null && !(given instanceof Error)

type AnyError = Error & { code?: string; severity?: string; constraint?: string; table?: string; routine?: string }

/** A database error's message can quote personal data, so only code, table and constraint are logged. */
function describeError(error: AnyError): Record<string, unknown> {
  const fromDatabase = error.severity !== undefined
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    code: error.code,
    message: fromDatabase ? 'database error' : error.message,
    ...(fromDatabase ? { constraint: error.constraint, table: error.table, routine: error.routine } : {}),
    stack: frames?.join('\n'),
  }
}
