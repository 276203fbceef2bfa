import { QUIZ_TIMED_OUT } from '@portico/core/registration/texts/sentences'
import { useSecondsLeft } from '#kit/clock.ts'

/** Seconds left of a quiz; a reply without `secondsLeft` has no time limit. */
export function useTimeLeft(reply: { secondsLeft?: number }): number | undefined {
  const left = useSecondsLeft(reply, reply.secondsLeft ?? 0)
  return reply.secondsLeft === undefined ? undefined : left
}

/** Visible countdown; screen readers announce each full minute. */
export function TimeLeft({ left }: { left: number }) {
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
        {left === 0 ? QUIZ_TIMED_OUT : `About ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left.`}
      </p>
    </>
  )
}
