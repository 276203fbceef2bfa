import type { Account } from '@portico/core/access/account-shapes'
import { openAccount } from '@portico/core/access/calls'
import { INTERNAL_PATHS } from '@portico/core/constants'
import { formatMoment } from '@portico/core/forms/moments'
import { listDetails } from '@portico/core/forms/person-details'
import { useState } from 'react'
import { Card } from '#kit/card.tsx'
import { countOf } from '#kit/count-of.ts'
import { EmailText } from '#kit/email-text.tsx'
import { Alert } from '#kit/note.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { LabelTag } from '#kit/tag.tsx'
import { findBrandName } from '#shell/brands/brand-names.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { PersonHistory } from '../administration/people/person-history.tsx'
import { ACCOUNT_STATE_LABELS, KIND_LABELS } from './labels.ts'
import { PersonAccount } from './person-account.tsx'
import { PersonGrants } from './person-grants.tsx'

const BACK = { href: INTERNAL_PATHS.people, label: 'Back to people' }

/** One person: contact details, access, history and the actions of plan staff. */
export function PersonPage({ accountId }: { accountId: string }) {
  const loaded = useCall(openAccount, { query: { accountId } })
  const [done, setDone] = useState('')
  const name = loaded.state === 'ready' ? loaded.entity.name || loaded.entity.userName : 'Person'
  return (
    <ConsolePage heading={name} back={BACK}>
      {done && (
        <Alert key={done} tone="ok">
          {done}
        </Alert>
      )}
      <Loading of={loaded} label="Loading the person" lines={8}>
        {(person) => (
          <div className="side-by-side">
            <div className="stack">
              <Card>
                <h2>Account</h2>
                <SummaryList items={factsOf(person)} />
                <p className="after-facts">
                  <a href={`${INTERNAL_PATHS.audit}?${new URLSearchParams({ accountId, person: name })}`}>
                    Everything recorded about this person
                  </a>
                </p>
              </Card>
              <PersonAccount person={person} onDone={setDone} />
            </div>
            <div className="stack">
              {person.kind === 'provider' && <PersonGrants person={person} onDone={setDone} />}
              <PersonHistory
                accountId={accountId}
                as="section"
                empty="Nothing has been recorded yet."
                className="events"
                entry={({ sentence, reason, at, by }) => (
                  <>
                    <b>{sentence}</b> {reason && <>Reason: ‘{reason}’ </>}
                    <span className="soft small">
                      {formatMoment(at)}, {by}
                    </span>
                  </>
                )}
              />
            </div>
          </div>
        )}
      </Loading>
    </ConsolePage>
  )
}

function factsOf(person: Account) {
  const optional = [
    ...listDetails(person),
    { term: 'Member ID', value: person.memberId },
    { term: 'Reason for suspension', value: person.suspendedReason },
    { term: 'Completed on', value: formatMoment(person.activated) },
  ]
  return [
    { term: 'State', value: <LabelTag of={ACCOUNT_STATE_LABELS[person.state]} /> },
    { term: 'Kind', value: KIND_LABELS[person.kind] },
    { term: 'User name', value: person.userName || 'Not chosen yet' },
    {
      term: 'Email',
      value: (
        <span className="break">
          <EmailText of={person.email} />
        </span>
      ),
    },
    ...optional.filter(({ value }) => value),
    { term: 'Created on', value: formatMoment(person.created) },
    { term: 'Last sign-in', value: formatMoment(person.lastSignIn) || 'Never' },
    { term: 'Signed in now', value: person.openSessions ? countOf(person.openSessions, 'session', 'sessions') : 'No' },
    { term: 'Brand', value: findBrandName(person.brand)?.name ?? person.brand },
  ]
}
