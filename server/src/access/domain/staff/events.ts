import { declareAct } from '#platform/events/event.ts'

export const requestAssigned = declareAct(
  'decision.assigned',
  'A request was assigned to a staff member, or unassigned.',
)

export const requestNoted = declareAct('decision.noted', 'Added a note to a request.')
