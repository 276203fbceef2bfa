import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from 'react'
import { countedAsPending, type Gateway } from './gateway.ts'

const GatewayContext = createContext<Gateway | null>(null)

export function GatewayProvider({ gateway, children }: { gateway: Gateway; children: ReactNode }) {
  return (
    <QueryClientProvider client={gateway.queryClient}>
      <GatewayContext value={gateway}>{children}</GatewayContext>
    </QueryClientProvider>
  )
}

export function useGateway(): Gateway {
  const gateway = useContext(GatewayContext)
  if (!gateway) throw new Error('useGateway needs a GatewayProvider above')
  return gateway
}

/** Number of calls in flight, without typeahead GETs (behaviour 12.8). */
export function usePendingCount(): number {
  const { queryClient } = useGateway()
  // The library's own hooks update on every change of every call and are larger than this file.
  const subscribe = useCallback(
    (listener: () => void) => {
      const notify = notifyManager.batchCalls(listener)
      const unsubscribers = [
        queryClient.getQueryCache().subscribe(notify),
        queryClient.getMutationCache().subscribe(notify),
      ]
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe()
      }
    },
    [queryClient],
  )
  const count = () => queryClient.isFetching(countedAsPending) + queryClient.isMutating()
  return useSyncExternalStore(subscribe, count, () => 0)
}
