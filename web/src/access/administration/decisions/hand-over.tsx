import { listPeople, listScopes } from '@portico/core/access/calls'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import type { AdministeredScope, PersonGrant } from '@portico/core/access/shapes'
import { fullName } from '@portico/core/forms/full-name'
import { SELECT_OPTION } from '@portico/core/forms/messages'
import { formatDay } from '@portico/core/forms/moments'
import { type FormEvent, useState } from 'react'
import { Button, LinkButton } from '#kit/button.tsx'
import { RadioCards } from '#kit/choice.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { SelectField } from '#kit/select-field.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { scopeOptions } from '../invitations/scope-options.ts'
import { AdministrationSubpage } from '../people/administration-subpage.tsx'
import { HandOverDialog } from '../people/hand-over-dialog.tsx'

/** The SAA chooses an AA of the scope as the new SAA. */
export function HandOver() {
  const scopes = useCall(listScopes)
  return (
    <AdministrationSubpage>
      <PageHeading>Hand over the Senior Access Administrator role</PageHeading>
      <p>
        The role goes to an Access Administrator (AA) of the same provider, group or organization. You become an Access
        Administrator there.
      </p>
      <Loading of={scopes} label="Loading your providers and groups">
        {(found) => <ChooseScope scopes={found.filter((scope) => scope.actions.includes('handOver'))} />}
      </Loading>
    </AdministrationSubpage>
  )
}

function ChooseScope({ scopes }: { scopes: readonly AdministeredScope[] }) {
  const [entity, setEntity] = useState(scopes[0]?.entity ?? '')
  if (scopes.length === 0) return <p>You are not a Senior Access Administrator, so there is nothing to hand over.</p>
  return (
    <>
      {scopes.length > 1 && (
        <SelectField
          label="For"
          name="entity"
          value={entity}
          options={scopeOptions(scopes)}
          onChange={(event) => setEntity(event.target.value)}
        />
      )}
      <ChooseSuccessor key={entity} entity={entity} />
    </>
  )
}

function ChooseSuccessor({ entity }: { entity: string }) {
  const administrators = useCall(listPeople, { query: { entity, role: 'AA', colleagues: true } })
  return (
    <Loading of={administrators} label="Loading the administrators">
      {({ people }) => {
        const candidates = people.filter((person) => person.actions.includes('handOver'))
        return candidates.length === 0 ? <NoSuccessor /> : <Successors candidates={candidates} />
      }}
    </Loading>
  )
}

function NoSuccessor() {
  return (
    <>
      <p>
        <b>No one can take over yet.</b> Invite an Access Administrator, or make an Access User one. They can take over
        once they have completed their account.
      </p>
      <LinkButton look="line" href={ACCESS_PAGES.invite}>
        Invite a person
      </LinkButton>
    </>
  )
}

function Successors({ candidates }: { candidates: readonly PersonGrant[] }) {
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState<string>()
  const [asking, setAsking] = useState(false)
  const successor = candidates.find((person) => person.grantId === chosen)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem(successor ? undefined : SELECT_OPTION)
    setAsking(successor !== undefined)
    if (!successor) document.getElementById('successor')?.focus()
  }
  return (
    <form noValidate onSubmit={submit}>
      <RadioCards
        legend="Who takes over?"
        name="successor"
        value={chosen}
        error={problem}
        onPick={(grantId) => {
          setChosen(grantId)
          setProblem(undefined)
        }}
        options={candidates.map((person) => ({
          value: person.grantId,
          label: fullName(person),
          description: `${person.email}. ${person.lastSignIn ? `Last signed in on ${formatDay(person.lastSignIn)}.` : 'Has never signed in.'}`,
        }))}
      />
      <div className="actions">
        <LinkButton look="line" href={ACCESS_PAGES.people}>
          Cancel
        </LinkButton>
        <Button type="submit">Hand over</Button>
      </div>
      {asking && successor && <HandOverDialog grant={successor} onClose={() => setAsking(false)} />}
    </form>
  )
}
