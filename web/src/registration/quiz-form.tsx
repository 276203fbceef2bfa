import { FIX_ERRORS } from '@portico/core/forms/messages'
import { countInWords } from '@portico/core/forms/small-numbers'
import { checkQuizAnswers } from '@portico/core/registration/forms'
import type { Quiz } from '@portico/core/registration/shapes'
import { BUTTONS } from '@portico/core/registration/texts/messages'
import { QUIZ_OVER, quizzesLeft } from '@portico/core/registration/texts/sentences'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { RadioCards } from '../kit/choice.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { Alert } from '../kit/note.tsx'
import { Skeleton } from '../kit/waiting.tsx'
import type { Reply } from '../shell/gateway/gateway.ts'
import { CodePanel } from './code-panel.tsx'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'
import { TimeLeft, useTimeLeft } from './time-left.tsx'
import { type ScreenCall, TryAgain, useScreenCall } from './use-screen-call.tsx'

type QuizFormProps = {
  screen: ScreenProps
  heading: string
  intro: string
  /** quizRequest for a provider registering alone, quizForReqId for one who was asked. */
  load: () => Promise<Reply<Quiz>>
  /** The way on where nothing can be asked and the code does not reach the provider. */
  otherwise?: ReactNode
}

/** The identity quiz (behaviour 4.19). It is asked for once, and anew when its time ran out; what its statuses mean is the flow's. */
export function QuizForm({ screen, heading, intro, load, otherwise }: QuizFormProps) {
  const asked = useScreenCall(screen.dispatch, 'quizReply', load)
  const [bad, setBad] = useState(false)
  const quiz = asked.reply?.ok ? asked.reply.entity : undefined
  return (
    <Frame screen={screen} heading={heading} bad={bad}>
      {quiz ? (
        <OpenQuiz key={quiz.quizId} {...{ screen, intro, quiz, asked, otherwise }} onBad={setBad} />
      ) : (
        <>
          <p>{intro}</p>
          {asked.busy && <Skeleton lines={8} />}
          <Actions screen={screen}>{asked.reply?.ok === false && <TryAgain call={asked} />}</Actions>
        </>
      )}
    </Frame>
  )
}

type OpenQuizProps = Pick<QuizFormProps, 'screen' | 'intro' | 'otherwise'> & {
  quiz: Quiz
  asked: ScreenCall<Quiz>
  /** Field errors stand, or no longer do. */
  onBad: (bad: boolean) => void
}

function OpenQuiz({ screen, intro, quiz, asked, otherwise, onBad }: OpenQuizProps) {
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const left = useTimeLeft(quiz)
  const isOver = left === 0

  const answered = quiz.questionList.map((question) => ({ ...question, selectedChoice: answers[question.id] ?? '' }))
  const problem = attempt > 0 && !isOver ? checkQuizAnswers({ questionList: answered }).questionList : undefined
  const open = answered.filter((question) => problem && question.selectedChoice === '')

  useEffect(() => onBad(problem !== undefined), [onBad, problem])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const complete = checkQuizAnswers({ questionList: answered }).questionList === undefined
    setAttempt(attempt + 1)
    if (complete && !isOver) screen.dispatch({ type: 'quizSubmitted' }, { ...quiz, questionList: answered })
  }
  return (
    <>
      {problem && (
        <ErrorSummary
          heading={FIX_ERRORS}
          errors={[{ id: `question-${open[0]?.id}`, message: problem }]}
          attempt={attempt}
        />
      )}
      <p>{intro}</p>
      {quiz.codeTo && <CodePanel screen={screen} codeTo={quiz.codeTo} />}
      {quiz.noOfQuestions === 0 && otherwise}
      <QuizHead quiz={quiz} left={left} />
      {isOver && <TimeIsOver quiz={quiz} asked={asked} />}
      <form noValidate onSubmit={submit}>
        {quiz.questionList.map((question, index) => (
          <RadioCards
            key={question.id}
            name={`question-${question.id}`}
            legend={`${index + 1}. ${question.text}`}
            value={answers[question.id] ?? ''}
            error={open.some((other) => other.id === question.id) ? problem : undefined}
            options={question.choiceList.map((choice) => ({ value: choice.id, label: choice.text, disabled: isOver }))}
            onPick={(choice) => setAnswers({ ...answers, [question.id]: choice })}
          />
        ))}
        <Actions screen={screen}>
          {quiz.questionList.length > 0 && (
            <Button type="submit" busy={screen.busy} disabled={isOver}>
              {BUTTONS.submit}
            </Button>
          )}
        </Actions>
      </form>
    </>
  )
}

/** Below a code, which is the shorter way, the questions need a name of their own. */
function QuizHead({ quiz, left }: { quiz: Quiz; left: number | undefined }) {
  if (quiz.noOfQuestions === 0) return null
  return (
    <>
      {quiz.codeTo && <h2>Questions about your practice</h2>}
      <p>Only you should know the answers. {quizExplained(quiz.secondsLeft)}</p>
      {left !== undefined && <TimeLeft left={left} />}
    </>
  )
}

/** What ran out unanswered is no attempt once it is asked for anew (behaviour 7.10). */
function TimeIsOver({ quiz, asked }: { quiz: Quiz; asked: ScreenCall<Quiz> }) {
  return (
    <>
      <Alert tone="warn">
        {QUIZ_OVER} {quiz.quizzesLeft !== undefined && quizzesLeft(quiz.quizzesLeft)}
      </Alert>
      <p>
        <Button busy={asked.busy} onClick={asked.again}>
          Start the quiz again
        </Button>
      </p>
    </>
  )
}

/** As long as the quiz that came can be answered; nothing of an identity service that sets no time. */
function quizExplained(seconds: number | undefined): string {
  if (seconds === undefined) return 'Please answer these questions.'
  return `Please answer these questions within ${countInWords(Math.ceil(seconds / 60), 'minute')}.`
}
