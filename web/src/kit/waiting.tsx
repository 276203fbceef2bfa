/** Lines where text will be. Unseen for the first 300 ms (the style sheet waits), read out as one word. */
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

/** The quiet bar at the top edge while calls are under way. */
export function ProgressBar({ active }: { active: boolean }) {
  return active ? <div className="progress" aria-hidden="true" /> : null
}
