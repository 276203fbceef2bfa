import { quizForReqId } from '@portico/core/registration/calls'
import { HEADINGS } from '@portico/core/registration/texts/messages'
import { QuizForm } from './quiz-form.tsx'
import type { ScreenProps } from './screen.ts'

export function RegReqQuiz(screen: ScreenProps) {
  return (
    <QuizForm
      screen={screen}
      heading={HEADINGS.step2}
      intro="Before access is given in your name we make sure that it is you."
      load={() => screen.gateway.call(quizForReqId, { reqId: screen.model.reqId })}
    />
  )
}
