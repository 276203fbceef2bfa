import { ACCESS_PAGES as PAGES } from '@portico/core/access/pages'
import type { ReactNode } from 'react'
import { Redirect, useLocation } from '#shell/router/router.tsx'
import { useMe } from '#shell/session/me.ts'
import './administration.css'
import { ControlledAccess } from './controlled-access.tsx'
import { HandOver } from './decisions/hand-over.tsx'
import { RequestDecision } from './decisions/request-decision.tsx'
import { DueDates } from './due/due-dates.tsx'
import { Invite } from './invitations/invite.tsx'
import { InviteMany } from './invitations/invite-many.tsx'
import { ActiveAgain } from './people/active-again.tsx'
import { ConfirmPeople } from './people/confirm-people.tsx'
import { Person } from './people/person.tsx'
import { People } from './people.tsx'
import { Successors } from './successors/successors.tsx'

/** User administration for administrators. Other users see who controls their access. */
export function AccessPages() {
  const me = useMe()
  const { pathname } = useLocation()
  // OpenOnly renders these pages only after `me` is loaded.
  if (me.state !== 'ready') return null
  if (!me.entity.administers) return (me.entity.active ? OF_USERS : OF_SUSPENDED)[pathname] ?? TO_START
  return FIXED[pathname] ?? openedPage(pathname) ?? TO_START
}

const TO_START = <Redirect to={PAGES.people} />

const OF_SUSPENDED: Record<string, ReactNode> = { [PAGES.people]: <ControlledAccess /> }
/** An AU can be named as successor too. */
const OF_USERS: Record<string, ReactNode> = { ...OF_SUSPENDED, [PAGES.successor]: <Successors /> }

const FIXED: Record<string, ReactNode> = {
  [PAGES.people]: <People />,
  [PAGES.invite]: <Invite />,
  [PAGES.inviteMany]: <InviteMany />,
  [PAGES.confirm]: <ConfirmPeople />,
  [PAGES.activeAgain]: <ActiveAgain />,
  [PAGES.due]: <DueDates />,
  [PAGES.handOver]: <HandOver />,
  [PAGES.successor]: <Successors />,
  [PAGES.mine]: <ControlledAccess />,
}

/** The person or request that the URL identifies. */
function openedPage(pathname: string): ReactNode {
  const id = pathname.slice(pathname.lastIndexOf('/') + 1)
  if (pathname === PAGES.person(id)) return <Person key={id} accountId={id} />
  return pathname === PAGES.request(id) ? <RequestDecision key={id} reference={id} /> : null
}
