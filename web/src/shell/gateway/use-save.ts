import type { Call, Description, EntityOf, InputOf } from '@portico/core/call'
import { useState } from 'react'
import type { Failure, Reply } from './gateway.ts'
import { useGateway } from './gateway-context.tsx'

export type Save<Body> = {
  busy: boolean
  /** The last failed reply. */
  refusal: Failure | null
  send: (body: Body) => Promise<void>
}

/** Sends one POST of a form, with its busy state and refusal. Calls `onDone` on success. */
export function useSave<Declared extends Description & { body: object }>(
  call: Call<Declared>,
  onDone: (entity: EntityOf<Declared>) => void,
  onRefused: (refusal: Failure) => void = () => {},
): Save<InputOf<Declared>> {
  const { call: make } = useGateway()
  return usePost((body: InputOf<Declared>) => make(call, body as never), onDone, onRefused)
}

function usePost<Body, Entity>(
  post: (body: Body) => Promise<Reply<Entity>>,
  onDone: (entity: Entity) => void,
  onRefused: (refusal: Failure) => void,
): Save<Body> {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Failure | null>(null)
  return {
    busy,
    refusal,
    send: async (body) => {
      setBusy(true)
      setRefusal(null)
      const reply = await post(body)
      setBusy(false)
      if (reply.ok) return onDone(reply.entity)
      setRefusal(reply)
      onRefused(reply)
    },
  }
}
