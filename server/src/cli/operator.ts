import { userInfo } from 'node:os'
import { HIDDEN } from '@portico/core/forms/formats'
import { CliError } from './cli-error.ts'

const NAME_MAX = 100

/**
 * The person who runs the command, as the audit trail records them: the name after `--as`, or who called `sudo`, or the
 * operating-system user. Returns the other arguments too.
 */
export function readOperator(args: string[], env: NodeJS.ProcessEnv): { operator: string; others: string[] } {
  const at = args.findIndex((arg) => arg === '--as' || arg.startsWith('--as='))
  if (at < 0) return { operator: env.SUDO_USER ? checkName(env.SUDO_USER, 'SUDO_USER') : systemUser(), others: args }
  const isNext = args[at] === '--as'
  const given = isNext ? (args[at + 1] ?? '') : (args[at] ?? '').slice('--as='.length)
  return { operator: checkName(given, '--as'), others: args.toSpliced(at, isNext ? 2 : 1) }
}

function checkName(given: string, source: string): string {
  const name = given.trim()
  const isPlain = !HIDDEN.test(given) && !/\p{Bidi_Control}/u.test(given) && !name.startsWith('-')
  if (!name || name.length > NAME_MAX || !isPlain)
    throw new CliError(
      `${source} must be the name of the person who runs the command: at most ${NAME_MAX} characters, none of them hidden.`,
    )
  return name
}

/** A container may have a user id without a name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
