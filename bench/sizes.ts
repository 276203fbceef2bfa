/** How large a plan is measured. */
export type Sizes = {
  /** Of the national file. */
  providers: number
  /** Of a plan whose statements are explained, beside one of a tenth. */
  plan: number
}

const usual: Sizes = { providers: 1_000_000, plan: 100_000 }

/** --providers=50000 --plan=20000 */
export function readSizes(args: string[]): Sizes {
  const given = args.filter((arg) => arg.startsWith('--')).map((arg) => /^--(\w+)=(\d+)$/.exec(arg) ?? [arg])
  const unknown = given.filter(([, name]) => name === undefined || !(name in usual)).map(([arg]) => arg)
  if (unknown.length) throw new Error(`There is no option ${unknown.join(', ')}.`)
  return { ...usual, ...Object.fromEntries(given.map(([, name, size]) => [name, Number(size)])) }
}
