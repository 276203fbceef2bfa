import { QUIZ_TIMED_OUT } from '@portico/core/registration/texts/sentences'
import { useEffect, useState } from 'react'

/**
 * Seconds left, by the clock and not by counted ticks, because a sleeping laptop misses ticks. Each reply restarts the
 * countdown; a reply without `secondsLeft` has no time limit.
 */
export function useTimeLeft(reply: { secondsLeft?: number }): number | undefined {
  const seconds = reply.secondsLeft
  const [until, setUntil] = useState(() => endOf(seconds))
  const [now, setNow] = useState(Date.now)
  const [lastReply, setLastReply] = useState(reply)
  if (lastReply !== reply) {
    setLastReply(reply)
    setUntil(endOf(seconds))
  }
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds === undefined ? undefined : Math.max(0, Math.min(seconds, Math.ceil((until - now) / 1000)))
}

const endOf = (seconds = 0): number => Date.now() + seconds * 1000

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
