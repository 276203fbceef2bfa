import { reviewPromise } from '@portico/core/registration/calls'
import type { ReviewPromise } from '@portico/core/registration/shapes'
import { useEffect, useState } from 'react'
import { lookUpKey, type Success } from '../shell/gateway/gateway.ts'
import { useGateway } from '../shell/gateway/gateway-context.tsx'

/**
 * The plan's promises to a registrant: business days to review a signed form, minutes to save a draft; undefined until
 * known. The server renders the
 * first screen with the reply. Written without `useCall`, which is larger than the rest of that screen.
 */
export function useReviewPromise(): ReviewPromise | undefined {
  const gateway = useGateway()
  const { queryClient } = gateway
  const preloaded = queryClient.getQueryData<Success<ReviewPromise>>(lookUpKey(reviewPromise.path, {}))
  const [promise, setPromise] = useState(preloaded?.entity)
  if (import.meta.env.SSR && !preloaded) {
    const query = { queryKey: ['page', reviewPromise.path, {}], meta: { lookUp: true } }
    queryClient.getQueryCache().build(queryClient, query)
  }
  useEffect(() => {
    if (promise !== undefined) return
    void gateway.lookUp(reviewPromise, {}).then((reply) => reply.ok && setPromise(reply.entity))
  }, [gateway, promise])
  return promise
}
