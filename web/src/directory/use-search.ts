import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Reply } from '../shell/gateway.ts'
import { useGateway } from '../shell/gateway-context.tsx'
import type { Loaded } from '../shell/use-call.ts'

/** Reads a list by POST, because what is searched for must not stand in an address; the old list stays meanwhile. */
export function useSearch<Entity>(call: string, body: object): Loaded<Entity> {
  const gateway = useGateway()
  const { data: reply, refetch } = useQuery<Reply<Entity>>({
    queryKey: ['search', call, body],
    queryFn: () => gateway.legacyPost<Entity>(call, body),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
  const reload = () => void refetch()
  if (!reply) return { state: 'loading' }
  return reply.ok
    ? { state: 'ready', entity: reply.entity, reload }
    : { state: 'failed', message: reply.entity.message, reply, reload }
}
