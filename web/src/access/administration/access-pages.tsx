import { PROVIDER_PATHS } from '@portico/core/constants'
import { Navigate, Route, Routes } from 'react-router'
import { useMe } from '../../shell/me.ts'
import './administration.css'
import { ConfirmPeople } from './confirm-people.tsx'
import { ControlledAccess } from './controlled-access.tsx'
import { HandOver } from './hand-over.tsx'
import { Invite } from './invite.tsx'
import { InviteMany } from './invite-many.tsx'
import { People } from './people.tsx'
import { Person } from './person.tsx'
import { RequestDecision } from './request-decision.tsx'

/** User administration for those who run people; for everybody else, who runs them. */
export function AccessPages() {
  const me = useMe()
  // OpenOnly shows these pages when it is known who is signed in.
  if (me.state !== 'ready') return null
  return (
    <Routes>
      {me.entity.administers ? (
        <>
          <Route index element={<People />} />
          <Route path="invite" element={<Invite />} />
          <Route path="invite-many" element={<InviteMany />} />
          <Route path="confirm" element={<ConfirmPeople />} />
          <Route path="hand-over" element={<HandOver />} />
          <Route path="people/:accountId" element={<Person />} />
          <Route path="requests/:reference" element={<RequestDecision />} />
          <Route path="mine" element={<ControlledAccess />} />
        </>
      ) : (
        <Route index element={<ControlledAccess />} />
      )}
      <Route path="*" element={<Navigate to={PROVIDER_PATHS.access} replace />} />
    </Routes>
  )
}
