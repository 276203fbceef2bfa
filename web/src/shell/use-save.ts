import { useState } from 'react'
import type { Failure } from './gateway.ts'
import { useGateway } from './gateway-context.tsx'

export type Save<Body> = {
  busy: boolean
  /** The answer to the last try, when it was no. */
  refusal: Failure | null
  send: (body: Body) => Promise<void>
}

/** One POST of a form: busy while under way, the refusal when it was one, `onDone` when it was not. */
export function useSave<Body, Entity = boolean>(
  call: string,
  onDone: (entity: Entity) => void,
  onRefused: (refusal: Failure) => void = () => {},
): Save<Body> {
  const gateway = useGateway()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Failure | null>(null)
  return {
    busy,
    refusal,
    send: async (body) => {
      setBusy(true)
      setRefusal(null)
      const reply = await gateway.post<Entity>(call, body)
      setBusy(false)
      if (reply.ok) return onDone(reply.entity)
      setRefusal(reply)
      onRefused(reply)
    },
  }
}
