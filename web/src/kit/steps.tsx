type StepsProps = {
  stages: readonly string[]
  current: number
  /** Passed stages that are not done. */
  open?: readonly string[]
}

/** Progress through a few named steps. */
export function Steps({ stages, current, open = [] }: StepsProps) {
  return (
    <ol className="steps" aria-label="Progress">
      {stages.map((stage, index) => {
        const isOpen = index < current && open.includes(stage)
        const state = isOpen ? '' : index < current ? 'done' : index === current ? 'now' : ''
        return (
          <li key={stage} className={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span className="steps-name">
              <span aria-hidden="true">{state === 'done' ? '✓ ' : `${index + 1}. `}</span>
              {stage}
              {state === 'done' && <span className="visually-hidden">, done</span>}
              {isOpen && <span className="visually-hidden">, not done yet</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
