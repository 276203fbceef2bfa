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

type ListOptions<Name extends string> = { single: Options; flags: Options; lists: readonly Name[] }

/** Like `parse`, with options that may be given several times, or once with several values. */
export function parseLists<Name extends string>(args: string[], { single, flags, lists }: ListOptions<Name>) {
  const listed = new Map<string, string[]>(lists.map((name) => [name, []]))
  let open: string[] | undefined
  const rest = args.filter((arg) => {
    const [, name, value] = /^--([\w-]+)(?:=(.*))?$/.exec(arg) ?? []
    if (name === undefined && !open) return true
    if (name !== undefined) open = listed.get(name)
    const given = name === undefined ? arg : value
    if (given !== undefined) open?.push(given)
    return open === undefined
  })
  return { ...parse(rest, { ...single, ...flags }), lists: Object.fromEntries(listed) as Record<Name, string[]> }
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
