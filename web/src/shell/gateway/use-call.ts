import type { Call, Description, EntityOf } from '@portico/core/call'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isHydrated } from '../../kit/hydration.tsx'
import type { CallInput, Failure, Reply } from './gateway.ts'
import { useGateway } from './gateway-context.tsx'

/** What a page reads from the server before it can show something. */
export type Loaded<Entity> =
  | { state: 'loading'; reload: () => void }
  | { state: 'failed'; message: string; reply: Failure; reload: () => void }
  | { state: 'ready'; entity: Entity; reload: () => void }

/** A part of what was read, or what is made of it. */
export const mapLoaded = <Entity, Part>(loaded: Loaded<Entity>, pick: (entity: Entity) => Part): Loaded<Part> =>
  loaded.state === 'ready' ? { ...loaded, entity: pick(loaded.entity) } : loaded

type ReadOptions = {
  enabled?: boolean
  /** While another query of the same call is read, what was shown stays: lists do not flicker when filtered. */
  keepPrevious?: boolean
  /** What was read is forgotten with the page. */
  dropOnUnmount?: boolean
  /** A visitor's page can come with the replies to these. */
  lookUp?: boolean
  method?: Call['method']
}
type CallOptions<Query> = ReadOptions & {
  /** A look-up the gateway keeps: what every page may ask for again without asking the server. */
  cached?: boolean
} & (Record<never, never> extends Query ? { query?: Query } : { query: Query })

/** Reads with a GET as long as its page stands. */
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
 * Reads with GETs as long as its page stands. Nothing is fetched again just because a window came to the front: that
 * would count as a call and keep a session alive nobody is using.
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
    // What came with the page is not asked for again while the page is taken over.
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
