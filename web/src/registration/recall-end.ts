import { isPlanStaff } from '@portico/core/registration/flow/conditions'
import { clearMailedLink, isReload } from '../shell/router/mailed-link.ts'
import type { WizardStore } from './wizard-store.ts'

const KEY = 'portico.submitted'

/**
 * The last screen is found again when the page is only loaded again (behaviour 4.45). This tab remembers that it stood
 * there, and how a provider who was asked decided; what is shown comes from the server, which holds the submission.
 */
export function recallEnd(store: WizardStore): () => void {
  const [path, decided] = sessionStorage.getItem(KEY)?.split('#') ?? []
  if (path === location.pathname && isReload() && store.current().route === 'home') {
    const acceptStaffReq = decided === 'Y' || decided === 'N' ? decided : ''
    store.dispatch({ type: 'loadedAgain', answers: { acceptStaffReq } })
  }
  const stopListening = store.onMove((event, { seals, exit }) => {
    if (seals === 'submission') rememberEnd(store)
    else if (exit || event.type === 'npiSubmitted') sessionStorage.removeItem(KEY)
  })
  // Another page of the same document was opened: coming back to this one is a new beginning.
  return () => {
    stopListening()
    sessionStorage.removeItem(KEY)
  }
}

/** A mailed link that was used leads nowhere any more. Plan staff have no receipt: their link goes on saying that. */
function rememberEnd(store: WizardStore): void {
  const { model } = store.current()
  if (isPlanStaff(model)) return
  clearMailedLink()
  sessionStorage.setItem(KEY, `${location.pathname}#${model.acceptStaffReq}`)
}
