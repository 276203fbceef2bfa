import { HEADINGS } from '@portico/core/forms/messages'
import { QUIZ_EXPLAINED } from '@portico/core/forms/sentences'
import { quizRequest } from '@portico/core/registration/calls'
import { postableModel } from '@portico/core/registration/model'
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
