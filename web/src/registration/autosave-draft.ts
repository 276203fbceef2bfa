import { saveDraft } from '@portico/core/registration/calls'
import { createDraft } from '@portico/core/registration/draft/create-draft'
import type { FlowEvent, Transition } from '@portico/core/registration/flow/flow-events'
import type { Gateway } from '#shell/gateway/gateway.ts'
import type { WizardState } from './screen.ts'
import type { WizardStore } from './wizard-store.ts'

/** Saves this long after the last keystroke. */
const PAUSE_MS = 600

/**
 * Saves the screen and the typed text on the server (behaviour 7.20): after each step, when typing pauses, and when the
 * visitor leaves the page. Saves run one after the other, so an older draft never overwrites a newer one.
 */
export function autosaveDraft(store: WizardStore, gateway: Gateway): () => void {
  let lastSaved = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: Promise<unknown> = Promise.resolve()

  async function save() {
    clearTimeout(timer)
    const { model, path } = store.current()
    const draft = createDraft(model, path)
    const text = JSON.stringify(draft)
    if (!draft || text === lastSaved) return
    lastSaved = text
    await gateway.sendInBackground(saveDraft, draft)
  }

  async function discard(npiId: string) {
    lastSaved = ''
    await gateway.sendInBackground(saveDraft, { npiId, path: ['home'], groups: [], permissions: [] })
  }

  let before = store.current()
  let now = before
  const stopListening = store.onMove((event, transition) => {
    const { npiId } = before.model
    const ends = endsAtHome(before, event, transition)
    pending = pending.then(() => (ends ? discard(npiId) : save()))
  })
  const stopWatching = store.subscribe(() => {
    before = now
    now = store.current()
    clearTimeout(timer)
    timer = setTimeout(() => (pending = pending.then(save)), PAUSE_MS)
  })
  const onLeave = () => void save()
  window.addEventListener('pagehide', onLeave)
  // This module is loaded lazily, so a step may already have happened.
  pending = save()
  return () => {
    clearTimeout(timer)
    stopListening()
    stopWatching()
    window.removeEventListener('pagehide', onLeave)
  }
}

/** After GO BACK to home, or a path that ended there, no draft is left. A failed submission keeps its draft. */
function endsAtHome({ route, model }: WizardState, event: FlowEvent, transition: Transition): boolean {
  const returnsHome = transition.route === 'home' && route !== 'home' && !transition.exit
  return returnsHome && event.type !== 'accountReply' && !model.returning && model.npiId !== ''
}
