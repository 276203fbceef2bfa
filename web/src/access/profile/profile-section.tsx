import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Alert } from '../../kit/note.tsx'

type ProfileSectionProps = {
  heading: string
  /** Names the button for everybody who hears it without the heading. */
  changeLabel: string
  /** Said once it is saved. */
  savedMessage: string
  /** What stands there now. */
  children: ReactNode
  form: (end: { onDone: () => void; onCancel: () => void }) => ReactNode
}

type Mode = 'shown' | 'editing' | 'saved'

/** One part of the profile: what is there, and the form that changes it in its place. */
export function ProfileSection({ heading, changeLabel, savedMessage, children, form }: ProfileSectionProps) {
  const [mode, setMode] = useState<Mode>('shown')
  const headingId = useId()
  const section = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)

  // Into the form when it opens, back to the button when it closes: nobody is left on an element that is gone.
  useEffect(() => {
    if (mode === 'editing') section.current?.querySelector<HTMLInputElement>('form input')?.focus()
    else if (wasEditing.current) button.current?.focus()
    wasEditing.current = mode === 'editing'
  }, [mode])

  return (
    <section ref={section} aria-labelledby={headingId}>
      <Card>
        <h2 id={headingId}>{heading}</h2>
        {mode === 'saved' && <Alert tone="ok">{savedMessage}</Alert>}
        {mode === 'editing' ? (
          form({ onDone: () => setMode('saved'), onCancel: () => setMode('shown') })
        ) : (
          <>
            {children}
            <Button ref={button} look="line" onClick={() => setMode('editing')}>
              {changeLabel}
            </Button>
          </>
        )}
      </Card>
    </section>
  )
}

type FormActionsProps = { busy: boolean; label: string; onCancel: () => void }

export function FormActions({ busy, label, onCancel }: FormActionsProps) {
  return (
    <div className="actions">
      <Button look="line" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" busy={busy}>
        {label}
      </Button>
    </div>
  )
}
