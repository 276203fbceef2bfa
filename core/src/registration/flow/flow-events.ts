import type * as calls from '../calls.ts'
import type { SubmitCall } from '../conditions.ts'
import type { ModelChange, RegistrationModel } from '../model.ts'
import type { Reply } from '../replies.ts'
import type { Entry, Route } from '../routes.ts'

/** Actions of the visitor; `answers` is what they typed or chose on the screen. */
export type UserEventName =
  | 'npiSubmitted'
  | 'continued'
  | 'startedOver'
  | 'reloaded'
  | 'roleChosen'
  | 'replaceConfirmed'
  | 'levelChosen'
  | 'choiceConfirmed'
  | 'permissionsChosen'
  | 'registrantChosen'
  | 'pendingAccepted'
  | 'methodChosen'
  | 'contractChosen'
  | 'identitySubmitted'
  | 'quizSubmitted'
  | 'accountSubmitted'
  | 'createNewAccount'
  | 'logIn'
  | 'requestDecided'
  | 'popupCanceled'
  | 'goBack'
  | 'canceled'
  | 'closed'
  | 'portalOpened'

/** Replies of calls. */
export type ReplyEventName =
  | 'npiReply'
  | 'continueReply'
  | 'endReply'
  | 'receiptReply'
  | 'profileReply'
  | 'permissionsReply'
  | 'pendingReply'
  | 'identityReply'
  | 'quizReply'
  | 'scoreReply'
  | 'questionsReply'
  | 'accountReply'
  | 'requestReply'
  | 'rejectReply'
  | 'activationReply'
  | 'signOnDone'

export type FlowEvent =
  | { type: 'entered'; entry: Entry }
  | { type: UserEventName; answers?: ModelChange }
  | { type: ReplyEventName; reply: Reply }

export type EventName = FlowEvent['type']

export type Popup = 'continue' | 'replaceSaa' | 'pendingSaa' | 'accountFound'

/** Targets outside the wizard: the brand's cancel link, additional access, the login page, the portal. */
export type Exit = 'cancelRegistration' | 'additionalAccess' | 'login' | 'portal'

/** Names in calls.ts. */
type Named<Name extends keyof typeof calls> = Name

/** A call by name; 'signOn' is the post to the sign-on agent. */
export type FlowCall =
  | Named<SubmitCall | 'activateUserAccount' | 'rejectRegReqId'>
  | Named<
      | 'valRegNpi'
      | 'continueRegistration'
      | 'endRegistration'
      | 'receipt'
      | 'nonSaaNpiProfile'
      | 'checkPendingSaaRequestsForProvider'
      | 'valRegProfile'
      | 'quizScore'
    >
  | 'signOn'

/** Result of an event: the next screen, the model change, and what else the wizard must do or show. */
export type Transition = {
  route: Route
  set: ModelChange
  /** Make this call and dispatch its reply. */
  call?: FlowCall
  popup?: Popup
  /** Shown on the current screen. A message for home is in `set.infoMessage` instead. */
  message?: string
  fieldErrors?: { userName: string }
  exit?: Exit
  /** Blocks Back into a graded quiz, or past a submission. */
  seals?: 'quiz' | 'submission'
}

/** One row of the flow table. The first matching row applies. */
export type FlowRow = {
  from: readonly Route[] | 'any'
  on: EventName | 'anyReply'
  when: { says: string; test: (model: RegistrationModel, reply: Reply) => boolean }
  to: Route | 'same'
  set?: (model: RegistrationModel, reply: Reply) => ModelChange
  call?: FlowCall | ((model: RegistrationModel) => FlowCall)
  popup?: Popup
  message?: (reply: Reply) => string
  fieldErrors?: (reply: Reply) => { userName: string }
  exit?: Exit
  seals?: 'quiz' | 'submission'
  /** The rule of docs/behaviour.md that the row implements. */
  rule: string
}
