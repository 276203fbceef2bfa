import { listPeople } from '@portico/core/access/calls'
import type { PersonGrant } from '@portico/core/access/shapes'
import { fullName } from '@portico/core/forms/full-name'
import { formatMoment } from '@portico/core/forms/moments'
import { useState } from 'react'
import { Card } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { Page } from '#shell/layout/layout.tsx'
import { BackToPeople } from './administration-subpage.tsx'
import { FactorReset } from './factor-reset.tsx'
import { PersonGrantCard } from './person-grant.tsx'
import { PersonHistory } from './person-history.tsx'

/** A person's access, history and allowed actions, for an administrator. */
export function Person({ accountId }: { accountId: string }) {
  const [done, setDone] = useState('')
  const list = useCall(listPeople, { query: { accountId } })
  const grants = list.state === 'ready' ? list.entity.people : []
  const [first] = grants
  const mayReset = list.state === 'ready' && list.entity.actions.includes('resetFactors')
  return (
    <Page aside>
      <div className="stack">
        <BackToPeople />
        {first && <PersonHeading person={first} />}
        {/* A new key makes screen readers announce the next message. */}
        {done && (
          <Alert key={done} tone="ok">
            {done}
          </Alert>
        )}
        {grants.map((grant) => (
          <PersonGrantCard key={grant.grantId} grant={grant} onDone={setDone} />
        ))}
        {first && mayReset && <FactorReset person={{ accountId, name: fullName(first) }} onDone={setDone} />}
        {grants.length === 0 && (
          <Card>
            <Loading of={list} label="Loading the person">
              {() => <NoAccess />}
            </Loading>
          </Card>
        )}
      </div>
      <PersonHistory
        accountId={accountId}
        as="aside"
        empty="Nothing yet."
        className="timeline"
        entry={({ sentence, reason, at, by }) => (
          <>
            <b>{sentence}</b>
            {reason && <span className="small">Reason: {reason}</span>}
            <span className="soft small">
              {formatMoment(at)}, {by}
            </span>
          </>
        )}
      />
    </Page>
  )
}

function NoAccess() {
  return (
    <>
      <PageHeading>No access to show</PageHeading>
      <p>This person doesn’t have access to your providers or groups.</p>
    </>
  )
}

function PersonHeading({ person }: { person: PersonGrant }) {
  const name = fullName(person)
  return (
    <div className="flow">
      <PageHeading title={name}>{person.isMe ? `${name} (you)` : name}</PageHeading>
      <p>
        {person.email}
        <span className="under soft small">
          {person.lastSignIn ? `Last signed in ${formatMoment(person.lastSignIn)}` : 'Has never signed in'}
        </span>
      </p>
    </div>
  )
}
