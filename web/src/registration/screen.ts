import type { FlowEvent, Popup } from '@portico/core/registration/flow/flow-events'
import type { ModelChange, RegistrationModel } from '@portico/core/registration/model'
import type { Route } from '@portico/core/registration/routes'
import type { QuizAnswers } from '@portico/core/registration/shapes'
import type { ReactNode } from 'react'
import type { Gateway } from '#shell/gateway/gateway.ts'

/**
 * The screen contract. One screen = one file named after its route (role-sel.tsx for roleSel), exporting one component
 * that takes ScreenProps and renders a <Frame> (frame.tsx) with its fields and an <Actions> row.
 *
 * - A screen reports what the visitor did: `dispatch({ type: 'registrantChosen', answers: { regBy: 'self' } })`. Core's
 *   flow table decides the model change, the next screen and the call. The wizard makes that call and dispatches its
 *   reply, so a screen never makes a call of the flow.
 * - Calls that only fill a screen (quizRequest, getQuestions, getSaaActivePerms, regByReqId, profileByActivationId)
 *   belong to the screen and use `useScreenCall`. It dispatches every reply, including failures, because the flow
 *   interprets the statuses. It can retry, so that the screen is never a dead end.
 * - `quiz` is the answered quiz of quizSubmitted, which is not part of the model.
 * - `update` stores typed text without changing the screen; forms take their defaults from `model`, so that GO BACK
 *   loses nothing.
 */
export type ScreenProps = WizardState & {
  dispatch: (event: FlowEvent, quiz?: QuizAnswers) => void
  update: (change: ModelChange) => void
  gateway: Gateway
  /** A signed-in user requests additional access; this is not a registration. */
  isAdditionalAccess: boolean
}

export type WizardState = {
  route: Route
  /** The screens shown so far, the current one last. */
  path: readonly Route[]
  model: RegistrationModel
  /** A call is in progress: the main button shows it and ignores further clicks. */
  busy: boolean
  /** Message of the flow (server text or gateway text), shown by Frame; '' for none. */
  message: string
  /** The server's error for a field (405: the user name). */
  fieldErrors: { userName?: string }
  /** The open popup; closed by popupCanceled or its own events. */
  popup: Popup | null
}

export type Screen = (props: ScreenProps) => ReactNode
