import {
  changesPath,
  currentRoute,
  endTrail,
  extendTrail,
  findEarlier,
  positionIn,
  startTrail,
  type Trail,
  trailState,
  truncateTrail,
  walkTrail,
} from '@portico/core/registration/flow/history'
import { now } from '#kit/clock.ts'
import type { WizardStore } from './wizard-store.ts'

/**
 * Lets the browser's Back and Forward move between the wizard's screens (behaviour 4.37). Core's trail decides which
 * screens are reachable; this keeps it in sync with the browser's history entries. The URL never changes.
 */
export function followHistory(store: WizardStore): () => void {
  const route = store.current().route
  let trail: Trail = { ...startTrail(`${now()}-${Math.random()}`), screens: [{ route, closed: false }] }
  history.replaceState(trailState(trail), '')

  let model = store.current().model
  const stopWatching = store.subscribe(() => {
    const changed = store.current().model
    if (changesPath(model, changed)) trail = truncateTrail(trail)
    model = changed
  })

  const stopListening = store.onMove((event, transition) => {
    if (transition.exit) {
      // The page may be restored from the back/forward cache: a cleared model has no earlier screens.
      if (transition.route !== currentRoute(trail)) trail = endTrail(trail, transition.route)
      return
    }
    const behind = event.type === 'goBack' ? findEarlier(trail, transition.route) : undefined
    if (behind !== undefined) {
      history.go(behind - trail.position)
      // Set before popstate fires, so that a second GO BACK starts from the new position.
      trail = { ...trail, position: behind }
      return
    }
    const { trail: extended, push } = extendTrail(trail, transition)
    trail = extended
    if (push) history.pushState(trailState(trail), '')
    else history.replaceState(trailState(trail), '')
  })

  function walk(event: PopStateEvent) {
    const target = positionIn(trail, event.state)
    // An entry of an earlier load of this page: the wizard has started over, so show its first screen.
    if (target === undefined) {
      trail = walkTrail(trail, trail.floor).trail
      history.replaceState(trailState(trail), '')
    } else {
      const { trail: walked, correction } = walkTrail(trail, target)
      trail = walked
      if (correction !== 0) history.go(correction)
    }
    if (store.current().route !== currentRoute(trail)) store.show(currentRoute(trail))
  }

  window.addEventListener('popstate', walk)
  return () => {
    stopWatching()
    stopListening()
    window.removeEventListener('popstate', walk)
  }
}
