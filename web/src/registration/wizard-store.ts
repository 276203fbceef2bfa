import type { Brand } from '@portico/core/brand'
import { exitAddress, next } from '@portico/core/registration/flow'
import type { FlowCall, FlowEvent, Popup, Transition } from '@portico/core/registration/flow-events'
import { emptyRegistration, type ModelChange, type RegistrationModel } from '@portico/core/registration/model'
import type { Entry, Route } from '@portico/core/registration/routes'
import type { Gateway } from '../shell/gateway.ts'
import { FLOW_CALLS } from './wizard-calls.ts'

export type WizardState = {
  route: Route
  model: RegistrationModel
  busy: boolean
  message: string
  fieldErrors: { userName?: string }
  popup: Popup | null
}

export type WizardStore = {
  current: () => WizardState
  subscribe: (listener: () => void) => () => void
  dispatch: (event: FlowEvent, payload?: unknown) => void
  update: (change: ModelChange) => void
  /** The browser's Back or Forward: another screen, the same model. */
  show: (route: Route) => void
  /** Told of every transition after it was made. */
  onMove: (listener: MoveListener) => () => void
}

type MoveListener = (event: FlowEvent, transition: Transition) => void

export type WizardSurroundings = {
  gateway: Gateway
  brand: Brand
  entry: Entry
  /** Leaves the page. */
  leave: (address: string) => void
}

/** Holds the model and the route; what happens on an event is core's flow table, and nothing is decided here. */
export function createWizardStore({ gateway, brand, entry, leave }: WizardSurroundings): WizardStore {
  const listeners = new Set<() => void>()
  const moveListeners = new Set<MoveListener>()
  /** Rises with every change of screen: a reply that comes after the person has moved on is not listened to. */
  let turn = 0
  /** The model was cleared on the way out: what a screen hands over as it goes away is not taken back into it. */
  let cleared = false
  let state: WizardState = {
    route: 'home',
    model: emptyRegistration(brand, entry.easyReg),
    busy: false,
    message: '',
    fieldErrors: {},
    popup: null,
  }

  function set(change: Partial<WizardState>) {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function dispatch(event: FlowEvent, payload?: unknown) {
    const from = state.route
    const transition = next(from, event, state.model)
    // Enter pressed twice: the first call is under way.
    if (state.busy && transition.call && !('reply' in event)) return
    const model = { ...state.model, ...transition.set }
    cleared = transition.exit !== undefined && transition.route !== from
    if (transition.exit) {
      leave(exitAddress(transition.exit, state.model))
      // The page may come back from the browser's memory: then it stands where a new visit would.
      set({ route: transition.route, model, busy: false, popup: null })
      for (const listener of moveListeners) listener(event, transition)
      return
    }
    if (transition.route !== from) turn += 1
    set({
      route: transition.route,
      model,
      busy: transition.call !== undefined,
      message: transition.message ?? '',
      fieldErrors: transition.fieldErrors ?? {},
      popup: transition.popup ?? null,
    })
    for (const listener of moveListeners) listener(event, transition)
    if (transition.call) void make(transition.call, payload)
  }

  async function make(call: FlowCall, payload: unknown) {
    const { reply: type, make: run } = FLOW_CALLS[call]
    const startedAt = turn
    const reply = await run(gateway, state.model, payload)
    if (turn === startedAt) dispatch({ type, reply })
  }

  return {
    current: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onMove: (listener) => {
      moveListeners.add(listener)
      return () => moveListeners.delete(listener)
    },
    dispatch,
    update: (change) => {
      if (!cleared) set({ model: { ...state.model, ...change } })
    },
    show: (route) => {
      turn += 1
      set({ route, busy: false, message: '', fieldErrors: {}, popup: null })
    },
  }
}
