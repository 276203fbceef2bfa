import { nextRequest } from '@portico/core/access/calls'
import type { WaitingRequest } from '@portico/core/access/request-shapes'
import { INTERNAL_PATHS } from '@portico/core/constants'
import { endWithPeriod } from '@portico/core/forms/formats'
import { fullName } from '@portico/core/forms/full-name'
import { roleWithShortName } from '@portico/core/forms/messages'
import { formatMoment } from '@portico/core/forms/moments'
import { Card } from '#kit/card.tsx'
import { Note } from '#kit/note.tsx'
import { SCOPE_LABELS } from '#shell/console/access-labels.ts'
import { CompetingRequestNote } from '#shell/console/competing-requests.tsx'
import { requestAddress } from '#shell/console/console-addresses.ts'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { DECISION_DELAY_SECONDS } from '#shell/console/delayed-decisions.tsx'
import { StaffNotes } from '#shell/console/staff-notes.tsx'
import { WarningNote } from '#shell/console/warnings.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { type Queue, QueueKeys, useOpenNext } from '#shell/lists/queue-keys.tsx'
import { Decision, type DecisionWords, factsOf, useWaitingRequest } from '../administration/decisions/decision.tsx'
import { scopesOf } from '../grants/labels.ts'
import { STAFF_REASON_LABELS } from './labels.ts'

const BACK = { href: INTERNAL_PATHS.requests, label: 'Back to requests' }

const REQUEST_QUEUE: Queue = {
  itemLabel: 'request',
  list: INTERNAL_PATHS.requests,
  addressOf: requestAddress,
  next: nextRequest,
}

const PROVED_BY: Record<string, string> = {
  ssn: 'The last four digits of the provider’s SSN',
  tin: 'The provider’s TIN',
  claim: 'Two claims of the provider',
}

/** One request that only plan staff can decide. */
export function RequestDecision({ reference }: { reference: string }) {
  const { requests, request } = useWaitingRequest(reference)
  const goNext = useOpenNext(REQUEST_QUEUE, reference)
  const heading = request ? `Request of ${fullName(request)}` : `Request ${reference}`
  return (
    <ConsolePage heading={heading} back={BACK}>
      <div className="stack">
        <Card>
          {request ? (
            <>
              <WhyHere request={request} />
              <CompetingRequestNote requests={request.competing} act="Accepting" />
              <WarningNote about={request} act="accepted" />
              {request.delayed ? (
                <Note heading="Just decided">The decision takes effect in a few seconds unless it is undone.</Note>
              ) : (
                <Decision
                  request={request}
                  facts={factsOf(request, {
                    scopes: <Scopes request={request} />,
                    writeTime: formatMoment,
                    more: [...behalfFacts(request), { term: 'Requester', value: fullName(request) }],
                  })}
                  words={wordsFor(request)}
                  onDone={() => void goNext()}
                  holdSeconds={DECISION_DELAY_SECONDS}
                  keys
                  templates={REJECT_REASONS}
                />
              )}
            </>
          ) : (
            <Loading of={requests} label="Loading the request">
              {() => (
                <p>
                  This request isn’t waiting for plan staff. It was decided or canceled, or someone else decides it.
                </p>
              )}
            </Loading>
          )}
        </Card>
        <StaffNotes reference={reference} />
        <QueueKeys queue={REQUEST_QUEUE} reference={reference} more={REQUEST_KEYS} />
      </div>
    </ConsolePage>
  )
}

const REQUEST_KEYS: readonly [string, string][] = [
  ['v', 'Accept'],
  ['r', 'Reject'],
  ['c', 'Assign to me, or unassign'],
  ['u', 'Undo the last decision'],
]

function wordsFor(request: WaitingRequest): DecisionWords {
  const name = fullName(request)
  const scopes = scopesOf(request)
  return {
    approve: 'Accept and next',
    sure: {
      heading: `Accept the request of ${name}?`,
      says: `${name} becomes ${roleWithShortName(request.role)} for ${endWithPeriod(scopes)}`,
    },
    deny: 'Reject',
    denying: `Reject the request of ${name}?`,
    denyNow: 'Reject and next',
  }
}

/** Suggested reasons. Staff can edit them before sending. */
const REJECT_REASONS = [
  'The provider does not know you.',
  'We could not reach the provider to confirm the request.',
  'The office told us that you don’t need this access for your work.',
]

function WhyHere({ request: { path } }: { request: WaitingRequest }) {
  return (
    <Note heading={STAFF_REASON_LABELS[path]}>
      {path === 'BEHALF'
        ? 'Before you accept, contact the provider another way, for example at the phone number on file.'
        : 'Grant only the access this person needs for their work.'}
    </Note>
  )
}

const behalfFacts = (request: WaitingRequest) =>
  request.path === 'BEHALF'
    ? [
        { term: 'Provider', value: `${request.contactName}, NPI ${request.npi}` },
        { term: 'Provider’s email', value: request.signatoryEmail },
        { term: 'Requester’s proof', value: PROVED_BY[request.validatedBy] ?? 'None' },
      ]
    : []

function Scopes({ request }: { request: WaitingRequest }) {
  return (
    <ul className="names">
      {request.scopes.map((scope) => (
        <li key={scope.entity}>
          {scope.name}{' '}
          <span className="soft num">
            {SCOPE_LABELS[scope.kind]} {scope.id}
          </span>
        </li>
      ))}
    </ul>
  )
}
