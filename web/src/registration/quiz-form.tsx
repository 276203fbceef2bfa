import { FIX_ERRORS } from '@portico/core/forms/messages'
import { checkQuizAnswers } from '@portico/core/registration/forms'
import { BUTTONS } from '@portico/core/registration/messages'
import { QUIZ_EXPLAINED } from '@portico/core/registration/sentences'
import type { Quiz } from '@portico/core/registration/shapes'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { RadioCards } from '../kit/choice.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { Skeleton } from '../kit/waiting.tsx'
import type { Reply } from '../shell/gateway.ts'
import { CodePanel } from './code-panel.tsx'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'
import { TryAgain, useScreenCall } from './use-screen-call.tsx'

type QuizFormProps = {
  screen: ScreenProps
  heading: string
  intro: string
  /** quizRequest for a provider registering alone, quizForReqId for one who was asked. */
  load: () => Promise<Reply<Quiz>>
}

/** The identity quiz (behaviour 4.19). It is asked for once; what its statuses mean is the flow's. */
export function QuizForm({ screen, heading, intro, load }: QuizFormProps) {
  const asked = useScreenCall(screen.dispatch, 'quizReply', load)
  const quiz = asked.reply?.ok ? asked.reply.entity : undefined
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)

  const questions = quiz?.questionList ?? []
  const answered = questions.map((question) => ({ ...question, selectedChoice: answers[question.id] ?? '' }))
  const problem = attempt > 0 ? checkQuizAnswers({ questionList: answered }).questionList : undefined
  const open = answered.filter((question) => problem && question.selectedChoice === '')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (!quiz || checkQuizAnswers({ questionList: answered }).questionList) return
    screen.dispatch({ type: 'quizSubmitted' }, { ...quiz, questionList: answered })
  }

  return (
    <Frame screen={screen} heading={heading} bad={problem !== undefined}>
      {problem && (
        <ErrorSummary
          heading={FIX_ERRORS}
          errors={[{ id: `question-${open[0]?.id}`, message: problem }]}
          attempt={attempt}
        />
      )}
      <p>{intro}</p>
      {quiz?.codeTo && <CodePanel screen={screen} codeTo={quiz.codeTo} />}
      {quiz ? <QuizHead quiz={quiz} /> : asked.busy && <Skeleton lines={8} />}
      <form noValidate onSubmit={submit}>
        {questions.map((question, index) => (
          <RadioCards
            key={question.id}
            name={`question-${question.id}`}
            legend={`${index + 1}. ${question.text}`}
            value={answers[question.id] ?? ''}
            error={open.some((other) => other.id === question.id) ? problem : undefined}
            options={question.choiceList.map((choice) => ({ value: choice.id, label: choice.text }))}
            onPick={(choice) => setAnswers({ ...answers, [question.id]: choice })}
          />
        ))}
        <Actions screen={screen}>
          {questions.length > 0 && (
            <Button type="submit" busy={screen.busy}>
              {BUTTONS.submit}
            </Button>
          )}
          {asked.reply?.ok === false && <TryAgain call={asked} />}
        </Actions>
      </form>
    </Frame>
  )
}

/** Below a code, which is the shorter way, the questions need a name of their own. */
function QuizHead({ quiz }: { quiz: Quiz }) {
  if (quiz.noOfQuestions === 0) return null
  return (
    <>
      {quiz.codeTo && <h2>Questions about your practice</h2>}
      <p>Only you should know the answers. {QUIZ_EXPLAINED}</p>
      <TimeLeft seconds={quiz.secondsLeft} />
    </>
  )
}

/** Counts down by the clock, not by ticks: a sleeping laptop loses its ticks. Read out at each full minute. */
function TimeLeft({ seconds }: { seconds: number | undefined }) {
  const [until] = useState(() => Date.now() + (seconds ?? 0) * 1000)
  const [left, setLeft] = useState(seconds ?? 0)
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [until])
  if (seconds === undefined) return null
  const minutes = Math.ceil(left / 60)
  return (
    <>
      <p className="time-left" aria-hidden="true">
        Time left:{' '}
        <b className="num">
          {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
        </b>
      </p>
      <p className="visually-hidden" role="status">
        {left === 0 ? 'The time to answer is over.' : `About ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left.`}
      </p>
    </>
  )
}
