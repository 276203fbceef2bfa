import { useQuery } from '@tanstack/react-query'
import type { Failure, QueryParameters, Reply } from './gateway.ts'
import { useGateway } from './gateway-context.tsx'

/** What a page reads from the server before it can show something. */
export type Loaded<Entity> =
  | { state: 'loading' }
  | { state: 'failed'; message: string; reply: Failure; reload: () => void }
  | { state: 'ready'; entity: Entity; reload: () => void }

type CallOptions = { query?: QueryParameters; enabled?: boolean }

/**
 * Reads with a GET as long as its page stands. Nothing is fetched again just because a window came to the front: that
 * would count as a call and keep a session alive nobody is using.
 */
export function useCall<Entity>(call: string, { query = {}, enabled = true }: CallOptions = {}): Loaded<Entity> {
  const gateway = useGateway()
  const { data: reply, refetch } = useQuery<Reply<Entity>>({
    queryKey: ['page', call, query],
    queryFn: () => gateway.get<Entity>(call, query),
    enabled,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const reload = () => void refetch()
  if (!reply) return { state: 'loading' }
  return reply.ok
    ? { state: 'ready', entity: reply.entity, reload }
    : { state: 'failed', message: reply.entity.message, reply, reload }
}
