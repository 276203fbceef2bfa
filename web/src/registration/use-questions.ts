import { getQuestions } from '@portico/core/registration/calls'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ScreenProps } from './screen.ts'

/**
 * Loads the master list of security questions when the form opens, and again when a list opens without it. The flow
 * shows a failure until the list is loaded.
 */
export function useQuestions({ gateway, dispatch }: ScreenProps): () => Promise<string[]> {
  const isMounted = useRef(false)
  const hasFailed = useRef(false)

  const load = async () => {
    const reply = await gateway.lookUp(getQuestions, {})
    if (isMounted.current && (hasFailed.current || !reply.ok)) dispatch({ type: 'questionsReply', reply })
    hasFailed.current = !reply.ok
    return reply.ok ? reply.entity : []
  }
  const loadAtOnce = useEffectEvent(load)
  useEffect(() => {
    isMounted.current = true
    void loadAtOnce()
    return () => {
      isMounted.current = false
    }
  }, [])
  return load
}
