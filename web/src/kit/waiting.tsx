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

/** Thin bar at the top while calls are in flight. */
export function ProgressBar({ active }: { active: boolean }) {
  return active ? <div className="progress" aria-hidden="true" /> : null
}
