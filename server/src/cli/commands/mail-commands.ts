import { writeTotal } from '@portico/core/forms/amounts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { InTransaction } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { findMail } from '../../internal/store/mail.ts'
import { CliError } from '../cli-error.ts'
import { type Command, type Given, readPage, text } from '../command.ts'
import { findMailToRequeue, updateMailFailed, updateMailRequeued } from '../operator-store.ts'
import { printResult, printRows } from '../output/write-rows.ts'
import { type CommandSettings, withContext } from '../with-context.ts'

export const mailCommands: readonly Command[] = [
  {
    name: 'mail list',
    options: { state: text('waiting|given-up|sent'), search: text('TEXT'), page: text('N') },
    run: listMail,
  },
  {
    name: 'mail requeue',
    takes: '[ID …]',
    options: { state: text('given-up') },
    help: 'Retries permanently failed or queued mail now; with --state all failed mail.',
    run: requeueMail,
  },
  { name: 'mail give-up', takes: 'ID …', help: 'Stops trying to send the mail.', run: failMailPermanently },
]

const STATES = ['WAITING', 'GIVEN_UP', 'SENT'] as const

/** 25 per page, the newest first, never with their text. */
async function listMail(settings: CommandSettings, { values }: Given): Promise<number> {
  const page = readPage(values.page)
  const query = {
    state: readState(values.state ?? 'waiting', STATES),
    search: String(values.search ?? ''),
    descending: true,
    page: page - 1,
  }
  const { rows, pageSize, ...counted } = await withContext(settings, ({ db }) => findMail(db, query))
  if (counted.total > page * pageSize)
    process.stderr.write(`${writeTotal(counted)} in total; see more with --page ${page + 1}.\n`)
  return printRows(rows, { json: values.json === true, nothing: 'There is no such mail.' })
}

function readState<State extends string>(given: string | boolean, known: readonly State[]): State {
  const asked = String(given).toUpperCase().replace('-', '_')
  const state = known.find((one) => one === asked)
  if (state) return state
  throw new CliError(`--state is one of: ${known.join(', ').toLowerCase().replace('_', '-')}.`)
}

/**
 * Retries permanently failed mail and makes queued mail due now: the given ids, or all failed mail that still has its
 * links.
 */
async function requeueMail(settings: CommandSettings, { values, positionals }: Given): Promise<number> {
  const isAll = values.state !== undefined && readState(values.state, ['GIVEN_UP']) === 'GIVEN_UP'
  if (isAll && positionals.length > 0) throw new CliError('Give ids or --state given-up, not both.')
  const ids = isAll ? [] : readIds(positionals)
  const requeue = async (context: InTransaction) =>
    updateMailRequeued(context, isAll ? await findMailToRequeue(context.db) : ids)
  const change = { action: 'command.mail-requeued', sentence: 'will be tried again now', ids, change: requeue } as const
  return changeMail(settings, change, values.json)
}

async function failMailPermanently(settings: CommandSettings, { values, positionals }: Given): Promise<number> {
  const ids = readIds(positionals)
  const giveUp = (context: InTransaction) => updateMailFailed(context, ids)
  const change = { action: 'command.mail-given-up', sentence: 'will not be sent', ids, change: giveUp } as const
  return changeMail(settings, change, values.json)
}

function readIds(ids: string[]): string[] {
  if (ids.length === 0 || ids.some((id) => !/^\d{1,18}$/.test(id)))
    throw new CliError("Name messages by their ids; 'mail list' shows them.")
  return ids
}

type Change = {
  action: 'command.mail-requeued' | 'command.mail-given-up'
  sentence: string
  /** Changes the given messages and reports those that could not be changed. */
  ids: string[]
  change: (context: InTransaction) => Promise<string[]>
}

async function changeMail(settings: CommandSettings, { action, sentence, ids, change }: Change, json: unknown) {
  return withContext(settings, async (context) => {
    const changed = await transact(context, async (inside) => {
      const done = await change(inside)
      if (done.length > 0) await recordAudit(inside, { action, details: { mail: done } })
      return done
    })
    const left = ids.filter((id) => !changed.includes(id))
    if (json || changed.length > 0 || ids.length === 0)
      printResult(json, { changed, unchanged: left }, `${changed.join(', ') || 'No message'}: ${sentence}.`)
    if (left.length > 0)
      throw new CliError(
        `${left.join(', ')}: not changed. It was sent, is being sent, does not exist, or its links were removed when it failed permanently; the recipient must request a new one.`,
      )
    return 0
  })
}
