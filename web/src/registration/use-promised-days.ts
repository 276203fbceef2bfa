import { reviewPromise } from '@portico/core/registration/calls'
import type { ReviewPromise } from '@portico/core/registration/shapes'
import { useEffect, useState } from 'react'
import { lookUpKey, type Success } from '../shell/gateway/gateway.ts'
import { useGateway } from '../shell/gateway/gateway-context.tsx'

/**
 * Business days within which the plan promises to look at a signed form; nothing until the server has said it. The
 * first screen comes with the reply. What reads other pages' calls is larger than the rest of that screen.
 */
export function usePromisedDays(): number | undefined {
  const gateway = useGateway()
  const { queryClient } = gateway
  const given = queryClient.getQueryData<Success<ReviewPromise>>(lookUpKey(reviewPromise.path, {}))
  const [days, setDays] = useState(given?.entity.businessDays)
  if (import.meta.env.SSR && !given) {
    const asked = { queryKey: ['page', reviewPromise.path, {}], meta: { lookUp: true } }
    queryClient.getQueryCache().build(queryClient, asked)
  }
  useEffect(() => {
    if (days !== undefined) return
    void gateway.lookUp(reviewPromise, {}).then((reply) => reply.ok && setDays(reply.entity.businessDays))
  }, [gateway, days])
  return days
}
