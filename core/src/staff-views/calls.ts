import { staffOnly, supportOnly } from '../access/staff-roles.ts'
import { get, post } from '../call.ts'
import { Done } from '../shapes.ts'
import * as shape from './shapes.ts'

/** Calls about views (behaviour 23.20): the agent opens and ends them, another person approves what they show. */

const approvers = staffOnly('REVIEWER')

export const findPeopleToView = get('/rest/sec/internal/peopleToView', supportOnly, {
  says: 'Finds provider accounts that a support agent can view.',
  query: shape.PeopleToViewQuery,
  entity: shape.PeopleToView,
})

export const listViews = get('/rest/sec/internal/views', supportOnly, {
  says: 'Lists the caller’s own views, newest first.',
  entity: shape.StaffViews,
})

export const describeView = get('/rest/sec/internal/view', supportOnly, {
  says: 'Returns one view of the caller: whose account, how long it lasts, and whether claims are shown.',
  query: shape.ViewBody,
  entity: shape.StaffView,
  statuses: [404],
})

export const openView = post(
  '/rest/sec/internal/openView',
  { ...supportOnly, notByDoor: true, stepUp: true },
  {
    says: 'Opens a view of the portal as one provider account sees it, for 15 minutes. It ends the caller’s earlier view.',
    body: shape.OpenViewBody,
    entity: shape.StaffView,
    statuses: [404, 407],
  },
)

export const endView = post('/rest/sec/internal/endView', supportOnly, {
  says: 'Ends a view.',
  body: shape.ViewBody,
  entity: Done,
  statuses: [404],
})

export const askToUnmask = post('/rest/sec/internal/askToUnmask', supportOnly, {
  says: 'Asks another person to show claims and members’ data in a view.',
  body: shape.AskToUnmaskBody,
  entity: Done,
  statuses: [404, 407],
})

export const listUnmaskRequests = get('/rest/sec/internal/unmaskRequests', approvers, {
  says: 'Lists the open requests to show claims and members’ data in a view.',
  entity: shape.UnmaskRequests,
})

export const decideUnmasking = post(
  '/rest/sec/internal/decideUnmasking',
  { ...approvers, notByDoor: true, stepUp: true },
  {
    says: 'Approves or declines to show claims and members’ data in one view.',
    body: shape.DecideUnmaskingBody,
    entity: Done,
    statuses: [404, 407],
  },
)

export const listViewsOfMe = get(
  '/rest/sec/access/viewsOfMe',
  { kinds: ['provider'], pending: true },
  { says: 'Lists when support agents viewed the portal as the caller sees it.', entity: shape.ViewsOfMe },
)
