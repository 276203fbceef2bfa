import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'

type DialogProps = {
  id?: string
  open: boolean
  heading: string
  children: ReactNode
  /** Called on Escape or the browser's close request. Without it, the dialog stays open. */
  onClose?: (() => void) | undefined
  /** Buttons, main button last. */
  actions?: ReactNode
  wide?: boolean
  /** Gets the focus on opening, instead of the first focusable element. */
  focusFirst?: RefObject<HTMLElement | null>
}

/** A native modal dialog: the browser traps focus and restores it. */
export function Dialog({ id, open, heading, children, onClose, actions, wide, focusFirst }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()

  // Close before the element is removed; otherwise focus is not restored.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    if (!element.open) element.showModal()
    focusFirst?.current?.focus()
    // Focus can be far down in a long dialog; show its top anyway.
    element.scrollTop = 0
    return () => element.close()
  }, [open, focusFirst])

  /** Chromium closes a dialog on the second Escape. Reopen one that must stay. */
  const reopenIfStillNeeded = () => {
    if (open && !onClose && dialog.current?.isConnected) dialog.current.showModal()
  }

  return (
    <dialog
      id={id}
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
