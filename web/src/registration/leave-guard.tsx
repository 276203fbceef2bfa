import { createDraft } from '@portico/core/registration/draft/create-draft'
import { CANCEL_DISCARDS, LEAVE_DISCARDS, leaveSaves } from '@portico/core/registration/texts/sentences'
import { useEffect, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { isUnsaved, markUnsaved } from '#shell/router/unsaved.ts'
import { useReviewPromise } from './use-review-promise.ts'
import type { WizardStore } from './wizard-store.ts'

/** Confirms before a link loses typed text (behaviour 4.44). `watchTyping` has the browser's prompt for anything else. */
export function LeaveGuard({ store }: { store: WizardStore }) {
  const [link, setLink] = useState<HTMLAnchorElement | null>(null)
  const draftMinutes = useReviewPromise()?.draftMinutes
  useEffect(() => watchLinks(setLink), [])
  const cancels = link?.dataset.cancel !== undefined
  const leave = () => {
    setLink(null)
    markUnsaved(false)
    // Clicks the link again, because 'Sign out' has a handler of its own.
    if (!cancels) return link?.click()
    store.dispatch({ type: 'canceled' })
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
      <p>{cancels ? CANCEL_DISCARDS : describeSaved(store, draftMinutes)}</p>
    </Dialog>
  )
}

function describeSaved(store: WizardStore, minutes: number | undefined): string {
  const { model, path } = store.current()
  return createDraft(model, path) ? leaveSaves(minutes) : LEAVE_DISCARDS
}

function watchLinks(ask: (link: HTMLAnchorElement) => void): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isUnsaved() || !leavesThisPage(link, event)) return
    event.preventDefault()
    event.stopPropagation()
    ask(link)
  }
  // Capture: runs before the page's own handlers, which would follow the link.
  document.addEventListener('click', onClick, { capture: true })
  return () => document.removeEventListener('click', onClick, { capture: true })
}

/** A new tab, a download, a phone number or an anchor on this page keeps the page open. */
function leavesThisPage(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const opensNewTab = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  if (opensNewTab || link.target === '_blank' || link.hasAttribute('download')) return false
  const isAnchor = link.pathname === location.pathname && link.search === location.search && link.hash !== ''
  return /^https?:$/.test(link.protocol) && !isAnchor
}
