import { resolve } from 'node:path'
import { publishDirectory, refreshAllPublished, TemplateError } from '../../provider-directory/provider-directory.ts'
import { CliError } from '../cli-error.ts'
import { type Command, type Given, text } from '../command.ts'
import { printResult } from '../output/write-rows.ts'
import { type CommandSettings, withContext } from '../with-context.ts'

export const publishCommands: readonly Command[] = [
  {
    name: 'publish directory',
    options: { out: { ...text('DIR'), isRequired: true } },
    help: `Writes the provider directory as files: FHIR Plan-Net resources, one file per type and
network, and the layouts of PORTICO_DIRECTORY_TEMPLATES. DIR/index.json lists them and
is replaced last, so a reader sees the former set or the new one.`,
    run: publishDirectoryByCommand,
  },
]

/** Refreshes the published directory, and writes it as files. */
async function publishDirectoryByCommand(settings: CommandSettings, { values, positionals }: Given): Promise<number> {
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
