import { get, post } from '../call.ts'
import { Done } from '../shapes.ts'
import { staffOnly } from './staff-roles.ts'
import * as shape from './successor-shapes.ts'

const office = { kinds: ['provider'] } as const
const provedOffice = { ...office, stepUp: true } as const
const reviewers = staffOnly('REVIEWER')

export const listSuccessors = get('/rest/sec/access/successors', office, {
  says: 'Lists the successors that the caller named as SAA, and where the caller was named.',
  entity: shape.Successors,
})

export const nameSuccessor = post('/rest/sec/access/nameSuccessor', provedOffice, {
  says: 'Names an AA or AU of the same entity as successor of the SAA.',
  body: shape.NameBody,
  entity: Done,
  statuses: [400, 404, 407],
})

export const answerNaming = post('/rest/sec/access/answerNaming', office, {
  says: 'Agrees to be the successor, or declines.',
  body: shape.AnswerBody,
  entity: Done,
  statuses: [404, 407],
})

export const confirmSuccessor = post('/rest/sec/access/confirmSuccessor', office, {
  says: 'Confirms the successor for another twelve months.',
  body: shape.SuccessorBody,
  entity: Done,
  statuses: [404, 407],
})

export const withdrawSuccessor = post('/rest/sec/access/withdrawSuccessor', office, {
  says: 'Ends the naming of a successor.',
  body: shape.SuccessorBody,
  entity: Done,
  statuses: [404, 407],
})

export const leaveAsSaa = post('/rest/sec/access/leaveAsSaa', provedOffice, {
  says: 'Ends the caller’s own access as SAA. A successor who agreed may then take over.',
  body: shape.OwnGrantBody,
  entity: Done,
  statuses: [404, 407],
})

export const acceptTakeover = post('/rest/sec/access/acceptTakeover', provedOffice, {
  says: 'Accepts to take over as SAA. Needs a proof with a second factor.',
  body: shape.SuccessorBody,
  entity: shape.TakeoverAccepted,
  statuses: [400, 404, 407],
})

// Plan staff

export const listTakeovers = get('/rest/sec/internal/takeovers', reviewers, {
  says: 'Lists the takeovers that are offered, run, or wait for plan staff.',
  entity: shape.Takeovers,
})

export const decideTakeover = post(
  '/rest/sec/internal/decideTakeover',
  { ...reviewers, stepUp: true },
  {
    says: 'Agrees to a takeover before its time, or refuses it.',
    body: shape.DecideTakeoverBody,
    entity: Done,
    statuses: [400, 404, 407],
  },
)

// The mailed link of an objection

export const takeoverByLink = get('/rest/nonsec/access/takeoverByLink', 'public', {
  says: 'Returns the takeover that a mailed link can stop. It has no side effects.',
  query: shape.TakeoverLinkQuery,
  entity: shape.TakeoverNotice,
  statuses: [406, 407, 498],
})

export const stopTakeover = post('/rest/nonsec/access/stopTakeover', 'public', {
  says: 'Stops a takeover and leaves it to plan staff.',
  body: shape.TakeoverLinkQuery,
  entity: Done,
  statuses: [406, 407, 498],
})
