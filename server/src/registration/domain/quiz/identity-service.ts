import type { QuizQuestion } from '@portico/core/registration/shapes'
import type { StoredQuiz } from '../../store/proofs/quiz-choices.ts'
import type { StoredQuestion } from '../../store/proofs/quizzes.ts'

/** The provider of an NPI, who registers (SELF) or decides a request made on their behalf (REQUEST). */
export type IdentitySubject = {
  npi: string
  workflow: 'SELF' | 'REQUEST'
  /** Amounts typed in this registration. The quiz does not ask about them. */
  typedAmounts?: string[]
}

export type QuizAnswer = { id: string; selectedChoice: string }

export type IdentityRequestResult =
  | {
      kind: 'offer'
      questions: StoredQuestion[]
      /** Choices to store with the first quiz that shows them. They stay the same as long as the answer is right. */
      toKeep?: StoredQuiz | undefined
    }
  /** Too few facts for a quiz: quizRequest and quizForReqId return 404. */
  | { kind: 'not-enough' }
  /** The vendor returned a first status other than PENDING. The page shows its message on home (behaviour 4.19). */
  | { kind: 'declined'; status: string; message: string }
  /** The vendor was unreachable or its reply invalid. Never a 404, which would let visitors through without a quiz. */
  | { kind: 'unavailable' }

/** PASS and FAIL end a quiz. The other results leave it open. */
export type IdentityScoreResult =
  | { kind: 'PASS'; transactionId: string }
  | { kind: 'PENDING'; message: string }
  | { kind: 'FAIL' }
  | { kind: 'unavailable' }

export type IdentityService = {
  /** Stored in quiz.vendor, because the service that made a quiz must grade it. */
  vendor: 'embedded' | 'http'
  request(quizId: string, subject: IdentitySubject): Promise<IdentityRequestResult>
  score(quizId: string, questions: StoredQuestion[], answers: QuizAnswer[]): Promise<IdentityScoreResult>
}

/** The questions for the browser, without the key. */
export function offeredQuestions(questions: StoredQuestion[]): QuizQuestion[] {
  return questions.map(({ id, text, choices }) => ({
    id,
    text,
    selectedChoice: '',
    choiceList: choices.map((choice) => ({ id: choice.id, text: choice.text })),
  }))
}
