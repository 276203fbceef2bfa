export type Env = Record<string, string | undefined>

/** The environment, recording which names were read. */
export function trackReadNames(given: Env): { env: Env; readNames: Set<string> } {
  const readNames = new Set<string>()
  const env = new Proxy(given, {
    get(names, name) {
      if (typeof name !== 'string') return undefined
      readNames.add(name)
      return names[name]
    },
  })
  return { env, readNames }
}

/** A warning for each variable of a removed setting. It is ignored and does not stop startup. */
export const findRemovedSettings = (given: Env, removed: readonly string[]): string[] =>
  removed.filter((name) => given[name]).map((name) => `The setting ${name} was removed and is ignored. Remove it.`)

/** A warning for each variable of ours that no setting reads. */
export function findUnknownSettings(given: Env, readNames: Set<string>, removed: readonly string[]): string[] {
  const ours = [...readNames].filter(isOurs)
  return Object.keys(given)
    .filter((name) => isOurs(name) && !readNames.has(name) && !removed.includes(name))
    .map((name) => `Unknown setting ${name}. Did you mean ${nearest(name, ours)}?`)
}

/** Names of developer tools. */
const OF_TOOLS = /^PORTICO_(SCREENS|DEV_|E2E_|TEST_)/

const isOurs = (name: string): boolean => name.startsWith('PORTICO_') && !OF_TOOLS.test(name)

function nearest(name: string, known: string[]): string {
  const [best = ''] = known.toSorted((one, other) => distance(name, one) - distance(name, other))
  return best
}

/** Edit distance: letters added, removed or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [place, against] of [...other].entries()) {
      const exchanged = (row[place] ?? 0) + (letter === against ? 0 : 1)
      next.push(Math.min(exchanged, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
