import { QueryClientProvider, useIsFetching, useIsMutating } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
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

/** Calls under way; typeahead GETs are not counted (behaviour 12.8). */
export function usePendingCount(): number {
  return useIsFetching(countedAsPending) + useIsMutating()
}
