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
export function describeDatabaseFailure(error: Error & { code?: string }): string | undefined {
  // Read-only, full or too busy: PostgreSQL answered, so it was reached.
  if (/^(25|53|57014)/.test(error.code ?? '')) return `The database cannot serve now: ${error.message}.`
  if (TLS_TROUBLE.test(error.code ?? '') || error.message === NO_TLS)
    return `The database cannot be reached with TLS: ${error.message}. Check sslmode and sslrootcert in its address.`
  // Authentication failed, no such database, or no permission to use it.
  if (/^(28|3D000|42501)/.test(error.code ?? '')) return `The database refuses: ${error.message}.`
  if (isDatabaseUnavailable(error)) return `The database cannot be reached: ${error.message || error.code}`
  return undefined
}
