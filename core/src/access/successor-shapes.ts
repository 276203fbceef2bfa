import Type, { type Static } from 'typebox'
import { keyedId, strings, text } from '../shapes.ts'
import { Role, reason, Scope, time } from './parts.ts'

/** A successor of the SAA: naming, acceptance, and the takeover. */

const states = ['NAMED', 'AGREED', 'OFFERED', 'WAITING', 'STAFF'] as const
const SuccessorState = Type.Enum([...states])
const Cause = Type.Enum(['', 'LEFT', 'INACTIVE'])

const Naming = Type.Object({
  successorId: keyedId('takeover'),
  /** The successor. */
  ...strings('name', 'email'),
  state: SuccessorState,
  namedOn: time,
  confirmBy: time,
  /** True from a month before that date. */
  confirmable: Type.Boolean(),
})

const Candidate = Type.Object({
  grantId: keyedId('grant'),
  ...strings('name', 'email'),
  role: Role,
  lastSignIn: time,
  /** The access is younger than 30 days. */
  tooNew: Type.Boolean(),
})
export type Candidate = Static<typeof Candidate>

/** A scope whose SAA the caller is. */
const OwnScope = Type.Object({
  grantId: keyedId('grant'),
  scope: Scope,
  naming: Type.Optional(Naming),
  candidates: Type.Array(Candidate),
  /** Why the SAA cannot name a successor now. Empty if the SAA can. */
  refused: Type.String(),
})
export type OwnScope = Static<typeof OwnScope>

/** A naming of the caller. */
const Mine = Type.Object({
  successorId: keyedId('takeover'),
  scope: Scope,
  /** The SAA. */
  name: Type.String(),
  state: SuccessorState,
  cause: Cause,
  /** When access as SAA begins. Empty until the takeover was accepted. */
  dueOn: time,
})
export type MyNaming = Static<typeof Mine>

export const Successors = Type.Object({ scopes: Type.Array(OwnScope), mine: Type.Array(Mine) })
export type Successors = Static<typeof Successors>

/** For the home page. */
export const SuccessorTasks = Type.Object({
  /** Scopes of the caller as SAA without a successor who agreed. */
  missing: Type.Integer(),
  /** Namings of the caller as SAA to be confirmed soon. */
  toConfirm: Type.Integer(),
  /** Namings of the caller to answer. */
  toAnswer: Type.Integer(),
  /** Offers to take over. */
  offered: Type.Integer(),
})
export type SuccessorTasks = Static<typeof SuccessorTasks>

export const NameBody = Type.Object({ grantId: keyedId('grant'), successorGrantId: keyedId('grant') })
export type NameBody = Static<typeof NameBody>
export const OwnGrantBody = Type.Object({ grantId: keyedId('grant') })
export type OwnGrantBody = Static<typeof OwnGrantBody>
export const SuccessorBody = Type.Object({ successorId: keyedId('takeover') })
export type SuccessorBody = Static<typeof SuccessorBody>
export const AnswerBody = Type.Object({ successorId: keyedId('takeover'), agree: Type.Boolean() })
export type AnswerBody = Static<typeof AnswerBody>
/** `begins`: when access as SAA begins; empty if it began at once. */
export const TakeoverAccepted = Type.Object({ begins: time })

const Takeover = Type.Object({
  successorId: keyedId('takeover'),
  scope: Scope,
  ...strings('former', 'successor', 'successorEmail'),
  state: SuccessorState,
  cause: Cause,
  /** Why plan staff decide. Empty otherwise. */
  staffReason: Type.Enum(['', 'REMOVED', 'HOLD', 'OBJECTION']),
  offeredOn: time,
  acceptedOn: time,
  dueOn: time,
  /** Plan staff agreed, and the successor has not accepted yet. */
  agreed: Type.Boolean(),
  /** The NPI is on hold, so the successor cannot take over. */
  onHold: Type.Boolean(),
})
export type Takeover = Static<typeof Takeover>
export const Takeovers = Type.Array(Takeover)
export const DecideTakeoverBody = Type.Object({
  successorId: keyedId('takeover'),
  agree: Type.Boolean(),
  reason: Type.Optional(reason),
})
export type DecideTakeoverBody = Static<typeof DecideTakeoverBody>

export const TakeoverLinkQuery = Type.Object({ takeoverId: text(64) })
export type TakeoverLinkQuery = Static<typeof TakeoverLinkQuery>
export const TakeoverNotice = Type.Object({ scopeName: Type.String(), successor: Type.String(), dueOn: time })
export type TakeoverNotice = Static<typeof TakeoverNotice>
