import { findMail } from '../internal/store/mail.ts'
import { recordAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import type { Settings } from '../platform/settings.ts'
import { parse, say } from './arguments.ts'
import { CliError } from './cli-error.ts'
import { updateMailGivenUp, updateMailRequeued } from './operator-store.ts'
import { withContext } from './with-context.ts'
import { sayRows } from './write-rows.ts'

const STATES = ['WAITING', 'GIVEN_UP', 'SENT'] as const

/** The newest twenty-five of a page, never their text. */
export async function listMail(settings: Settings, args: string[]): Promise<number> {
  const { values } = parse(args, { state: { type: 'string' }, search: { type: 'string' }, json: { type: 'boolean' } })
  const asked = String(values.state ?? 'waiting')
    .toUpperCase()
    .replace('-', '_')
  const state = STATES.find((known) => known === asked)
  if (!state) throw new CliError('--state is one of: waiting, given-up, sent.')
  const query = { state, search: String(values.search ?? ''), descending: true }
  const { rows, total, pageSize } = await withContext(settings, ({ db }) => findMail(db, query))
  if (total > pageSize) process.stderr.write(`${total} in all; these are the newest. Use --search to narrow.\n`)
  return sayRows(rows, { json: values.json === true, nothing: 'There is no such mail.' })
}

/** Mail that was given up is tried again, and mail that waits for its next try is due now. */
export async function requeueMail(settings: Settings, args: string[]): Promise<number> {
  return changeMail(settings, args, async (context, ids) => {
    const changed = await updateMailRequeued(context, ids)
    return { changed, action: 'command.mail-requeued', sentence: 'will be tried again now' }
  })
}

export async function giveUpMail(settings: Settings, args: string[]): Promise<number> {
  return changeMail(settings, args, async (context, ids) => {
    const changed = await updateMailGivenUp(context, ids)
    return { changed, action: 'command.mail-given-up', sentence: 'will not be sent' }
  })
}

type Change = { changed: string[]; action: 'command.mail-requeued' | 'command.mail-given-up'; sentence: string }

async function changeMail(
  settings: Settings,
  args: string[],
  change: (context: Context, ids: string[]) => Promise<Change>,
): Promise<number> {
  const ids = parse(args, {}).positionals
  if (ids.length === 0 || ids.some((id) => !/^\d{1,18}$/.test(id)))
    throw new CliError("Name messages by their ids; 'mail list' shows them.")
  return withContext(settings, async (context) => {
    const { changed, sentence } = await context.db.transaction().execute(async (db) => {
      const inside = { ...context, db }
      const done = await change(inside, ids)
      if (done.changed.length > 0) await recordAudit(inside, { action: done.action, details: { mail: done.changed } })
      return done
    })
    if (changed.length > 0) say(`${changed.join(', ')}: ${sentence}.\n`)
    const left = ids.filter((id) => !changed.includes(id))
    if (left.length > 0)
      throw new CliError(
        `${left.join(', ')}: not changed. It left already, is under way, does not exist, or what it opened was removed from it when it was given up; the person asks for a new one.`,
      )
    return 0
  })
}
