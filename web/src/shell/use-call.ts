import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Failure, QueryParameters, Reply } from './gateway.ts'
import { useGateway } from './gateway-context.tsx'

/** What a page reads from the server before it can show something. */
export type Loaded<Entity> =
  | { state: 'loading' }
  | { state: 'failed'; message: string; reply: Failure; reload: () => void }
  | { state: 'ready'; entity: Entity; reload: () => void }

type CallOptions = {
  query?: QueryParameters
  enabled?: boolean
  /** While another query of the same call is read, what was shown stays: lists do not flicker when filtered. */
  keepPrevious?: boolean
  /** A look-up the gateway keeps: what every page may ask for again without asking the server. */
  cached?: boolean
}

/**
 * Reads with a GET as long as its page stands. Nothing is fetched again just because a window came to the front: that
 * would count as a call and keep a session alive nobody is using.
 */
export function useCall<Entity>(call: string, options: CallOptions = {}): Loaded<Entity> {
  const { query = {}, enabled = true, keepPrevious = false, cached = false } = options
  const gateway = useGateway()
  const { data: reply, refetch } = useQuery<Reply<Entity>>({
    queryKey: ['page', call, query],
    queryFn: () => (cached ? gateway.lookUp<Entity>(call, query) : gateway.get<Entity>(call, query)),
    enabled,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const reload = () => void refetch()
  if (!reply) return { state: 'loading' }
  return reply.ok
    ? { state: 'ready', entity: reply.entity, reload }
    : { state: 'failed', message: reply.entity.message, reply, reload }
}
