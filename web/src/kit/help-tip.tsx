import { type ReactNode, useId } from 'react'

/** A question mark that opens a few sentences. A native popover: Escape and a press elsewhere close it. */
export function HelpTip({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <>
      <button type="button" className="tip" popoverTarget={id} aria-label={`Help: ${label}`}>
        <span aria-hidden="true">?</span>
      </button>
      <div className="tip-text" popover="auto" id={id} role="note">
        {children}
      </div>
    </>
  )
}
