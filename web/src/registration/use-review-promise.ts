import { reviewPromise } from '@portico/core/registration/calls'
import type { ReviewPromise } from '@portico/core/registration/shapes'
import { useCall } from '#shell/gateway/use-call.ts'

/**
 * The plan's promises to a registrant: business days to review a signed form, minutes to save a draft; undefined until
 * known. The server renders the first screen with the reply.
 */
export function useReviewPromise(): ReviewPromise | undefined {
  const loaded = useCall(reviewPromise, { cached: true })
  return loaded.state === 'ready' ? loaded.entity : undefined
}
