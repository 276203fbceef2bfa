import { FIX_ERRORS } from '@portico/core/forms/messages'
import { countInWords } from '@portico/core/forms/small-numbers'
import { checkQuizAnswers } from '@portico/core/registration/forms'
import type { Quiz } from '@portico/core/registration/shapes'
import { BUTTONS } from '@portico/core/registration/texts/messages'
import {
  BOTH_WAYS_NEEDED,
  ONE_WAY_IS_ENOUGH,
  QUESTIONS_OFFERED,
  QUIZ_TIMED_OUT,
  quizzesLeft,
} from '@portico/core/registration/texts/sentences'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { RadioCards } from '#kit/choice.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { Alert } from '#kit/note.tsx'
import { Skeleton } from '#kit/waiting.tsx'
import type { Reply } from '#shell/gateway/gateway.ts'
import { CodePanel } from './code-panel.tsx'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'
import { TimeLeft, useTimeLeft } from './time-left.tsx'
import { type ScreenCall, TryAgain, useScreenCall } from './use-screen-call.tsx'

const QUESTIONS_HEADING = 'Questions about your practice'

type QuizFormProps = {
  screen: ScreenProps
  heading: string
  intro: string
  /** quizRequest for a provider who registers alone, quizForReqId for one who decides on a request. */
  load: (codeFirst: boolean) => Promise<Reply<Quiz>>
  /** Shown if there are no questions, for a provider whom the code does not reach. */
  fallback?: ReactNode
}

/** The identity quiz (behaviour 4.19), loaded once and again after it timed out. The flow interprets its statuses. */
export function QuizForm({ screen, heading, intro, load, fallback }: QuizFormProps) {
  const [codeFirst, setCodeFirst] = useState(true)
  const quizCall = useScreenCall(screen.dispatch, 'quizReply', () => load(codeFirst))
  const [bad, setBad] = useState(false)
  const quiz = quizCall.reply?.ok ? quizCall.reply.entity : undefined
  // Stays while the questions load, with the code that was sent.
  const [codeTo, setCodeTo] = useState<string>()
  if (quiz && quiz.codeTo !== codeTo) setCodeTo(quiz.codeTo)
  const openQuestions = () => {
    setCodeFirst(false)
    quizCall.retry()
  }
  return (
    <Frame screen={screen} heading={heading} bad={bad}>
      <p>
        {intro} {quiz && explainWays(quiz)}
      </p>
      {codeTo && <CodePanel screen={screen} codeTo={codeTo} />}
      {quiz?.questionsLater && <QuestionsOffer quiz={quiz} busy={quizCall.busy} onOpen={openQuestions} />}
      {quiz && !quiz.questionsLater ? (
        <OpenQuiz key={quiz.quizId} {...{ screen, quiz, quizCall, fallback, isChosen: !codeFirst }} onBad={setBad} />
      ) : (
        <>
          {!quiz && quizCall.busy && <Skeleton lines={8} />}
          <Actions screen={screen}>{quizCall.reply?.ok === false && <TryAgain call={quizCall} />}</Actions>
        </>
      )}
    </Frame>
  )
}

/** Nothing to explain if there is only one way. */
function explainWays({ codeTo, questionsLater, noOfQuestions, bothNeeded }: Quiz): string {
  if (!codeTo || !(questionsLater || noOfQuestions > 0)) return ''
  return bothNeeded ? BOTH_WAYS_NEEDED : ONE_WAY_IS_ENOUGH
}

/** The questions stay closed while the visitor may wait for a code, so that their time does not run. */
function QuestionsOffer({ quiz, busy, onOpen }: { quiz: Quiz; busy: boolean; onOpen: () => void }) {
  return (
    <TitledCard id="questions" heading={QUESTIONS_HEADING} className="by-email" quiet>
      <p>{QUESTIONS_OFFERED}</p>
      <p>
        <Button look="line" busy={busy} onClick={onOpen}>
          {quiz.bothNeeded ? 'Answer the questions' : 'Answer questions instead'}
        </Button>
      </p>
    </TitledCard>
  )
}

type OpenQuizProps = Pick<QuizFormProps, 'screen' | 'fallback'> & {
  quiz: Quiz
  /** The visitor opened the questions by a button that is gone, so the focus moves here. */
  isChosen: boolean
  quizCall: ScreenCall<Quiz>
  /** Reports whether field errors are shown. */
  onBad: (bad: boolean) => void
}

function OpenQuiz({ screen, quiz, quizCall, fallback, isChosen, onBad }: OpenQuizProps) {
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const left = useTimeLeft(quiz)
  const isTimedOut = left === 0

  const answered = quiz.questionList.map((question) => ({ ...question, selectedChoice: answers[question.id] ?? '' }))
  const problem = attempt > 0 && !isTimedOut ? checkQuizAnswers({ questionList: answered }).questionList : undefined
  const unanswered = answered.filter((question) => problem && question.selectedChoice === '')

  useEffect(() => onBad(problem !== undefined), [onBad, problem])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const complete = checkQuizAnswers({ questionList: answered }).questionList === undefined
    setAttempt(attempt + 1)
    if (complete && !isTimedOut) screen.dispatch({ type: 'quizSubmitted' }, { ...quiz, questionList: answered })
  }
  return (
    <>
      {problem && (
        <ErrorSummary
          heading={FIX_ERRORS}
          errors={[{ id: `question-${unanswered[0]?.id}`, message: problem }]}
          attempt={attempt}
        />
      )}
      {quiz.noOfQuestions === 0 && fallback}
      <QuizHead quiz={quiz} left={left} isChosen={isChosen} />
      {isTimedOut && <TimedOut quiz={quiz} quizCall={quizCall} />}
      <form noValidate onSubmit={submit}>
        {quiz.questionList.map((question, index) => (
          <RadioCards
            key={question.id}
            name={`question-${question.id}`}
            legend={`${index + 1}. ${question.text}`}
            value={answers[question.id] ?? ''}
            error={unanswered.some((other) => other.id === question.id) ? problem : undefined}
            options={question.choiceList.map((choice) => ({
              value: choice.id,
              label: choice.text,
              disabled: isTimedOut,
            }))}
            onPick={(choice) => setAnswers({ ...answers, [question.id]: choice })}
          />
        ))}
        <Actions screen={screen}>
          {quiz.questionList.length > 0 && (
            <Button type="submit" busy={screen.busy} disabled={isTimedOut}>
              {BUTTONS.submit}
            </Button>
          )}
        </Actions>
      </form>
    </>
  )
}

/** Below the code panel, or in its place, the questions need a heading of their own. */
function QuizHead({ quiz, left, isChosen }: { quiz: Quiz; left: number | undefined; isChosen: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isChosen) heading.current?.focus()
  }, [isChosen])
  if (quiz.noOfQuestions === 0) return null
  return (
    <>
      {(quiz.codeTo || isChosen) && (
        <h2 ref={heading} tabIndex={-1}>
          {QUESTIONS_HEADING}
        </h2>
      )}
      <p>Only you should know the answers. {explainTimeLimit(quiz.secondsLeft)}</p>
      {left !== undefined && <TimeLeft left={left} />}
    </>
  )
}

/** A quiz that timed out unanswered is not an attempt once another is requested (behaviour 7.10). */
function TimedOut({ quiz, quizCall }: { quiz: Quiz; quizCall: ScreenCall<Quiz> }) {
  return (
    <>
      <Alert tone="warn">
        {QUIZ_TIMED_OUT} {quiz.quizzesLeft !== undefined && quizzesLeft(quiz.quizzesLeft)}
      </Alert>
      <p>
        <Button busy={quizCall.busy} onClick={quizCall.retry}>
          Start the quiz again
        </Button>
      </p>
    </>
  )
}

/** An external identity service may set no time limit. */
function explainTimeLimit(seconds: number | undefined): string {
  if (seconds === undefined) return 'Please answer these questions.'
  return `Please answer these questions within ${countInWords(Math.ceil(seconds / 60), 'minute')}.`
}
