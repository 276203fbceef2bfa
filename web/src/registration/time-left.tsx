import { QUIZ_OVER } from '@portico/core/registration/texts/sentences'
import { useEffect, useState } from 'react'

/**
 * Seconds, by the clock and not by ticks: a sleeping laptop loses its ticks. Each reply brings its own; without any
 * there is no end.
 */
export function useTimeLeft(reply: { secondsLeft?: number }): number | undefined {
  const seconds = reply.secondsLeft
  const [until, setUntil] = useState(() => endOf(seconds))
  const [now, setNow] = useState(Date.now)
  const [told, setTold] = useState(reply)
  if (told !== reply) {
    setTold(reply)
    setUntil(endOf(seconds))
  }
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds === undefined ? undefined : Math.max(0, Math.min(seconds, Math.ceil((until - now) / 1000)))
}

const endOf = (seconds = 0): number => Date.now() + seconds * 1000

/** The time left in sight; read out at each full minute. */
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
        {left === 0 ? QUIZ_OVER : `About ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left.`}
      </p>
    </>
  )
}
