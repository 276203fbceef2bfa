/** Sizes of the measured plan. Each benchmark has its own defaults. */
export type Sizes = {
  /** Rows of the national file. */
  providers?: number
  /** Rows of the plan's own files. */
  network?: number
  members?: number
  claims?: number
  /** Providers of the plan whose statements are explained, compared with a tenth of them. */
  plan?: number
  /** Providers of the published directory. */
  published?: number
  /** Events of the audit trail. */
  events?: number
}

const names = ['providers', 'network', 'members', 'claims', 'plan', 'published', 'events']

/** --providers=50000 --claims=1000000 */
export function readSizes(args: string[]): Sizes {
  const given = args.filter((arg) => arg.startsWith('--')).map((arg) => /^--(\w+)=(\d+)$/.exec(arg) ?? [arg])
  const unknown = given.filter(([, name]) => name === undefined || !names.includes(name)).map(([arg]) => arg)
  if (unknown.length) throw new Error(`Unknown option ${unknown.join(', ')}.`)
  return Object.fromEntries(given.map(([, name, size]) => [name, Number(size)]))
}
