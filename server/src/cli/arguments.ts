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

export function say(text: string): void {
  process.stdout.write(text)
}
