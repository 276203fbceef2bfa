import { listProviders, unlockProvider } from '../../internal/domain/providers.ts'
import { CliError } from '../cli-error.ts'
import { type Command, type Given, text } from '../command.ts'
import { printResult, printRows } from '../output/write-rows.ts'
import { type CommandSettings, withContext } from '../with-context.ts'

export const npiCommands: readonly Command[] = [
  {
    name: 'npis list',
    options: { search: text('TEXT') },
    help: 'Providers whose registration is locked or on hold now; with --search any provider.',
    run: listNpis,
  },
  {
    name: 'npis unlock',
    takes: 'NPI',
    help: 'Resets the failed attempts counted for an NPI. Only plan staff can lift a hold.',
    run: unlockNpi,
  },
]

/** Without a search text, lists the NPIs that are locked now. */
async function listNpis(settings: CommandSettings, { values }: Given): Promise<number> {
  const found = await withContext(settings, (context) =>
    listProviders(context, { search: String(values.search ?? '') }),
  )
  const rows = found.rows.map(({ npi, name, network, registered, locks }) => ({
    npi,
    name,
    network,
    registered,
    locks,
  }))
  if (found.more) process.stderr.write('There are more; narrow the search.\n')
  return printRows(rows, { json: values.json === true, nothing: 'No NPI is locked, or none was found.' })
}

/** Resets the counted failures. Only staff can lift a hold that the provider requested. */
async function unlockNpi(settings: CommandSettings, { values, positionals }: Given): Promise<number> {
  const [npi = '', ...more] = positionals
  if (!/^\d{10}$/.test(npi) || more.length > 0) throw new CliError('Give one NPI of ten digits.')
  const outcome = await withContext(settings, (context) => unlockProvider(context, { npi }))
  if ('refusal' in outcome) throw new CliError(outcome.refusal.message)
  const { forgotten } = outcome.entity
  return printResult(values.json, { npi, forgotten }, `${npi} can be tried again: ${forgotten} failures were reset.`)
}
