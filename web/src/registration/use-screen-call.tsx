import type { ReplyEventName } from '@portico/core/registration/flow/flow-events'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../kit/button.tsx'
import type { Reply } from '../shell/gateway/gateway.ts'
import type { ScreenProps } from './screen.ts'

export type ScreenCall<Entity> = {
  /** The last reply; the one before it stands while the call is made again. */
  reply: Reply<Entity> | undefined
  /** The call is under way. */
  busy: boolean
  again: () => void
}

/** A call that only fills a screen: made when the screen opens, told to the flow, made again when the person asks. */
export function useScreenCall<Entity>(
  dispatch: ScreenProps['dispatch'],
  type: ReplyEventName,
  call: () => Promise<Reply<Entity>>,
): ScreenCall<Entity> {
  const [reply, setReply] = useState<Reply<Entity>>()
  const [tries, setTries] = useState(1)
  const [answered, setAnswered] = useState(0)
  const make = useEffectEvent(call)
  useEffect(() => {
    let here = true
    void make().then((made) => {
      if (!here) return
      setReply(made)
      setAnswered(tries)
      dispatch({ type, reply: made })
    })
    return () => {
      here = false
    }
  }, [dispatch, type, tries])
  return { reply, busy: answered < tries, again: () => setTries((before) => before + 1) }
}

/** Where there would be nothing to go on with: the screen stays, and so does the way to fill it. */
export function TryAgain({ call }: { call: ScreenCall<unknown> }) {
  return (
    <Button busy={call.busy} onClick={call.again}>
      Try again
    </Button>
  )
}
