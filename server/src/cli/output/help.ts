import type { Command, Option } from '../command.ts'

const WIDTH = 96

/** The text of `npm run portico -- help`: the declared commands, one paragraph for each group. */
export const renderHelp = (groups: readonly (readonly Command[])[]): string =>
  [INTRO, ...groups.map((commands) => commands.map(describe).join('')), END].join('\n')

function describe(command: Command): string {
  const lines = (command.help ?? '').split('\n').filter(Boolean)
  return [...usageOf(command), ...lines.map((line) => `      ${line}`)].map((line) => `${line}\n`).join('')
}

function usageOf({ name, takes, options = {} }: Command): string[] {
  const words = [
    ...(takes ? [takes] : []),
    ...Object.entries(options).map(([option, facts]) => showOption(option, facts)),
  ]
  const lines = [`  npm run portico -- ${name}`]
  for (const word of words) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length <= WIDTH) lines[lines.length - 1] = line
    else lines.push(`      ${word}`)
  }
  return lines
}

function showOption(name: string, { type, shows, isRequired }: Option): string {
  const shown = [`--${name}`, ...(shows ? [shows] : []), ...(type === 'list' ? ['…'] : [])].join(' ')
  return isRequired ? shown : `[${shown}]`
}

const INTRO = `Portico's commands. They work whether or not the server is running.
`

const END = `  npm run portico -- help
      This text.

With --json the output is JSON. The audit trail records what a command changes and who ran
it: --as NAME, or else the user who called sudo, or else the operating-system user.

The database is the one the server uses: DATABASE_OWNER_URL, or DATABASE_URL if that
is not set, or the one in PORTICO_DATA_DIR (./data). Each command names it on standard
error. In an installed archive, a command without these settings exits with 2. An import of network needs the
server's PORTICO_SECRET_KEY (outside production it is stored in the data folder).
`
