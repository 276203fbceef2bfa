import { REGISTRATION_CALLS } from '@portico/core/constants'
import { useEffect, useState } from 'react'
import type { ScreenProps } from './screen.ts'

/** The master list of security questions; a failure to load it is shown by the flow. */
export function useQuestions({ gateway, dispatch }: ScreenProps): string[] {
  const [questions, setQuestions] = useState<string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is the same for everybody and loaded once
  useEffect(() => {
    void gateway.lookUp<string[]>(REGISTRATION_CALLS.getQuestions).then((reply) => {
      if (reply.ok) setQuestions(reply.entity)
      else dispatch({ type: 'questionsReply', reply })
    })
  }, [])
  return questions
}
