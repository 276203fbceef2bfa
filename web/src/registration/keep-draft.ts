import { saveDraft } from '@portico/core/registration/calls'
import { draftOf } from '@portico/core/registration/draft/kept-draft'
import type { FlowEvent, Transition } from '@portico/core/registration/flow/flow-events'
import type { Gateway } from '../shell/gateway/gateway.ts'
import type { WizardState } from './screen.ts'
import type { WizardStore } from './wizard-store.ts'

/** Typing is kept once it pauses. */
const PAUSE_MS = 600

/**
 * Keeps on the server, with the registration, the screen and what was typed (behaviour 7.20): after each step, when
 * typing pauses, and when the page is left. One at a time, so that an older draft never overtakes a newer one.
 */
export function keepDraft(store: WizardStore, gateway: Gateway): () => void {
  let kept = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let sent: Promise<unknown> = Promise.resolve()

  async function keep() {
    clearTimeout(timer)
    const { model, path } = store.current()
    const draft = draftOf(model, path)
    const text = JSON.stringify(draft)
    if (!draft || text === kept) return
    kept = text
    await gateway.sendInBackground(saveDraft, draft)
  }

  async function forget(npiId: string) {
    kept = ''
    await gateway.sendInBackground(saveDraft, { npiId, path: ['home'], groups: [], permissions: [] })
  }

  let before = store.current()
  let now = before
  const stopListening = store.onMove((event, transition) => {
    const { npiId } = before.model
    const leads = leadsHome(before, event, transition)
    sent = sent.then(() => (leads ? forget(npiId) : keep()))
  })
  const stopWatching = store.subscribe(() => {
    before = now
    now = store.current()
    clearTimeout(timer)
    timer = setTimeout(() => (sent = sent.then(keep)), PAUSE_MS)
  })
  const onLeave = () => void keep()
  window.addEventListener('pagehide', onLeave)
  // The first step may have been quicker than this.
  sent = keep()
  return () => {
    clearTimeout(timer)
    stopListening()
    stopWatching()
    window.removeEventListener('pagehide', onLeave)
  }
}

/**
 * Back at the beginning, by GO BACK or because this way ended, there is nothing to go on with. A submission that
 * failed can be sent again.
 */
function leadsHome({ route, model }: WizardState, event: FlowEvent, transition: Transition): boolean {
  const isWayBack = transition.route === 'home' && route !== 'home' && !transition.exit
  return isWayBack && event.type !== 'accountReply' && !model.returning && model.npiId !== ''
}
