import { isLoadedAgain } from '../shell/mailed-link.ts'
import type { WizardStore } from './wizard-store.ts'

const KEY = 'portico.submitted'

/**
 * The last screen is found again when the page is only loaded again (behaviour 4.45). This tab remembers that it stood
 * there; what is shown comes from the server, which holds the submission.
 */
export function recallEnd(store: WizardStore): () => void {
  const remembered = sessionStorage.getItem(KEY) === location.pathname
  if (remembered && isLoadedAgain() && store.current().route === 'home') store.dispatch({ type: 'loadedAgain' })
  const stopListening = store.onMove((event, { seals, exit }) => {
    const { regType, reqId } = store.current().model
    const isRegistration = regType !== 'accountActivation' && reqId === ''
    if (seals === 'submission' && isRegistration) sessionStorage.setItem(KEY, location.pathname)
    else if (exit || event.type === 'npiSubmitted') sessionStorage.removeItem(KEY)
  })
  // Another page of the same document was opened: coming back to this one is a new beginning.
  return () => {
    stopListening()
    sessionStorage.removeItem(KEY)
  }
}
