import { confirmPeople, listPeople } from '@portico/core/access/calls'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import type { PersonGrant } from '@portico/core/access/shapes'
import { fullName } from '@portico/core/forms/full-name'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { formatDay } from '@portico/core/forms/moments'
import type { Counted } from '@portico/core/shapes'
import { type FormEvent, useState } from 'react'
import { Button, LinkButton } from '#kit/button.tsx'
import { CheckboxList } from '#kit/checkbox-list.tsx'
import { capitalize, countOf } from '#kit/count-of.ts'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { Alert } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { AdministrationSubpage } from './administration-subpage.tsx'

/** Every 180 days the SAA confirms who still needs access. The next page follows when these are confirmed. */
export function ConfirmPeople() {
  const [done, setDone] = useState('')
  const due = useCall(listPeople, { query: { due: 'confirm' } })
  return (
    <AdministrationSubpage>
      <PageHeading>Confirm people</PageHeading>
      {done && <Alert tone="ok">{done}</Alert>}
      <Loading of={due} label="Loading the people">
        {({ people, ...counted }) => {
          const mine = people.filter((person) => person.actions.includes('confirm'))
          if (mine.length === 0) return <p>No one’s access needs to be confirmed right now.</p>
          const left = { ...counted, total: counted.total - people.length }
          return <People key={mine[0]?.grantId} people={mine} left={left} onDone={setDone} />
        }}
      </Loading>
    </AdministrationSubpage>
  )
}

const NO_ONE_SELECTED = 'Please select at least one person.'

type PeopleProps = { people: readonly PersonGrant[]; left: Counted; onDone: (message: string) => void }

function People({ people, left, onDone }: PeopleProps) {
  const [chosen, setChosen] = useState<string[]>([])
  const [attempt, setAttempt] = useState(0)
  const confirm = useAction(confirmPeople, ({ confirmed }) => {
    setChosen([])
    setAttempt(0)
    onDone(`${countOf(confirmed, 'person is', 'people are')} confirmed for another 180 days.`)
  })
  const problem = attempt > 0 && chosen.length === 0 ? NO_ONE_SELECTED : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (chosen.length > 0) void confirm.send({ grantIds: chosen })
  }
  return (
    <form noValidate onSubmit={submit}>
      <ErrorSummary
        heading={FIX_ERRORS}
        errors={problem ? [{ id: 'people', message: problem }] : []}
        attempt={attempt}
      />
      {confirm.refusal && <Alert>{confirm.refusal.entity.message}</Alert>}
      <p>
        Who still needs access? Access that isn’t confirmed in time is suspended. If someone has left, remove them on
        their own page.
      </p>
      <CheckboxList
        name="people"
        legend="Still need access"
        error={problem}
        selectAll={{
          label: 'Select all',
          checked: chosen.length === people.length,
          mixed: chosen.length > 0,
          onToggle: (all) => setChosen(all ? people.map((person) => person.grantId) : []),
        }}
        items={people.map((person) => ({
          id: person.grantId,
          label: <PersonLabel person={person} />,
          checked: chosen.includes(person.grantId),
          trailing: <a href={ACCESS_PAGES.person(person.accountId)}>View {fullName(person)}</a>,
        }))}
        onToggle={(id, checked) => setChosen(checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
      />
      {left.total > 0 && (
        <p className="soft small">{capitalize(countOf(left, 'more follows', 'more follow'))} after these.</p>
      )}
      <div className="actions">
        <LinkButton look="line" href={ACCESS_PAGES.people}>
          Later
        </LinkButton>
        <Button type="submit" busy={confirm.busy}>
          {chosen.length > 0 ? `Confirm ${countOf(chosen.length, 'person', 'people')}` : 'Confirm'}
        </Button>
      </div>
    </form>
  )
}

function PersonLabel({ person }: { person: PersonGrant }) {
  const seen = person.lastSignIn ? `last signed in on ${formatDay(person.lastSignIn)}` : 'has never signed in'
  return (
    <>
      <b>{fullName(person)}</b>
      <span className="under soft small">
        {person.role}, {person.scope.name}, {seen}, confirm by {formatDay(person.confirmDue)}
      </span>
    </>
  )
}
