import { ACCOUNT_KINDS, ACCOUNT_STATES } from '@portico/core/access/limits'
import { writeTotal } from '@portico/core/forms/amounts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Context } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { reopenAccount } from '../../access/domain/suspension.ts'
import { findAccounts } from '../../access/store/people/account-list.ts'
import { findFactorStatus } from '../../signon/domain/factors/factor-status.ts'
import { beginReset } from '../../signon/domain/recovery/factor-reset.ts'
import { resetAttempts } from '../../signon/domain/sessions/guessing.ts'
import { findRecoveryAccount, findSignInAccount } from '../../signon/store/accounts.ts'
import { CliError } from '../cli-error.ts'
import { type Command, type Given, readPage, text } from '../command.ts'
import { deleteFactorTallies, findDevices, findFactorUse } from '../operator-store.ts'
import { printResult, printRows } from '../output/write-rows.ts'
import { type CommandSettings, withContext } from '../with-context.ts'

export const accountCommands: readonly Command[] = [
  {
    name: 'accounts list',
    options: { search: text('TEXT'), state: text('S'), kind: text('K'), page: text('N') },
    run: listAccounts,
  },
  {
    name: 'accounts unlock',
    takes: 'NAME',
    help: 'Resets wrong passwords and codes: the owner can try again now.',
    run: unlockAccount,
  },
  { name: 'accounts reopen', takes: 'NAME', help: 'Reopens a suspended account and notifies its owner.', run: reopen },
  { name: 'factors list', options: { user: { ...text('NAME'), isRequired: true } }, run: listFactors },
  {
    name: 'factors reset',
    options: { user: { ...text('NAME'), isRequired: true } },
    help: `Requests the reset of an account's second factor. The owner confirms it by mail, and
it takes effect 24 hours later unless they object.`,
    run: resetFactors,
  },
]

/** 25 per page, by name. */
async function listAccounts(settings: CommandSettings, { values }: Given): Promise<number> {
  const page = readPage(values.page)
  const state = oneOf('--state', ACCOUNT_STATES, values.state)
  const kind = oneOf('--kind', ACCOUNT_KINDS, values.kind)
  const query = {
    search: String(values.search ?? ''),
    page: page - 1,
    ...(state ? { state } : {}),
    ...(kind ? { kind } : {}),
  }
  const { rows, pageSize, ...counted } = await withContext(settings, ({ db }) => findAccounts(db, query))
  if (counted.total > page * pageSize)
    process.stderr.write(`${writeTotal(counted)} in total; see more with --page ${page + 1}.\n`)
  return printRows(
    rows.map(({ accountId, ...row }) => ({ ...row, id: accountId })),
    { json: values.json === true, nothing: 'No account was found.' },
  )
}

function oneOf<Known extends string>(name: string, known: readonly Known[], given: string | boolean | undefined) {
  if (given === undefined) return undefined
  const found = known.find((one) => one.toLowerCase() === String(given).toLowerCase())
  if (!found) throw new CliError(`${name} is one of: ${known.join(', ').toLowerCase()}.`)
  return found
}

/** Resets the counters of wrong passwords and codes, so that the next attempt is not delayed. */
async function unlockAccount(settings: CommandSettings, { values, positionals }: Given): Promise<number> {
  const userName = named(positionals)
  return withContext(settings, async (context) => {
    const account = await findNamed(context, userName)
    await transact(context, async (inside) => {
      await resetAttempts(inside, userName.toLowerCase(), await findDevices(inside.db, account.id))
      await deleteFactorTallies(inside.db, account.id)
      await recordAudit(inside, { action: 'account.tries-forgotten', subjectAccountId: account.id })
    })
    const also = account.state === 'SUSPENDED' ? " The account is suspended: 'accounts reopen' opens it." : ''
    return printResult(values.json, { userName, state: account.state }, `${userName} can sign in again now.${also}`)
  })
}

async function reopen(settings: CommandSettings, { values, positionals }: Given): Promise<number> {
  const userName = named(positionals)
  return withContext(settings, async (context) => {
    const account = await findNamed(context, userName)
    const done = await transact(context, (inside) => reopenAccount(inside, account.id))
    if (!done) throw new CliError(`The account ${userName} is not suspended.`)
    return printResult(
      values.json,
      { userName, state: 'ACTIVE' },
      `${userName} is open again and was notified by mail. Their administrators can restore grants.`,
    )
  })
}

function named([userName = '', ...more]: string[]): string {
  if (!userName.trim() || more.length > 0) throw new CliError('Give one user name.')
  return userName.trim()
}

async function findNamed({ db }: Context, userName: string) {
  const account = await findSignInAccount(db, userName.toLowerCase())
  if (!account) throw new CliError(`There is no account with the user name '${userName}'.`)
  return account
}

async function listFactors(settings: CommandSettings, { values, positionals }: Given): Promise<number> {
  const userName = named([String(values.user ?? ''), ...positionals])
  return withContext(settings, async (context) => {
    const { id } = await findNamed(context, userName)
    const { policy, hasEmail } = await findFactorStatus(context, id)
    const rows = await findFactorUse(context.db, id)
    if (hasEmail) rows.push({ kind: 'email', name: '', since: null, used: null, waiting: null })
    if (!values.json) process.stderr.write(`Second-factor policy for ${userName}: ${policy.kind}.\n`)
    return printRows(rows, { json: values.json === true, nothing: `${userName} has no second factor.` })
  })
}

async function resetFactors(settings: CommandSettings, { values, positionals }: Given): Promise<number> {
  const userName = named([String(values.user ?? ''), ...positionals])
  return withContext(settings, async (context) => {
    const owner = await findRecoveryAccount(context.db, userName.toLowerCase())
    if (!owner) throw new CliError(`There is no open account with the user name '${userName}'.`)
    const outcome = await beginReset(context, owner)
    if ('refusal' in outcome) throw new CliError(outcome.refusal.message)
    return printResult(
      values.json,
      { userName: owner.username, asked: true },
      `${owner.username} was asked by mail to confirm. The reset takes effect 24 hours after that.`,
    )
  })
}
