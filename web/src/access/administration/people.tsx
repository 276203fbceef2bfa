import { listScopes } from '@portico/core/access/calls'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import type { AdministeredScope } from '@portico/core/access/shapes'
import { LinkButton } from '#kit/button.tsx'
import { countOf } from '#kit/count-of.ts'
import { Note } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { DoneMessage } from '#shell/layout/done-message.tsx'
import { Page } from '#shell/layout/layout.tsx'
import { ActiveAgainNote } from '../active-again/active-again-note.tsx'
import { countToConfirm } from '../grants/labels.ts'
import { WaitingRequests } from './decisions/waiting-requests.tsx'
import { PeopleList } from './people/people-list.tsx'

/** Start page of user administration: pending requests and everyone with access. */
export function People() {
  const scopes = useCall(listScopes)
  const found = scopes.state === 'ready' ? scopes.entity : []
  const isSaa = found.some(({ myRole }) => myRole === 'SAA')
  return (
    <Page>
      <div className="stack">
        <div className="page-head">
          <div className="flow">
            <PageHeading>User administration</PageHeading>
            <p>See who has access to your providers, and decide pending requests.</p>
          </div>
          <div className="row">
            <LinkButton look="line" href={ACCESS_PAGES.inviteMany}>
              Invite many from a file
            </LinkButton>
            <LinkButton href={ACCESS_PAGES.invite}>Invite a person</LinkButton>
          </div>
        </div>
        <DoneMessage />
        <ToConfirm scopes={found} />
        <ActiveAgainNote href={ACCESS_PAGES.activeAgain} />
        <WaitingRequests />
        <PeopleList scopes={found} />
        <ul className="links">
          {isSaa && (
            <li>
              <a href={ACCESS_PAGES.due}>What is due in the next 30 days</a>
            </li>
          )}
          <li>
            <a href={ACCESS_PAGES.mine}>Who controls your own access</a>
          </li>
          <li>
            <a href={ACCESS_PAGES.successor}>Successors of administrators</a>
          </li>
          {found.some((scope) => scope.actions.includes('handOver')) && (
            <li>
              <a href={ACCESS_PAGES.handOver}>Hand over the Senior Access Administrator role</a>
            </li>
          )}
        </ul>
      </div>
    </Page>
  )
}

function ToConfirm({ scopes }: { scopes: readonly AdministeredScope[] }) {
  const due = countToConfirm(scopes)
  if (due === 0) return null
  return (
    <Note tone="warn" heading={`${countOf(due, 'person’s access has', 'people’s access has')} to be confirmed`}>
      <p>
        Every 180 days you confirm who still needs access. Access that isn’t confirmed in time is suspended.{' '}
        <a href={ACCESS_PAGES.confirm}>Confirm people</a>
      </p>
    </Note>
  )
}
