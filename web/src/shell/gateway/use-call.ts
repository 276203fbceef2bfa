import type { Call, Description, EntityOf } from '@portico/core/call'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isHydrated } from '../../kit/hydration.tsx'
import type { CallInput, Failure, Reply } from './gateway.ts'
import { useGateway } from './gateway-context.tsx'

/** State of data that a page loads. */
export type Loaded<Entity> =
  | { state: 'loading'; reload: () => void }
  | { state: 'failed'; message: string; reply: Failure; reload: () => void }
  | { state: 'ready'; entity: Entity; reload: () => void }

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
  const { data: reply, refetch } = useQuery<Reply<Entity>>({
    queryKey: ['page', ...key],
    queryFn: read,
    enabled,
    meta: { lookUp, method, enabled },
    // Preloaded replies are not fetched again during hydration.
    staleTime: () => (isHydrated() ? 0 : Number.POSITIVE_INFINITY),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(dropOnUnmount ? { gcTime: 0 } : {}),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const reload = () => void refetch()
  if (!reply) return { state: 'loading', reload }
  return reply.ok
    ? { state: 'ready', entity: reply.entity, reload }
    : { state: 'failed', message: reply.entity.message, reply, reload }
}
