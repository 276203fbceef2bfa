import type { Call, Description, EntityOf } from '@portico/core/call'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CallInput, Failure, Reply } from './gateway.ts'
import { useGateway } from './gateway-context.tsx'
import { nameOf } from './page-replies.ts'

/** State of data that a page loads. */
export type Loaded<Entity> =
  | { state: 'loading'; reload: () => void }
  | { state: 'failed'; message: string; reply: Failure; reload: () => void }
  /** `problem`: reading it again has failed. */
  | { state: 'ready'; entity: Entity; problem?: string | undefined; reload: () => void }

/** Maps the loaded entity. */
export const mapLoaded = <Entity, Part>(loaded: Loaded<Entity>, pick: (entity: Entity) => Part): Loaded<Part> =>
  loaded.state === 'ready' ? { ...loaded, entity: pick(loaded.entity) } : loaded

type ReadOptions = {
  enabled?: boolean
  /** Keeps the previous rows while a new query loads, so that lists do not flicker. */
  keepPrevious?: boolean
  /** Drops the data when the page unmounts. */
  dropOnUnmount?: boolean
  /** A visitor's page can preload these replies. */
  lookUp?: boolean
  method?: Call['method']
}
type CallOptions<Query> = ReadOptions & {
  /** Uses the gateway's look-up cache. */
  cached?: boolean
} & (Record<never, never> extends Query ? { query?: Query } : { query: Query })

/** Loads data with a GET while the page is mounted. */
export function useCall<Declared extends Description>(
  call: Call<Declared>,
  ...[options]: Record<never, never> extends CallInput<Declared>
    ? [CallOptions<CallInput<Declared>>?]
    : [CallOptions<CallInput<Declared>>]
): Loaded<EntityOf<Declared>> {
  const gateway = useGateway()
  const {
    query = {},
    cached = false,
    ...readOptions
  }: ReadOptions & { query?: object; cached?: boolean } = options ?? {}
  const read = cached ? gateway.lookUp : gateway.call
  return useRead([call.path, query], () => read(call, query as CallInput<Declared>), {
    ...readOptions,
    lookUp: cached,
    method: call.method,
  })
}

/**
 * Loads data while the page is mounted. It does not refetch on window focus, because that call would keep an unused
 * session alive.
 */
export function useRead<Entity>(
  key: readonly unknown[],
  read: () => Promise<Reply<Entity>>,
  { enabled = true, keepPrevious = false, dropOnUnmount = false, lookUp = false, method = 'GET' }: ReadOptions = {},
): Loaded<Entity> {
  const { pages } = useGateway()
  if (import.meta.env.SSR) pages.describe({ key, enabled, lookUp, method })
  const name = nameOf(key)
  const find = () => pages.find(key) as Reply<Entity> | undefined
  const current = useSyncExternalStore(pages.subscribe, find, find)
  const [previous, setPrevious] = useState(current)
  if (current && current !== previous) setPrevious(current)
  const latest = useRef({ key, read })
  useEffect(() => {
    latest.current = { key, read }
  })
  // The name stands for the key, which is a new object with each render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(
    () => (enabled ? pages.open(latest.current.key, () => latest.current.read(), dropOnUnmount) : undefined),
    [pages, name, enabled, dropOnUnmount],
  )
  const reply = current ?? (keepPrevious ? previous : undefined)
  const reload = () => pages.reload(key, read)
  if (!reply) return { state: 'loading', reload }
  return reply.ok
    ? { state: 'ready', entity: reply.entity, problem: reply.problem, reload }
    : { state: 'failed', message: reply.entity.message, reply, reload }
}
