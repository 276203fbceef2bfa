/** Progress through a few named steps. */
export function Steps({ stages, current }: { stages: readonly string[]; current: number }) {
  return (
    <ol className="steps" aria-label="Progress">
      {stages.map((stage, index) => {
        const state = index < current ? 'done' : index === current ? 'now' : ''
        return (
          <li key={stage} className={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span className="steps-name">
              <span aria-hidden="true">{state === 'done' ? '✓ ' : `${index + 1}. `}</span>
              {stage}
              {state === 'done' && <span className="visually-hidden">, done</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
