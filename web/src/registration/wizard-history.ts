import {
  changesPath,
  currentRoute,
  cutTrail,
  endTrail,
  extendTrail,
  findBehind,
  positionIn,
  startTrail,
  type Trail,
  trailState,
  walkTrail,
} from '@portico/core/registration/flow/history'
import type { WizardStore } from './wizard-store.ts'

/**
 * Lets the browser's Back and Forward walk the wizard's screens (behaviour 4.37). Which screens can be walked to
 * is core's trail; here it is only kept in step with the browser's entries. The URL never changes.
 */
export function followHistory(store: WizardStore): () => void {
  const route = store.current().route
  let trail: Trail = { ...startTrail(`${Date.now()}-${Math.random()}`), screens: [{ route, closed: false }] }
  history.replaceState(trailState(trail), '')

  let model = store.current().model
  const stopWatching = store.subscribe(() => {
    const changed = store.current().model
    if (changesPath(model, changed)) trail = cutTrail(trail)
    model = changed
  })

  const stopListening = store.onMove((event, transition) => {
    if (transition.exit) {
      // The page may come back from the browser's memory: a cleared model has nothing to walk back to.
      if (transition.route !== currentRoute(trail)) trail = endTrail(trail, transition.route)
      return
    }
    const behind = event.type === 'goBack' ? findBehind(trail, transition.route) : undefined
    if (behind !== undefined) {
      history.go(behind - trail.position)
      // At once: pressed twice, the second GO BACK starts from here and not from where the browser still is.
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
    // An entry of an earlier load of this page: the wizard started anew since, so it begins where it can.
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
