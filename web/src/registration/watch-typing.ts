import type { Route } from '@portico/core/registration/routes'
import { isUnsaved, markUnsaved } from '#shell/router/unsaved.ts'
import type { WizardStore } from './wizard-store.ts'

/** Nothing typed can be lost before the start or after the submission. */
const NOTHING_TO_LOSE: readonly Route[] = ['home', 'regConf', 'regReqComplete']

/** Marks typed text as unsaved. The browser prompts before the page is left with it (behaviour 4.44). */
export function watchTyping(store: WizardStore): () => void {
  const onInput = ({ target }: Event) => {
    const isText = target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox'
    if (isText && !NOTHING_TO_LOSE.includes(store.current().route)) markUnsaved(true)
  }
  const stopListening = store.onMove((_event, { route, exit, seals }) => {
    if (exit || seals === 'submission' || route === 'home') markUnsaved(false)
  })
  const onUnload = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  }
  document.addEventListener('input', onInput)
  window.addEventListener('beforeunload', onUnload)
  return () => {
    markUnsaved(false)
    stopListening()
    document.removeEventListener('input', onInput)
    window.removeEventListener('beforeunload', onUnload)
  }
}
