import { acceptTakeover, answerNaming } from '@portico/core/access/successor-calls'
import { FACTOR_MISSING } from '@portico/core/access/successor-sentences'
import type { MyNaming as Mine } from '@portico/core/access/successor-shapes'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { endWithPeriod } from '@portico/core/forms/formats'
import { formatDay } from '@portico/core/forms/moments'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { useAction } from '#shell/gateway/use-action.ts'

type MyNamingProps = { naming: Mine; onDone: (done: string) => void }

/** Where the user was named: agree, decline, or take over. */
export function MyNaming({ naming, onDone }: MyNamingProps) {
  const [isDeclining, setDeclining] = useState(false)
  const { state, scope } = naming
  return (
    <TitledCard id={`mine-${naming.successorId}`} heading={`You as successor for ${scope.name}`}>
      <p>{whatNow(naming)}</p>
      {state === 'NAMED' && <Agree naming={naming} onDone={onDone} />}
      {state === 'OFFERED' && <TakeOver naming={naming} onDone={onDone} />}
      {(state === 'NAMED' || state === 'AGREED' || state === 'OFFERED') && (
        <p>
          <Button look="line" onClick={() => setDeclining(true)}>
            {state === 'AGREED' ? 'No longer be the successor' : 'Decline'}
          </Button>
        </p>
      )}
      {isDeclining && <DeclineDialog naming={naming} onDone={onDone} onClose={() => setDeclining(false)} />}
    </TitledCard>
  )
}

function whatNow({ state, cause, name, scope, dueOn }: Mine): string {
  const left = cause === 'LEFT' ? `${name} gave up the role` : `${name} is no longer active`
  switch (state) {
    case 'NAMED':
      return `${name} named you as successor. Nothing changes until you take over one day. Please agree or decline.`
    case 'AGREED':
      return `You agreed to take over from ${name}. We’ll email you when that is possible. You don’t need to do anything now.`
    case 'OFFERED':
      return `${left}. You can become the Senior Access Administrator for ${endWithPeriod(scope.name)} You need a second step at sign-in.`
    case 'WAITING':
      return `You accepted. You become the Senior Access Administrator on ${formatDay(dueOn)}, unless someone objects.`
    case 'STAFF':
      return 'Provider Services decides who takes over. You don’t need to do anything now.'
  }
}

function Agree({ naming: { successorId, name, scope }, onDone }: MyNamingProps) {
  const save = useAction(answerNaming, () =>
    onDone(`You agreed to be the successor of ${name} for ${endWithPeriod(scope.name)}`),
  )
  return (
    <>
      {save.refusal && <Alert>{save.refusal.entity.message}</Alert>}
      <p>
        <Button busy={save.busy} onClick={() => void save.send({ successorId, agree: true })}>
          Agree
        </Button>
      </p>
    </>
  )
}

function TakeOver({ naming: { successorId, scope }, onDone }: MyNamingProps) {
  const save = useAction(acceptTakeover, ({ begins }) =>
    onDone(
      begins
        ? `You accepted. You become the Senior Access Administrator for ${scope.name} on ${formatDay(begins)}, unless someone objects.`
        : `You are now the Senior Access Administrator for ${endWithPeriod(scope.name)}`,
    ),
  )
  const message = save.refusal?.entity.message
  return (
    <>
      {message && (
        <Alert>
          {message} {message === FACTOR_MISSING && <a href={PROVIDER_PATHS.profile}>Open your profile</a>}
        </Alert>
      )}
      <p>We’ll notify the former administrator, the provider and Provider Services. They have 14 days to object.</p>
      <p>
        <Button busy={save.busy} onClick={() => void save.send({ successorId })}>
          Take over
        </Button>
      </p>
    </>
  )
}

function DeclineDialog({ naming, onDone, onClose }: MyNamingProps & { onClose: () => void }) {
  const { successorId, scope } = naming
  const save = useAction(answerNaming, () => {
    onClose()
    onDone(`You are not the successor for ${endWithPeriod(scope.name)}`)
  })
  return (
    <ReasonDialog
      heading={`Decline for ${scope.name}?`}
      save={save}
      buildBody={() => ({ successorId, agree: false })}
      label="Decline"
      danger
      onClose={onClose}
    >
      <p>You cannot take over then. An administrator would have to name you again.</p>
    </ReasonDialog>
  )
}
