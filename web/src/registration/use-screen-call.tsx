import type { ReplyEventName } from '@portico/core/registration/flow/flow-events'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#kit/button.tsx'
import type { Reply } from '#shell/gateway/gateway.ts'
import type { ScreenProps } from './screen.ts'

export type ScreenCall<Entity> = {
  /** The last reply; it stays during a retry. */
  reply: Reply<Entity> | undefined
  /** The call is in progress. */
  busy: boolean
  retry: () => void
}

/** A call that only fills a screen: made when the screen opens, dispatched to the flow, and repeated by `retry`. */
export function useScreenCall<Entity>(
  dispatch: ScreenProps['dispatch'],
  type: ReplyEventName,
  call: () => Promise<Reply<Entity>>,
): ScreenCall<Entity> {
  const [reply, setReply] = useState<Reply<Entity>>()
  const [tries, setTries] = useState(1)
  const [completed, setCompleted] = useState(0)
  const runCall = useEffectEvent(call)
  useEffect(() => {
    let isMounted = true
    void runCall().then((received) => {
      if (!isMounted) return
      setReply(received)
      setCompleted(tries)
      dispatch({ type, reply: received })
    })
    return () => {
      isMounted = false
    }
  }, [dispatch, type, tries])
  return { reply, busy: completed < tries, retry: () => setTries((before) => before + 1) }
}

/** Repeats a failed call, so that the screen is never a dead end. */
export function TryAgain({ call }: { call: ScreenCall<unknown> }) {
  return (
    <Button busy={call.busy} onClick={call.retry}>
      Try again
    </Button>
  )
}
