import { parseArgs } from 'node:util'
import { CliError } from './cli-error.ts'
import type { CommandSettings } from './with-context.ts'

/** An option of a command. `shows` names its value in help; a flag has none. */
export type Option = { type: 'string' | 'boolean' | 'list'; shows: string; isRequired?: true }

/** What an operator typed after the command's name. `lists` has options that may be given several times. */
export type Given = {
  values: Record<string, string | boolean | undefined>
  lists: Record<string, string[]>
  positionals: string[]
  env: NodeJS.ProcessEnv
}

/** A command of `npm run portico --`. Every command also takes --json. */
export type Command = {
  name: string
  /** Its arguments as help shows them, such as FILE. */
  takes?: string
  options?: Record<string, Option>
  /** Lines of help below its usage. */
  help?: string
  /** Returns the exit code. */
  run: (settings: CommandSettings, given: Given) => Promise<number>
}

export const text = (shows: string) => ({ type: 'string', shows }) as const
export const list = (shows: string) => ({ type: 'list', shows }) as const
export const flag = { type: 'boolean', shows: '' } as const

const JSON_OPTION = { json: flag }

/** Reads the arguments of a command. An option of type list may be given several times, or once with several values. */
export function parse({ options: own = {} }: Command, args: string[]): Omit<Given, 'env'> {
  const options: Record<string, Option> = { ...own, ...JSON_OPTION }
  const lists = Object.fromEntries(
    Object.entries(options).flatMap(([name, { type }]): [string, string[]][] => (type === 'list' ? [[name, []]] : [])),
  )
  const single = Object.fromEntries(
    Object.entries(options).flatMap(([name, { type }]) => (type === 'list' ? [] : [[name, { type }]])),
  )
  try {
    const { values, positionals } = parseArgs({ args: takeLists(args, lists), allowPositionals: true, options: single })
    return { values: { ...values }, lists, positionals }
  } catch (error) {
    throw new CliError(`${error instanceof Error ? error.message : error} See 'npm run portico -- help'.`)
  }
}

/** Moves the values of lists out of the arguments. */
function takeLists(args: string[], lists: Record<string, string[]>): string[] {
  if (Object.keys(lists).length === 0) return args
  let open: string[] | undefined
  return args.filter((arg) => {
    const [, name, value] = /^--([\w-]+)(?:=(.*))?$/.exec(arg) ?? []
    if (name === undefined && !open) return true
    if (name !== undefined) open = lists[name]
    const given = name === undefined ? arg : value
    if (given !== undefined) open?.push(given)
    return open === undefined
  })
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
