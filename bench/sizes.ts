/** How large a plan is measured; what is not said is up to each bench. */
export type Sizes = {
  /** Of the national file. */
  providers?: number
  /** Of the plan's own files. */
  network?: number
  members?: number
  claims?: number
  /** Of a plan whose statements are explained, beside one of a tenth. */
  plan?: number
  /** Of the audit trail. */
  events?: number
}

const names = ['providers', 'network', 'members', 'claims', 'plan', 'events']

/** --providers=50000 --claims=1000000 */
export function readSizes(args: string[]): Sizes {
  const given = args.filter((arg) => arg.startsWith('--')).map((arg) => /^--(\w+)=(\d+)$/.exec(arg) ?? [arg])
  const unknown = given.filter(([, name]) => name === undefined || !names.includes(name)).map(([arg]) => arg)
  if (unknown.length) throw new Error(`There is no option ${unknown.join(', ')}.`)
  return Object.fromEntries(given.map(([, name, size]) => [name, Number(size)]))
}
