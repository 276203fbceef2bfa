import { isPlanStaff } from '@portico/core/registration/conditions'
import { clearMailedLink, isReload } from '#shell/router/mailed-link.ts'
import type { WizardStore } from './wizard-store.ts'

const KEY = 'portico.submitted'

/**
 * Shows the last screen again after a reload (behaviour 4.45). The tab remembers that it was there and what the provider
 * decided; the content comes from the server, which has the submission.
 */
export function restoreLastScreen(store: WizardStore): () => void {
  const [path, decided] = sessionStorage.getItem(KEY)?.split('#') ?? []
  if (path === location.pathname && isReload() && store.current().route === 'home') {
    const acceptStaffReq = decided === 'Y' || decided === 'N' ? decided : ''
    store.dispatch({ type: 'reloaded', answers: { acceptStaffReq } })
  }
  const stopListening = store.onMove((event, { seals, exit }) => {
    if (seals === 'submission') rememberLastScreen(store)
    else if (exit || event.type === 'npiSubmitted') sessionStorage.removeItem(KEY)
  })
  // The user opened another page of this document; coming back starts over.
  return () => {
    stopListening()
    sessionStorage.removeItem(KEY)
  }
}

/** A used mailed link opens nothing, so it is dropped. Plan staff have no receipt: their link keeps saying it was used. */
function rememberLastScreen(store: WizardStore): void {
  const { model } = store.current()
  if (isPlanStaff(model)) return
  clearMailedLink()
  sessionStorage.setItem(KEY, `${location.pathname}#${model.acceptStaffReq}`)
}
