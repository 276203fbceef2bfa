import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { instance, release } from './release.ts'

/** Never in a log line, wherever in an object somebody puts them. The rule above all: do not log them. */
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

/** One JSON line per event: no bodies, no query strings, no cookies, no addresses of people. */
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
 * Without what is secret in it, so many objects deep. The logger's own way of doing this looks for each name at each
 * depth, in every line: that took longer than all the rest of a small call. Nothing is copied that has no secret.
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

/** An error has its own way into a line. */
const isFields = (given: unknown): given is Fields =>
  typeof given === 'object' && given !== null && !(given instanceof Error)

type AnyError = Error & { code?: string; severity?: string; constraint?: string; table?: string; routine?: string }

/** A database error's text can quote a person's data, so of those only code, table and constraint are kept. */
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
