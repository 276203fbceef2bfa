import type { FlowEvent, Popup } from '@portico/core/registration/flow/flow-events'
import type { ModelChange, RegistrationModel } from '@portico/core/registration/model'
import type { Route } from '@portico/core/registration/routes'
import type { QuizAnswers } from '@portico/core/registration/shapes'
import type { ReactNode } from 'react'
import type { Gateway } from '../shell/gateway/gateway.ts'

/**
 * The screen contract. One screen = one file named after its route (role-sel.tsx for roleSel), exporting one component
 * that takes ScreenProps and renders a <Frame> (frame.tsx) with its fields and an <Actions> row.
 *
 * - A screen says what the person did: `dispatch({ type: 'registrantChosen', answers: { regBy: 'self' } })`. What
 *   follows is decided by core's flow table: the model change, the next screen, and the call. The wizard makes that
 *   call itself and feeds its reply back to the flow, so a screen never posts a registration call of the flow.
 * - Calls that only fill a screen (quizRequest, getQuestions, getSaaActivePerms, regByReqId, profileByActivationId) are
 *   the screen's own, made by `useScreenCall`: it dispatches the reply, failures too, for the flow knows what each status
 *   means, and can make the call again where the screen would be a dead end without it.
 * - `quiz` is the answered quiz of quizSubmitted, which is no part of the model.
 * - `update` keeps what was typed (on blur, or before leaving) without moving; forms take their defaults from `model`,
 *   so nothing typed is lost on the way back.
 */
export type ScreenProps = WizardState & {
  dispatch: (event: FlowEvent, quiz?: QuizAnswers) => void
  update: (change: ModelChange) => void
  gateway: Gateway
  /** Somebody signed in asks for more, so this is no registration. */
  asksForMore: boolean
}

export type WizardState = {
  route: Route
  /** The screens that led here, this one last. */
  path: readonly Route[]
  model: RegistrationModel
  /** A call is under way: the main button shows it and does nothing when pressed again. */
  busy: boolean
  /** What the flow says about this screen (server text, gateway text); Frame shows it. '' when there is nothing. */
  message: string
  /** The server's word on a field (405: the user name). */
  fieldErrors: { userName?: string }
  /** The popup that stands over this screen; close it with popupCancelled or its own events. */
  popup: Popup | null
}

export type Screen = (props: ScreenProps) => ReactNode
