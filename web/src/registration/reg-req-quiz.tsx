import { quizForReqId } from '@portico/core/registration/calls'
import { HEADINGS } from '@portico/core/registration/texts/messages'
import { QuizForm } from './quiz-form.tsx'
import type { ScreenProps } from './screen.ts'

export function RegReqQuiz(screen: ScreenProps) {
  return (
    <QuizForm
      screen={screen}
      heading={HEADINGS.step2}
      intro="Before we give access in your name, we need to confirm your identity."
      load={(codeFirst) => screen.gateway.call(quizForReqId, { reqId: screen.model.reqId, codeFirst })}
    />
  )
}
