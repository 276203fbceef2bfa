import { quizRequest } from '@portico/core/registration/calls'
import { postableModel } from '@portico/core/registration/model'
import { HEADINGS } from '@portico/core/registration/texts/messages'
import { SignedFormInstead } from './contract-offer.tsx'
import { QuizForm } from './quiz-form.tsx'
import type { ScreenProps } from './screen.ts'

export function Step2(screen: ScreenProps) {
  return (
    <QuizForm
      screen={screen}
      heading={HEADINGS.step2}
      intro="Before we create an account for this provider, we need to confirm your identity."
      load={(codeFirst) => screen.gateway.call(quizRequest, { ...postableModel(screen.model), codeFirst })}
      fallback={<SignedFormInstead screen={screen} />}
    />
  )
}
