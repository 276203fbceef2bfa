import { recordAudit } from '#platform/audit/audit.ts'
import type { Context, Db } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { insertLegalHold, type LegalHoldSubject, updateHoldReleased } from '#platform/operations/legal-holds.ts'
import { eraseAccount } from '../../access/domain/accounts/erase-account.ts'
import { findPersonalData } from '../../access/store/people/erasure.ts'
import { CliError } from '../cli-error.ts'
import { type Command, flag, type Given, say, text } from '../command.ts'
import { findHolds, findNamedAccount, hasReference } from '../operator-store.ts'
import { printResult, printRows } from '../output/write-rows.ts'
import { type CommandSettings, withContext } from '../with-context.ts'

export const retentionCommands: readonly Command[] = [
  {
    name: 'export account',
    takes: 'NAME',
    help: "Prints everything stored about an account's owner as JSON, without keys and files.",
    run: exportAccount,
  },
  {
    name: 'erase account',
    takes: 'NAME',
    options: { yes: { ...flag, isRequired: true } },
    help: `Erases the personal data of an account, which must have no access left. NAME is the
user name or the account id. docs/operations.md lists what is kept.`,
    run: erase,
  },
  {
    name: 'holds add',
    options: {
      account: text('NAME'),
      npi: text('NPI'),
      reference: text('R'),
      reason: { ...text('TEXT'), isRequired: true },
    },
    help: 'Legal hold on one account, NPI or request: its records are neither deleted nor erased.',
    run: addHold,
  },
  { name: 'holds list', run: listHolds },
  { name: 'holds release', takes: 'ID', run: releaseHold },
]

/** By user name or account id: an invited person has no user name. */
async function erase(settings: CommandSettings, { values, positionals }: Given): Promise<number> {
  const [name = '', ...more] = positionals
  if (!name || more.length > 0) throw new CliError('Give one user name or account id.')
  if (!values.yes) throw new CliError('This cannot be undone. Add --yes to erase the account.')
  return withContext(settings, async (context) => {
    const outcome = await eraseAccount(context, await accountNamed(context.db, name))
    if ('refusal' in outcome) throw new CliError(outcome.refusal.message)
    const sentence = `${name} was erased. docs/operations.md lists what is kept, and why.`
    return printResult(values.json, { account: name, erased: true }, sentence)
  })
}

/** Always JSON: the rows of an account by table. */
async function exportAccount(settings: CommandSettings, { positionals }: Given): Promise<number> {
  const [name = '', ...more] = positionals
  if (!name || more.length > 0) throw new CliError('Give one user name or account id.')
  return withContext(settings, async (context) => {
    const accountId = await accountNamed(context.db, name)
    const found = await findPersonalData(context.db, accountId)
    await recordAudit(context, { action: 'command.account-exported', subjectAccountId: accountId })
    say(`${JSON.stringify(found, null, 2)}\n`)
    return 0
  })
}

async function accountNamed(db: Db, name: string): Promise<string> {
  const id = await findNamedAccount(db, name)
  if (!id) throw new CliError(`There is no account with the user name or id '${name}'.`)
  return id
}

async function addHold(settings: CommandSettings, { values }: Given): Promise<number> {
  const { reason, json, ...subjects } = values
  const given = Object.entries(subjects).filter(([, value]) => value !== undefined)
  const [kind = '', subject = ''] = given[0] ?? []
  if (given.length !== 1) throw new CliError('Give one of --account, --npi and --reference.')
  if (typeof reason !== 'string' || !reason.trim()) throw new CliError('Give a --reason.')
  return withContext(settings, async (context) => {
    const id = await holdSubject(context, await readSubject(context.db, kind, String(subject)), reason.trim())
    return printResult(json, { id, [kind]: subject }, `Hold ${id} is set: its records are neither deleted nor erased.`)
  })
}

async function readSubject(db: Db, kind: string, subject: string): Promise<LegalHoldSubject> {
  if (kind === 'account') return { account_id: await accountNamed(db, subject) }
  if (kind === 'npi') {
    if (!/^\d{10}$/.test(subject)) throw new CliError('An NPI has ten digits.')
    return { npi: subject }
  }
  if (!(await hasReference(db, subject))) throw new CliError(`There is no request ${subject}.`)
  return { reference: subject }
}

const holdSubject = (context: Context, subject: LegalHoldSubject, reason: string): Promise<string> =>
  transact(context, async (inside) => {
    const id = await insertLegalHold(inside, subject, reason)
    const { account_id: subjectAccountId, ...named } = { account_id: null, ...subject }
    await recordAudit(inside, { action: 'command.hold-set', subjectAccountId, details: { hold: id, reason, ...named } })
    return id
  })

async function listHolds(settings: CommandSettings, { values }: Given): Promise<number> {
  const rows = await withContext(settings, ({ db }) => findHolds(db))
  return printRows(rows, { json: values.json === true, nothing: 'Nothing is under a legal hold.' })
}

async function releaseHold(settings: CommandSettings, { values, positionals }: Given): Promise<number> {
  const [id = '', ...more] = positionals
  if (!/^\d{1,18}$/.test(id) || more.length > 0) throw new CliError("Name one hold by its id; 'holds list' shows them.")
  return withContext(settings, async (context) => {
    const released = await transact(context, async (inside) => {
      const done = await updateHoldReleased(inside, id)
      if (done) await recordAudit(inside, { action: 'command.hold-released', details: { hold: id } })
      return done
    })
    if (!released) throw new CliError(`There is no hold ${id} in force.`)
    return printResult(values.json, { id, released: true }, `Hold ${id} is released.`)
  })
}
