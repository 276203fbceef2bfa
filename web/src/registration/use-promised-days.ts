import { reviewPromise } from '@portico/core/registration/calls'
import type { ReviewPromise } from '@portico/core/registration/shapes'
import { useEffect, useState } from 'react'
import { lookUpKey, type Success } from '../shell/gateway/gateway.ts'
import { useGateway } from '../shell/gateway/gateway-context.tsx'

/**
 * Business days within which the plan promises to review a signed form; undefined until known. The server renders the
 * first screen with the reply. Written without `useCall`, which is larger than the rest of that screen.
 */
export function usePromisedDays(): number | undefined {
  const gateway = useGateway()
  const { queryClient } = gateway
  const preloaded = queryClient.getQueryData<Success<ReviewPromise>>(lookUpKey(reviewPromise.path, {}))
  const [days, setDays] = useState(preloaded?.entity.businessDays)
  if (import.meta.env.SSR && !preloaded) {
    const query = { queryKey: ['page', reviewPromise.path, {}], meta: { lookUp: true } }
    queryClient.getQueryCache().build(queryClient, query)
  }
  useEffect(() => {
    if (days !== undefined) return
    void gateway.lookUp(reviewPromise, {}).then((reply) => reply.ok && setDays(reply.entity.businessDays))
  }, [gateway, days])
  return days
}
