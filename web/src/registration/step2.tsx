import { quizRequest } from '@portico/core/registration/calls'
import { HEADINGS } from '@portico/core/registration/messages'
import { postableModel } from '@portico/core/registration/model'
import { QUIZ_EXPLAINED } from '@portico/core/registration/sentences'
import { QuizForm } from './quiz-form.tsx'
import type { ScreenProps } from './screen.ts'

export function Step2(screen: ScreenProps) {
  return (
    <QuizForm
      screen={screen}
      heading={HEADINGS.step2}
      intro={`These questions are about your practice; only you should know the answers. ${QUIZ_EXPLAINED}`}
      load={() => screen.gateway.call(quizRequest, postableModel(screen.model))}
    />
  )
}
