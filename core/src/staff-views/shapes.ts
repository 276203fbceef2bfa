import Type, { type Static } from 'typebox'
import { id, Role, reason, time } from '../access/parts.ts'
import { listOf, strings, text } from '../shapes.ts'

/** Shapes of views: a support agent sees the portal as one provider account sees it. */

const viewId = text(64)

export const PeopleToViewQuery = Type.Object({
  search: Type.Optional(text(100)),
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 99_999 })),
})
export type PeopleToViewQuery = Static<typeof PeopleToViewQuery>
export const PersonToView = Type.Object({
  ...strings('accountId', 'name', 'userName', 'email'),
  roles: Type.Array(Role),
})
export type PersonToView = Static<typeof PersonToView>
export const PeopleToView = listOf(PersonToView)
export type PeopleToView = Static<typeof PeopleToView>

export const OpenViewBody = Type.Object({ accountId: id, reason })
export type OpenViewBody = Static<typeof OpenViewBody>
export const ViewBody = Type.Object({ viewId })
export type ViewBody = Static<typeof ViewBody>

const Unmasking = Type.Enum(['NONE', 'ASKED', 'APPROVED', 'DECLINED'])
export const StaffView = Type.Object({
  viewId: Type.String(),
  /** The person whose account is viewed. */
  ...strings('name', 'userName', 'reason'),
  openedAt: time,
  /** When it ended, or will end. */
  endsAt: time,
  /** Until it ends; 0 if it has ended. */
  secondsLeft: Type.Integer(),
  /** Claims and members' data are hidden unless this is APPROVED. */
  unmasking: Unmasking,
})
export type StaffView = Static<typeof StaffView>
export const StaffViews = Type.Array(StaffView)

export const AskToUnmaskBody = Type.Object({ viewId, reason })
export type AskToUnmaskBody = Static<typeof AskToUnmaskBody>
export const UnmaskRequest = Type.Object({
  ...strings('viewId', 'agent', 'name', 'userName', 'viewReason', 'reason'),
  askedAt: time,
  endsAt: time,
})
export type UnmaskRequest = Static<typeof UnmaskRequest>
export const UnmaskRequests = Type.Array(UnmaskRequest)
export const DecideUnmaskingBody = Type.Object({ viewId, approve: Type.Boolean() })
export type DecideUnmaskingBody = Static<typeof DecideUnmaskingBody>

/** A view of the caller's own account, as the caller reads of it. */
export const ViewOfMe = Type.Object({ openedAt: time, endsAt: time, reason: Type.String(), unmasked: Type.Boolean() })
export type ViewOfMe = Static<typeof ViewOfMe>
export const ViewsOfMe = Type.Array(ViewOfMe)
