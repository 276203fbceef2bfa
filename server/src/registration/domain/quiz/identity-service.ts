import type { QuizQuestion } from '@portico/core/registration/shapes'
import type { KeptQuiz } from '../../store/proofs/quiz-choices.ts'
import type { StoredQuestion } from '../../store/proofs/quizzes.ts'

/** Who is asked: the provider of an NPI, registering (SELF) or deciding a request made in their name (REQUEST). */
export type IdentitySubject = {
  npi: string
  workflow: 'SELF' | 'REQUEST'
  /** What was typed in this registration is not asked about. */
  typedAmounts?: string[]
}

export type QuizAnswer = { id: string; selectedChoice: string }

/** What an identity service says when it is asked for a quiz. */
export type IdentityRequestResult =
  | {
      kind: 'offer'
      questions: StoredQuestion[]
      /** As long as an answer stays right its choices do: they are kept with the first quiz that shows them. */
      toKeep?: KeptQuiz | undefined
    }
  /** Too little is known to ask about: the 404 of quizRequest and quizForReqId. */
  | { kind: 'not-enough' }
  /** The vendor answered with a first status other than PENDING; its message is shown on home (behaviour 4.19). */
  | { kind: 'declined'; status: string; message: string }
  /** The vendor could not be reached or made no sense. Never a 404: that would open the way without a quiz. */
  | { kind: 'unavailable' }

/** What an identity service says about the answers. PASS and FAIL end a quiz, the others leave it open. */
export type IdentityScoreResult =
  | { kind: 'PASS'; transactionId: string }
  | { kind: 'PENDING'; message: string }
  | { kind: 'FAIL' }
  | { kind: 'unavailable' }

export type IdentityService = {
  /** Kept in quiz.vendor: a quiz is graded by the service that made it. */
  vendor: 'embedded' | 'http'
  request(quizId: string, subject: IdentitySubject): Promise<IdentityRequestResult>
  score(quizId: string, questions: StoredQuestion[], answers: QuizAnswer[]): Promise<IdentityScoreResult>
}

/** The questions as the browser sees them: no key. */
export function offeredQuestions(questions: StoredQuestion[]): QuizQuestion[] {
  return questions.map(({ id, text, choices }) => ({
    id,
    text,
    selectedChoice: '',
    choiceList: choices.map((choice) => ({ id: choice.id, text: choice.text })),
  }))
}
