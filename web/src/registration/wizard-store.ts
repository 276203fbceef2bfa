import type { Brand } from '@portico/core/brand'
import { endRegistration } from '@portico/core/registration/calls'
import { continuedOf } from '@portico/core/registration/draft/draft'
import { pathOfReceipt } from '@portico/core/registration/draft/receipt'
import { exitAddress, next } from '@portico/core/registration/flow/flow'
import type { Exit, FlowCall, FlowEvent, Transition } from '@portico/core/registration/flow/flow-events'
import { emptyRegistration, type RegistrationModel } from '@portico/core/registration/model'
import type { Entry, Route } from '@portico/core/registration/routes'
import type { QuizAnswers } from '@portico/core/registration/shapes'
import type { Gateway } from '../shell/gateway/gateway.ts'
import type { ScreenProps, WizardState } from './screen.ts'
import { FLOW_CALLS } from './wizard-calls.ts'

export type WizardStore = Pick<ScreenProps, 'dispatch' | 'update'> & {
  current: () => WizardState
  subscribe: (listener: () => void) => () => void
  /** The browser's Back or Forward: another screen, the same model. */
  show: (route: Route) => void
  /** Told of every transition after it was made. */
  onMove: (listener: (event: FlowEvent, transition: Transition) => void) => () => void
}

export type WizardSurroundings = {
  gateway: Gateway
  brand: Brand
  entry: Entry
  /** Leaves the page. */
  leave: (address: string) => void
}

const NOTHING_SAID = { busy: false, message: '', fieldErrors: {}, popup: null }
const AT_HOME = { route: 'home', path: ['home'] } as const
const NO_ANSWERS: QuizAnswers = { quizId: '', questionList: [] }

/** Holds the model and the route; what happens on an event is core's flow table, and nothing is decided here. */
export function createWizardStore({ gateway, brand, entry, leave }: WizardSurroundings): WizardStore {
  const changes = createListeners<[]>()
  const moves = createListeners<[FlowEvent, Transition]>()
  /** Rises with every change of screen: a reply that comes after the person has moved on is not listened to. */
  let turn = 0
  /** The model was cleared on the way out: what a screen hands over as it goes away is not taken back into it. */
  let cleared = false
  let state: WizardState = { ...AT_HOME, model: emptyRegistration(brand, entry.easyReg), ...NOTHING_SAID }

  function set(change: Partial<WizardState>) {
    state = { ...state, ...change }
    changes.tell()
  }

  function dispatch(event: FlowEvent, quiz = NO_ANSWERS) {
    const from = state
    const transition = next(from.route, event, from.model)
    // Enter pressed twice: the first call is under way.
    if (from.busy && transition.call && !('reply' in event)) return
    const moved = transition.route !== from.route
    cleared = transition.exit !== undefined && moved
    if (transition.exit) leaveBy(transition.exit, from.model)
    else if (moved) turn += 1
    set({ ...follow(from, transition), path: followPath(from, event, transition.route) })
    moves.tell(event, transition)
    if (transition.call) void make(transition.call, quiz)
  }

  /** Cancelled is ended: nobody who types the NPI next is offered to go on with it. */
  function leaveBy(exit: Exit, model: RegistrationModel) {
    if (exit === 'cancelRegistration' && model.npiId !== '') void gateway.sendInBackground(endRegistration, {})
    leave(exitAddress(exit, model))
  }

  async function make(call: FlowCall, quiz: QuizAnswers) {
    const { reply: type, make: run } = FLOW_CALLS[call]
    const startedAt = turn
    const reply = await run(gateway, state.model, quiz)
    if (turn === startedAt) dispatch({ type, reply })
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
      turn += 1
      set({ route, path: walkPath(state.path, route), ...NOTHING_SAID })
    },
  }
}

/** The state after a transition. A page that was left may come back from the browser's memory, where a visit begins. */
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

/** A screen shown before is where the path is now; a new one lengthens it. */
function walkPath(path: readonly Route[], route: Route): readonly Route[] {
  const at = path.indexOf(route)
  return at === -1 ? [...path, route] : path.slice(0, at + 1)
}

/** A mailed link begins on its own screen; whoever comes back has walked what the server kept, or what led to the end. */
function followPath({ path, model }: WizardState, event: FlowEvent, route: Route): readonly Route[] {
  if (event.type === 'entered') return [route]
  if (event.type === 'receiptReply' && route !== 'home')
    return walkPath(pathOfReceipt(event.reply, model.acceptStaffReq), route)
  const kept = event.type === 'continueReply' ? continuedOf(event.reply).draft?.path : undefined
  return walkPath(kept ?? path, route)
}

function createListeners<Args extends unknown[]>() {
  const listeners = new Set<(...told: Args) => void>()
  return {
    add: (listener: (...told: Args) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell: (...told: Args) => {
      for (const listener of listeners) listener(...told)
    },
  }
}
