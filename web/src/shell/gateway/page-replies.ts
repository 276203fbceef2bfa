import type { Call } from '@portico/core/call'
import { isHydrated } from '#kit/hydration.tsx'
import { isUnanswered, type Reply } from './reply.ts'

/** Identifies what a page reads: usually the call's path and query. */
export type ReadKey = readonly unknown[]
/** What the server must know to preload a reply: which call, and whose pages may show it. */
export type ReadDescription = { key: ReadKey; enabled: boolean; lookUp: boolean; method: Call['method'] }

type Read = () => Promise<Reply<unknown>>
type Entry = {
  reply?: Reply<unknown>
  /** The latest request. Replies of earlier ones are ignored. */
  running?: Promise<Reply<unknown>> | undefined
  /** Mounted components, with their way to read. */
  readers: Set<Read>
  /** Ends an entry that no component reads. */
  expiry?: ReturnType<typeof setTimeout>
}

/** Keeps replies for a while after their page unmounts, so that going back shows them at once. */
const KEPT_MS = 5 * 60 * 1000

export type PageReplies = ReturnType<typeof createPageReplies>

/** Replies that mounted pages show, by key. Components of one key share a request. */
export function createPageReplies() {
  const entries = new Map<string, Entry>()
  const described = new Map<string, ReadDescription>()
  const listeners = new Set<() => void>()

  const openEntry = (key: ReadKey): Entry => {
    const name = nameOf(key)
    const entry = entries.get(name) ?? { readers: new Set() }
    entries.set(name, entry)
    return entry
  }
  const find = (key: ReadKey): Reply<unknown> | undefined => entries.get(nameOf(key))?.reply
  const store = (entry: Entry, reply: Reply<unknown>): void => {
    entry.reply = shareEqual(entry.reply, reply)
    for (const listener of listeners) listener()
  }
  const load = async (entry: Entry, read: Read): Promise<void> => {
    const request = read()
    entry.running = request
    const reply = await request
    if (entry.running !== request) return
    entry.running = undefined
    store(entry, keepShown(entry.reply, reply))
  }

  return {
    find,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    store: (key: ReadKey, reply: Reply<unknown>) => store(openEntry(key), reply),
    /** Reads for a mounted component. A preloaded reply is not fetched again during hydration. */
    open: (key: ReadKey, read: Read, dropOnUnmount: boolean): (() => void) => {
      const entry = openEntry(key)
      clearTimeout(entry.expiry)
      entry.readers.add(read)
      if (!entry.running && (!entry.reply || isHydrated())) void load(entry, read)
      return () => {
        entry.readers.delete(read)
        if (entry.readers.size > 0) return
        entry.expiry = setTimeout(() => entries.delete(nameOf(key)), dropOnUnmount ? 0 : KEPT_MS)
      }
    },
    reload: (key: ReadKey, read: Read) => void load(openEntry(key), read),
    /** Reads again what mounted components show. */
    reloadAll: () => {
      for (const entry of entries.values()) for (const read of [...entry.readers].slice(0, 1)) void load(entry, read)
    },
    /** For rendering on the server: records what a screen reads. */
    describe: (read: ReadDescription) => void described.set(nameOf(read.key), read),
    listMissing: () => [...described.values()].filter(({ key }) => !find(key)),
  }
}

/** If the server does not answer, a page keeps what it shows and what was typed there. */
function keepShown(shown: Reply<unknown> | undefined, reply: Reply<unknown>): Reply<unknown> {
  return shown?.ok && !reply.ok && isUnanswered(reply) ? { ...shown, problem: reply.entity.message } : reply
}

/** The same name for the same fields in any order. Undefined fields do not count. */
export const nameOf = (key: ReadKey): string =>
  JSON.stringify(key, (_name, value) =>
    isFields(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  )

const isFields = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** The new value, with equal parts of the old one: effects and memos do not run again for equal data. */
function shareEqual<Value>(old: unknown, value: Value): Value {
  if (typeof value !== 'object' || value === null || typeof old !== 'object' || old === null) return value
  if (Array.isArray(old) !== Array.isArray(value)) return value
  const before = new Map(Object.entries(old))
  const shared = Object.entries(value).map(([name, part]) => [name, shareEqual(before.get(name), part)] as const)
  if (shared.length === before.size && shared.every(([name, part]) => before.has(name) && before.get(name) === part))
    return old as Value
  return (Array.isArray(value) ? shared.map(([, part]) => part) : Object.fromEntries(shared)) as Value
}
