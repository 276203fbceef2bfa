import { fullName } from '@portico/core/forms/full-name'
import { formatLongCalendarDay } from '@portico/core/forms/moments'
import { idCardPdf, family as ownFamily } from '@portico/core/members/calls'
import { relationshipLabel } from '@portico/core/members/id-card'
import { NO_CARD } from '@portico/core/members/sentences'
import type { CoveredPerson } from '@portico/core/members/shapes'
import { useId, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { Alert, Note } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { saveBase64Pdf } from '#shell/forms/save-file.ts'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { Page } from '#shell/layout/layout.tsx'
import { useListAddress } from '#shell/lists/list-address.ts'
import { anyText } from '#shell/lists/list-declaration.ts'
import { usePage } from '#shell/router/pages.ts'
import { CardBack, CardFront } from './card-faces.tsx'
import { COVERAGE } from './coverage.ts'

/** Cards of everyone this member can see, one at a time. */
export function IdCard() {
  const family = useCall(ownFamily)
  return (
    <Page>
      <Card>
        <PageHeading>{usePage().title}</PageHeading>
        <Loading of={family} label="Loading your ID card" lines={6}>
          {(found) => <FamilyCards people={found.people} />}
        </Loading>
      </Card>
    </Page>
  )
}

const PERSON_FIELD = { fields: { person: anyText } } as const

function FamilyCards({ people }: { people: CoveredPerson[] }) {
  const { filter, replaceFilter } = useListAddress(PERSON_FIELD)
  const person = people.find((candidate) => candidate.person === filter.person) ?? people[0]
  if (!person) return null
  return (
    <>
      {people.length > 1 && (
        <PersonTabs
          label="Whose card"
          options={people.map((each) => ({ value: each.person, label: each.isMe ? 'You' : each.firstName }))}
          value={person.person}
          onChange={(value) => replaceFilter({ person: value })}
        />
      )}
      {person.coverage === 'ENDED' ? (
        <Note tone="warn">
          <p>{NO_CARD} If you think you’re still covered, please call Member Services.</p>
        </Note>
      ) : (
        <PersonCard key={person.person} person={person} />
      )}
    </>
  )
}

function PersonCard({ person }: { person: CoveredPerson }) {
  return (
    <>
      <div className="id-cards">
        <CardFront person={person} />
        <CardBack />
      </div>
      <SaveActions person={person} />
      <section aria-labelledby="card-details" className="card-details">
        <h2 id="card-details">On this card</h2>
        <SummaryList
          across
          items={[
            { term: 'Member', value: fullName(person) },
            { term: 'Member ID', value: person.memberId },
            { term: 'Plan', value: person.planName },
            { term: 'Subscriber', value: person.subscriberName },
            { term: 'Relationship', value: relationshipLabel(person.relationship) },
            { term: 'Effective', value: formatLongCalendarDay(person.effectiveDate) },
            { term: 'Coverage', value: COVERAGE[person.coverage].label },
          ]}
        />
      </section>
    </>
  )
}

function SaveActions({ person }: { person: CoveredPerson }) {
  const gateway = useGateway()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const save = async () => {
    setBusy(true)
    setRefusal('')
    const reply = await gateway.call(idCardPdf, { person: person.person })
    setBusy(false)
    if (reply.ok) saveBase64Pdf(reply.entity.pdf, reply.entity.fileName)
    else setRefusal(reply.entity.message)
  }
  return (
    <>
      {refusal && <Alert>{refusal}</Alert>}
      <div className="row card-actions">
        <Button busy={busy} onClick={() => void save()}>
          Download PDF
        </Button>
        <Button look="line" onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </>
  )
}

type PersonTabsProps = {
  label: string
  options: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** Chooses one of a few people: radio buttons styled as tabs. */
function PersonTabs({ label, options, value, onChange }: PersonTabsProps) {
  const name = useId()
  return (
    <fieldset className="tabs">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
