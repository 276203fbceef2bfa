import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'

/** Loading lines. Hidden for the first 300 ms by the style sheet; announced as one word. */
export function Skeleton({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, index) => `line-${index}`).map((line) => (
        <span key={line} aria-hidden="true" />
      ))}
    </div>
  )
}

const SLOW = 'This is taking longer than usual. You can keep waiting, or stop and try again.'

/** Says that calls take long, with a way to stop waiting. Inside a modal dialog, because all else is inert then. */
export function SlowNotice({ onStop }: { onStop: () => void }) {
  const [host] = useState(() => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body)
  return createPortal(
    <div className="slow" role="alert">
      {SLOW}
      <Button look="line" onClick={onStop}>
        Stop waiting
      </Button>
    </div>,
    host,
  )
}

/** Thin bar at the top while calls are in flight. */
export function ProgressBar({ active }: { active: boolean }) {
  return active ? <div className="progress" aria-hidden="true" /> : null
}
