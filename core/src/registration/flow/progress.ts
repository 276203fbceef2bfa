import { confirmationVariant, findChangeSinceSubmission, hasSsnOrTin, requestOutcome } from '../conditions.ts'
import type { ModelChange, RegistrationModel } from '../model.ts'
import { type Route, resolveRoute, type Stage, stageOf } from '../routes.ts'
import { next } from './flow.ts'
import type { FlowEvent, ReplyEventName } from './flow-events.ts'

/**
 * The progress bar (behaviour 3.1): the stages of the screens shown and of the screens ahead, which are predicted by
 * running the flow table. What others still have to do is a stage too.
 */
export type ProgressStage = Stage | 'Request' | 'Signed form' | 'Decision' | 'Provider’s answer'

export type Progress = {
  stages: ProgressStage[]
  current: number
  /** The path ends with a form that must be signed. */
  needsForm: boolean
  /** The next screen is the account form. */
  formNext: boolean
  /** Identity, if the visitor leaves it without a proof. The signed form proves it later. */
  open: ProgressStage[]
}

type WizardPosition = { route: Route; path: readonly Route[]; model: RegistrationModel; isAdditionalAccess?: boolean }

export function progressOf({ route, path, model, isAdditionalAccess = false }: WizardPosition): Progress {
  const from = findStart(route, model)
  const predicted = predictPath(from, model)
  const ahead = from === route ? predicted.routes : [from, ...predicted.routes]
  const end = stagesAtEnd(ahead.at(-1) ?? route, predicted.model)
  const nameOf = (at: Route) => nameStage(stageOf(at), isAdditionalAccess)
  const walked = [...path, ...ahead].map(nameOf).filter((stage) => stage !== 'Done')
  const stages = [...new Set<ProgressStage>(walked), ...end]
  const here = isEnd(route) && !isDecided(model) ? end[0] : nameOf(route)
  const needsForm = end.includes('Signed form')
  return {
    stages,
    current: here ? stages.indexOf(here) : 0,
    needsForm,
    formNext: ahead[0] === 'step3',
    open: needsForm && !model.identifyFound && !isDecided(model) ? ['Identity'] : [],
  }
}

/** A returning visitor repeats step1 and then goes on where they left (behaviour 4.43). */
function findStart(route: Route, { returning, leftOn, identifyFound }: RegistrationModel): Route {
  if (!returning || route !== 'step1') return route
  const left = resolveRoute(leftOn)
  return left === 'step2' && identifyFound ? 'step3' : left
}

/** A request for additional access creates no account (behaviour 14.10). */
const nameStage = (stage: Stage, isAdditionalAccess: boolean): ProgressStage =>
  isAdditionalAccess && stage === 'Account' ? 'Request' : stage

const isDecided = (model: RegistrationModel): boolean => ['active', 'ended'].includes(findChangeSinceSubmission(model))

const isEnd = (route: Route): boolean => route === 'regConf' || route === 'regReqComplete'

/** The stages after the last screen: what others still have to do, if anything. */
function stagesAtEnd(route: Route, model: RegistrationModel): ProgressStage[] {
  if (route === 'regReqComplete') return requestOutcome(model) === 'pending' ? ['Provider’s answer', 'Done'] : ['Done']
  if (route !== 'regConf') return ['Done']
  const variant = confirmationVariant(model)
  if (variant === 'success') return ['Done']
  return variant === 'pending' ? ['Decision', 'Done'] : ['Signed form', 'Done']
}

const replied = (type: ReplyEventName, entity: unknown): FlowEvent => ({ type, reply: { status: 200, entity } })

/** The events that leave each screen on success. */
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

/** Assumes the most common answer where none is given yet. */
function assumeAnswers(route: Route, model: RegistrationModel): ModelChange {
  if (route === 'roleSel') return { regRoleSel: model.regRoleSel || 'SAA' }
  if (route === 'regWith') return { regType: model.regType || 'NPI' }
  if (route === 'regBy') return { regBy: model.regBy || (hasSsnOrTin(model) ? 'self' : 'behalf') }
  return {}
}

/** The screens ahead, until the end or until the flow cannot be predicted. */
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
    // The path cannot be predicted further, or leads back to home.
    if (route === here || route === 'home') break
    routes.push(route)
  }
  return { routes, model }
}
