import { parseArgs } from 'node:util'
import { CliError } from './cli-error.ts'

type Options = Record<string, { type: 'string' | 'boolean' }>
type Parsed = { values: Record<string, string | boolean | undefined>; positionals: string[] }

export function parse(args: string[], options: Options): Parsed {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    return { values: { ...values }, positionals }
  } catch (error) {
    throw new CliError(`${error instanceof Error ? error.message : error} See 'npm run portico -- help'.`)
  }
}

/** The page of a list; the first one by default. */
export function readPage(given: string | boolean | undefined): number {
  const page = Number(given ?? 1)
  if (!Number.isInteger(page) || page < 1) throw new CliError('--page is a whole number from 1.')
  return page
}

export function say(text: string): void {
  process.stdout.write(text)
}
