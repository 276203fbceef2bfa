import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { Gateway } from './gateway.ts'

const GatewayContext = createContext<Gateway | null>(null)

export const GatewayProvider = ({ gateway, children }: { gateway: Gateway; children: ReactNode }) => (
  <GatewayContext value={gateway}>{children}</GatewayContext>
)

export function useGateway(): Gateway {
  const gateway = useContext(GatewayContext)
  if (!gateway) throw new Error('useGateway needs a GatewayProvider above')
  return gateway
}

/** Number of calls in flight, without typeahead GETs (behaviour 12.8). */
export function usePendingCount(): number {
  const { onPendingCount, pendingCount } = useGateway()
  return useSyncExternalStore(onPendingCount, pendingCount, () => 0)
}
