import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { instance, release } from './release.ts'

/** Never in a log line, wherever in an object somebody puts them. The rule above all: do not log them. */
const secretNames = [
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
]

/** One JSON line per event: no bodies, no query strings, no cookies, no addresses of people. */
export function createLog(options: { level?: string } = {}, destination?: DestinationStream): FastifyBaseLogger {
  return pino(
    {
      level: options.level ?? 'info',
      base: { instance, version: release },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[removed]' },
      serializers: { err: describeError, req: () => undefined, res: () => undefined },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  ) as FastifyBaseLogger
}

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
