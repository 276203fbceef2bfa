import { nameSuccessor } from '@portico/core/access/successor-calls'
import { SUCCESSOR_TOO_NEW } from '@portico/core/access/successor-sentences'
import type { Candidate } from '@portico/core/access/successor-shapes'
import { endWithPeriod } from '@portico/core/forms/formats'
import { SELECT_OPTION } from '@portico/core/forms/messages'
import { formatDay } from '@portico/core/forms/moments'
import { type FormEvent, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { RadioCards } from '#kit/choice.tsx'
import { Alert } from '#kit/note.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import type { OwnProps } from './own-props.ts'

/** The SAA chooses one of the people with access to the same provider, group or organization. */
export function NameSuccessor({ own: { grantId, scope, candidates }, onDone }: OwnProps) {
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = `successor-${grantId}`
  const person = candidates.find((candidate) => candidate.grantId === chosen)
  const save = useAction(nameSuccessor, () =>
    onDone(`You named ${person?.name} as your successor for ${endWithPeriod(scope.name)} We’ll email you the answer.`),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem(person ? undefined : SELECT_OPTION)
    if (person) void save.send({ grantId, successorGrantId: person.grantId })
    else document.getElementById(field)?.focus()
  }
  return (
    <form noValidate onSubmit={submit}>
      {save.refusal && <Alert>{save.refusal.entity.message}</Alert>}
      <RadioCards
        legend="Who takes over when you leave?"
        name={field}
        value={chosen}
        error={problem}
        onPick={(picked) => {
          setChosen(picked)
          setProblem(undefined)
        }}
        options={candidates.map((candidate) => ({
          value: candidate.grantId,
          label: candidate.name,
          description: describe(candidate),
          disabled: candidate.tooNew,
        }))}
      />
      <p>
        <Button type="submit" busy={save.busy}>
          Name as successor
        </Button>
      </p>
    </form>
  )
}

function describe({ email, role, lastSignIn, tooNew }: Candidate): string {
  const seen = lastSignIn ? `Last signed in on ${formatDay(lastSignIn)}.` : 'Has never signed in.'
  return `${email}. ${role}. ${tooNew ? SUCCESSOR_TOO_NEW : seen}`
}
