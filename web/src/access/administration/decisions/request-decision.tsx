import { ACCESS_PAGES } from '@portico/core/access/pages'
import type { WaitingRequest } from '@portico/core/access/request-shapes'
import { endWithPeriod } from '@portico/core/forms/formats'
import { fullName } from '@portico/core/forms/full-name'
import { formatDay } from '@portico/core/forms/moments'
import { PageHeading } from '#kit/page-heading.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useNavigateWithMessage } from '#shell/layout/done-message.tsx'
import { scopesOf } from '../../grants/labels.ts'
import { ScopeNames } from '../../grants/scope-names.tsx'
import { AdministrationSubpage } from '../people/administration-subpage.tsx'
import { Decision, type DecisionWords, factsOf, useWaitingRequest } from './decision.tsx'

/** One request for AA or AU, decided by an administrator. */
export function RequestDecision({ reference }: { reference: string }) {
  const go = useNavigateWithMessage()
  const { requests, request } = useWaitingRequest(reference)
  return (
    <AdministrationSubpage>
      {request ? (
        <>
          <PageHeading>{`Access request of ${fullName(request)}`}</PageHeading>
          <Decision
            request={request}
            facts={factsOf(request, { scopes: <ScopeNames scopes={request.scopes} />, writeTime: formatDay })}
            words={wordsFor(request)}
            onDone={(said) => go(ACCESS_PAGES.people, said)}
          />
        </>
      ) : (
        <Loading of={requests} label="Loading the request">
          {() => <NoLongerWaiting />}
        </Loading>
      )}
    </AdministrationSubpage>
  )
}

function wordsFor(request: WaitingRequest): DecisionWords {
  const name = fullName(request)
  return {
    approve: 'Accept',
    approved: `${name} now has access to ${endWithPeriod(scopesOf(request))} We notified them by email.`,
    deny: 'Reject',
    denying: `Reject the request of ${name}?`,
    denied: `The request of ${name} is rejected. We emailed them the reason.`,
  }
}

function NoLongerWaiting() {
  return (
    <>
      <PageHeading>This request is not waiting for you</PageHeading>
      <p>It was decided or canceled, or someone else decides it.</p>
    </>
  )
}
