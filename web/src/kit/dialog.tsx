import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'

type DialogProps = {
  open: boolean
  heading: string
  children: ReactNode
  /** Escape, or the browser's own way out. Without it the dialog stays until the page takes it away. */
  onClose?: (() => void) | undefined
  /** Buttons, the main one last. */
  actions?: ReactNode
  wide?: boolean
  /** Takes focus on opening instead of the first thing that can. */
  focusFirst?: RefObject<HTMLElement | null>
}

/** A native modal dialog: the browser keeps focus inside and gives it back to where it came from. */
export function Dialog({ open, heading, children, onClose, actions, wide, focusFirst }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()

  // Before the element leaves the page: a dialog closed only afterwards gives focus back to nobody.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    if (!element.open) element.showModal()
    focusFirst?.current?.focus()
    // Focus may lie far down in a long dialog; it is read from the top all the same.
    element.scrollTop = 0
    return () => element.close()
  }, [open, focusFirst])

  /** Chromium closes a dialog on the second Escape whatever the page says: one that must stay is opened again. */
  const reopenIfStillNeeded = () => {
    if (open && !onClose && dialog.current?.isConnected) dialog.current.showModal()
  }

  return (
    <dialog
      ref={dialog}
      className={wide ? 'wide' : undefined}
      aria-labelledby={headingId}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose?.()
      }}
      onClose={reopenIfStillNeeded}
    >
      {open && (
        <>
          <div className="dialog-body">
            <h2 id={headingId}>{heading}</h2>
            {children}
          </div>
          {actions && <div className="actions">{actions}</div>}
        </>
      )}
    </dialog>
  )
}
