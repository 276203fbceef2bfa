import type { Brand } from '@portico/core/brand'
import { endRegistration } from '@portico/core/registration/calls'
import { readContinued } from '@portico/core/registration/draft/draft'
import { findReceiptPath } from '@portico/core/registration/draft/receipt'
import { exitAddress, next } from '@portico/core/registration/flow/flow'
import type { Exit, FlowCall, FlowEvent, Transition } from '@portico/core/registration/flow/flow-events'
import { emptyRegistration, type RegistrationModel } from '@portico/core/registration/model'
import type { Continued } from '@portico/core/registration/model-shapes'
import type { Entry, Route } from '@portico/core/registration/routes'
import type { QuizAnswers } from '@portico/core/registration/shapes'
import type { Gateway } from '#shell/gateway/gateway.ts'
import type { ScreenProps, WizardState } from './screen.ts'
import { FLOW_CALLS } from './wizard-calls.ts'

export type WizardStore = Pick<ScreenProps, 'dispatch' | 'update'> & {
  current: () => WizardState
  subscribe: (listener: () => void) => () => void
  /** The browser's Back or Forward: another screen, the same model. */
  show: (route: Route) => void
  /** Called after every transition. */
  onMove: (listener: (event: FlowEvent, transition: Transition) => void) => () => void
}

export type WizardOptions = {
  gateway: Gateway
  brand: Brand
  entry: Entry
  /** Leaves the page. */
  leave: (address: string) => void
}

const NO_FEEDBACK = { busy: false, message: '', fieldErrors: {}, popup: null }
const AT_HOME = { route: 'home', path: ['home'] } as const
const NO_ANSWERS: QuizAnswers = { quizId: '', questionList: [] }

/** Holds the model and the route. Core's flow table decides what happens on an event. */
export function createWizardStore({ gateway, brand, entry, leave }: WizardOptions): WizardStore {
  const changes = createListeners<[]>()
  const moves = createListeners<[FlowEvent, Transition]>()
  /** Incremented on every change of screen, so that a reply to an earlier screen is ignored. */
  let screenVersion = 0
  /** The model was cleared on exit; updates from the screen that unmounts are ignored. */
  let cleared = false
  let state: WizardState = { ...AT_HOME, model: emptyRegistration(brand, entry.easyReg), ...NO_FEEDBACK }

  function set(change: Partial<WizardState>) {
    state = { ...state, ...change }
    changes.notify()
  }

  function dispatch(event: FlowEvent, quiz = NO_ANSWERS) {
    const from = state
    const transition = next(from.route, event, from.model)
    // Enter was pressed twice; the first call is in progress.
    if (from.busy && transition.call && !('reply' in event)) return
    const moved = transition.route !== from.route
    cleared = transition.exit !== undefined && moved
    if (transition.exit) leaveBy(transition.exit, from.model)
    else if (moved) screenVersion += 1
    set({ ...follow(from, transition), path: followPath(from, event, transition.route) })
    moves.notify(event, transition)
    if (transition.call) void runCall(transition.call, quiz)
  }

  /** Cancel ends the registration, so that the next visitor who enters the NPI is not offered to continue it. */
  function leaveBy(exit: Exit, model: RegistrationModel) {
    if (exit === 'cancelRegistration' && model.npiId !== '') void gateway.sendInBackground(endRegistration, {})
    leave(exitAddress(exit, model))
  }

  async function runCall(call: FlowCall, quiz: QuizAnswers) {
    const { reply: type, make: run } = FLOW_CALLS[call]
    const version = screenVersion
    const reply = await run(gateway, state.model, quiz)
    if (screenVersion === version) dispatch({ type, reply })
  }

  return {
    current: () => state,
    subscribe: changes.add,
    onMove: moves.add,
    dispatch,
    update: (change) => {
      if (!cleared) set({ model: { ...state.model, ...change } })
    },
    show: (route) => {
      screenVersion += 1
      set({ route, path: walkPath(state.path, route), ...NO_FEEDBACK })
    },
  }
}

/** The state after a transition. After an exit the page may be restored from the back/forward cache. */
function follow(from: WizardState, transition: Transition): Omit<WizardState, 'path'> {
  const { route, set, call, message, fieldErrors, popup, exit } = transition
  const model = { ...from.model, ...set }
  if (exit) return { ...from, route, model, busy: false, popup: null }
  return {
    route,
    model,
    busy: call !== undefined,
    message: message ?? '',
    fieldErrors: fieldErrors ?? {},
    popup: popup ?? null,
  }
}

/** Returns to a screen that is already in the path, or appends a new one. */
function walkPath(path: readonly Route[], route: Route): readonly Route[] {
  const at = path.indexOf(route)
  return at === -1 ? [...path, route] : path.slice(0, at + 1)
}

/** A mailed link starts on its own screen; a returning visitor gets the saved path, or the path that led to the end. */
function followPath({ path, model }: WizardState, event: FlowEvent, route: Route): readonly Route[] {
  if (event.type === 'entered') return [route]
  if (event.type === 'receiptReply' && route !== 'home')
    return walkPath(findReceiptPath(event.reply, model.acceptStaffReq), route)
  const { draft, left }: Partial<Continued> = event.type === 'continueReply' ? readContinued(event.reply) : {}
  const saved = draft?.path ?? left?.path
  return walkPath(saved ?? path, route)
}

function createListeners<Args extends unknown[]>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    add: (listener: (...args: Args) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify: (...args: Args) => {
      for (const listener of listeners) listener(...args)
    },
  }
}
