import { resolve } from 'node:path'
import { publishDirectory, refreshAllPublished, TemplateError } from '../../provider-directory/provider-directory.ts'
import { parse } from '../arguments.ts'
import { CliError } from '../cli-error.ts'
import { printResult } from '../output/write-rows.ts'
import { type CommandSettings, withContext } from '../with-context.ts'

/** Refreshes the published directory, and writes it as files. */
export async function publishDirectoryByCommand(settings: CommandSettings, args: string[]): Promise<number> {
  const { values, positionals } = parse(args, { out: { type: 'string' }, json: { type: 'boolean' } })
  if (typeof values.out !== 'string' || !values.out || positionals.length)
    throw new CliError('Name a folder: npm run portico -- publish directory --out DIR')
  const folder = resolve(values.out)
  const published = await withContext(settings, async (context) => {
    await refreshAllPublished(context)
    return publishDirectory(context, folder)
  }).catch((error) => {
    throw error instanceof TemplateError ? new CliError(error.message) : error
  })
  if (!published) throw new CliError('The directory is already being published. Try again when that has ended.')
  const { fileCount, resourceCount, bytes, changedFiles } = published
  const sentence = `Published ${resourceCount} resources in ${fileCount} files (${changedFiles} changed, ${bytes} bytes) to ${folder}.`
  return printResult(values.json, { folder, ...published }, sentence)
}
