import { draftOf } from '@portico/core/registration/draft/kept-draft'
import type { Route } from '@portico/core/registration/routes'
import { CANCEL_LOSES, LEAVE_KEPT, LEAVE_LOST } from '@portico/core/registration/texts/sentences'
import { useEffect, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { isUnsaved, markUnsaved } from '../shell/router/unsaved.ts'
import type { WizardStore } from './wizard-store.ts'

/** Where nothing typed can be lost: before it begins, and after it was sent. */
const NOTHING_TYPED: readonly Route[] = ['home', 'regConf', 'regReqComplete']

/** Leaving with something typed asks first (behaviour 4.44): links by a dialog, everything else by the browser's own. */
export function LeaveGuard({ store }: { store: WizardStore }) {
  const [link, setLink] = useState<HTMLAnchorElement | null>(null)
  useEffect(() => watchTyping(store), [store])
  useEffect(() => watchLinks(setLink), [])
  const cancels = link?.dataset.cancel !== undefined
  const leave = () => {
    setLink(null)
    markUnsaved(false)
    // Followed as it would have been: 'Sign out' does more than lead somewhere.
    if (!cancels) return link?.click()
    store.dispatch({ type: 'cancelled' })
  }
  return (
    <Dialog
      open={link !== null}
      heading={cancels ? 'Cancel the registration?' : 'Leave the registration?'}
      onClose={() => setLink(null)}
      actions={
        <>
          <Button look="line" onClick={() => setLink(null)}>
            Stay here
          </Button>
          <Button onClick={leave}>{cancels ? 'Cancel the registration' : 'Leave'}</Button>
        </>
      }
    >
      <p>{cancels ? CANCEL_LOSES : sayWhatIsKept(store)}</p>
    </Dialog>
  )
}

function sayWhatIsKept(store: WizardStore): string {
  const { model, path } = store.current()
  return draftOf(model, path) ? LEAVE_KEPT : LEAVE_LOST
}

function watchTyping(store: WizardStore): () => void {
  const onInput = ({ target }: Event) => {
    const isText = target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox'
    if (isText && !NOTHING_TYPED.includes(store.current().route)) markUnsaved(true)
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

function watchLinks(ask: (link: HTMLAnchorElement) => void): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isUnsaved() || !leavesPage(link, event)) return
    event.preventDefault()
    event.stopPropagation()
    ask(link)
  }
  // Before the page's own handlers, which would follow the link.
  document.addEventListener('click', onClick, { capture: true })
  return () => document.removeEventListener('click', onClick, { capture: true })
}

/** A new tab, a download, a phone number or a place on this page leave nothing. */
function leavesPage(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  if (elsewhere || link.target === '_blank' || link.hasAttribute('download')) return false
  const here = link.pathname === location.pathname && link.search === location.search && link.hash !== ''
  return /^https?:$/.test(link.protocol) && !here
}
