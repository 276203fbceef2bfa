import { getQuestions } from '@portico/core/registration/calls'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ScreenProps } from './screen.ts'

/**
 * The master list of security questions: asked for when the form opens, and again by a list that opens without it.
 * A failure to load it is shown by the flow, until it is there.
 */
export function useQuestions({ gateway, dispatch }: ScreenProps): () => Promise<string[]> {
  const here = useRef(false)
  const failed = useRef(false)

  const load = async () => {
    const reply = await gateway.lookUp(getQuestions, {})
    if (here.current && (failed.current || !reply.ok)) dispatch({ type: 'questionsReply', reply })
    failed.current = !reply.ok
    return reply.ok ? reply.entity : []
  }
  const loadAtOnce = useEffectEvent(load)
  useEffect(() => {
    here.current = true
    void loadAtOnce()
    return () => {
      here.current = false
    }
  }, [])
  return load
}
