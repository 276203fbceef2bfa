import type { ModelChange, RegistrationModel } from '../model.ts'
import { type Route, type Stage, stageOf } from '../routes.ts'
import { confirmationVariant, findChangeSinceSubmission, hasSsnOrTin, requestOutcome } from './conditions.ts'
import { next } from './flow.ts'
import type { FlowEvent, ReplyEventName } from './flow-events.ts'

/**
 * The progress bar (behaviour 3.1): the screens that led here, and those ahead as the flow table has them with what is
 * known by now. A way without a proof of identity has no such stage, and what others still have to do is one.
 */
export type ProgressStage = Stage | 'Request' | 'Signed form' | 'Decision' | 'Provider’s answer'

export type Progress = {
  stages: ProgressStage[]
  current: number
  /** This way ends with a form that has to be signed. */
  needsForm: boolean
  /** The account form comes next. */
  formNext: boolean
}

type SubmissionStatus = { route: Route; path: readonly Route[]; model: RegistrationModel; isAdditionalAccess?: boolean }

export function progressOf({ route, path, model, isAdditionalAccess = false }: SubmissionStatus): Progress {
  const ahead = predictPath(route, model)
  const end = stagesAtEnd(ahead.routes.at(-1) ?? route, ahead.model)
  const nameOf = (at: Route) => nameStage(stageOf(at), isAdditionalAccess)
  const walked = [...path, ...ahead.routes].map(nameOf).filter((stage) => stage !== 'Done')
  const stages = [...new Set<ProgressStage>(walked), ...end]
  const here = isEnd(route) && !isDecided(model) ? end[0] : nameOf(route)
  return {
    stages,
    current: here ? stages.indexOf(here) : 0,
    needsForm: end.includes('Signed form'),
    formNext: ahead.routes[0] === 'step3',
  }
}

/** Who asks for more has an account, and only sends the request (behaviour 14.10). */
const nameStage = (stage: Stage, isAdditionalAccess: boolean): ProgressStage =>
  isAdditionalAccess && stage === 'Account' ? 'Request' : stage

/** Found again, it waits for nobody any more. */
const isDecided = (model: RegistrationModel): boolean => ['active', 'ended'].includes(findChangeSinceSubmission(model))

const isEnd = (route: Route): boolean => route === 'regConf' || route === 'regReqComplete'

/** What is left when the last screen is reached: nothing, or what somebody has still to do. */
function stagesAtEnd(route: Route, model: RegistrationModel): ProgressStage[] {
  if (route === 'regReqComplete') return requestOutcome(model) === 'pending' ? ['Provider’s answer', 'Done'] : ['Done']
  if (route !== 'regConf') return ['Done']
  const variant = confirmationVariant(model)
  if (variant === 'success') return ['Done']
  return variant === 'pending' ? ['Decision', 'Done'] : ['Signed form', 'Done']
}

const replied = (type: ReplyEventName, entity: unknown): FlowEvent => ({ type, reply: { status: 200, entity } })

/** How each screen is left when all goes well. */
const SUCCESS_EVENTS: Partial<Record<Route, readonly FlowEvent[]>> = {
  roleSel: [replied('profileReply', {})],
  regWith: [{ type: 'levelChosen' }],
  regChoice: [{ type: 'choiceConfirmed' }],
  saaPerm: [{ type: 'permissionsChosen' }],
  regBy: [{ type: 'registrantChosen' }, replied('pendingReply', false)],
  pinssnSel: [{ type: 'methodChosen' }],
  step1: [replied('identityReply', true)],
  step2: [replied('scoreReply', { status: 'PASS' })],
  step3: [replied('accountReply', true)],
  regByStaff: [{ type: 'requestDecided', answers: { acceptStaffReq: 'Y' } }],
  regReqQuiz: [replied('accountReply', true)],
  activateUser: [replied('signOnDone', true)],
}

/** What is not answered yet is taken as most people answer it. */
function assumeAnswers(route: Route, model: RegistrationModel): ModelChange {
  if (route === 'roleSel') return { regRoleSel: model.regRoleSel || 'SAA' }
  if (route === 'regWith') return { regType: model.regType || 'NPI' }
  if (route === 'regBy') return { regBy: model.regBy || (hasSsnOrTin(model) ? 'self' : 'behalf') }
  return {}
}

/** The screens that follow, to the end or to where the way breaks off. */
function predictPath(from: Route, started: RegistrationModel): { routes: Route[]; model: RegistrationModel } {
  const routes: Route[] = []
  let route = from
  let model: RegistrationModel = { ...started, returning: false }
  while (!isEnd(route)) {
    const here = route
    model = { ...model, ...assumeAnswers(here, model) }
    for (const event of SUCCESS_EVENTS[here] ?? []) {
      if (route !== here) break
      const transition = next(route, event, model)
      model = { ...model, ...transition.set }
      route = transition.route
    }
    // Nobody knows the way from here, or it leads back to the beginning.
    if (route === here || route === 'home') break
    routes.push(route)
  }
  return { routes, model }
}
