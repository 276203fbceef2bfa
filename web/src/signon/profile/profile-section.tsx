import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import type { FormHandlers } from './profile-form.tsx'

/** State of a profile section. Only one can be open, so that no half-typed form is left behind. */
export type Part = {
  open: boolean
  /** Another section is open. */
  blocked: boolean
  setOpen: (open: boolean) => void
}

export function useParts(): (name: string) => Part {
  const [openPart, setOpenPart] = useState('')
  return (name) => ({
    open: openPart === name,
    blocked: openPart !== '' && openPart !== name,
    setOpen: (open) => setOpenPart(open ? name : ''),
  })
}

type ProfileSectionProps = {
  part: Part
  heading: string
  /** Names the button for screen readers. */
  changeLabel: string
  /** Message after saving. */
  savedMessage: string
  /** Current values. */
  children: ReactNode
  form: (end: FormHandlers) => ReactNode
  /** Called when the values have changed. */
  onSaved: () => void
}

/** A profile section: current values, replaced by the form while editing. */
export function ProfileSection(props: ProfileSectionProps) {
  const { part, heading, changeLabel, savedMessage, children, form, onSaved } = props
  const [saved, setSaved] = useState(false)
  const headingId = useId()
  const section = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  // Focus the form when it opens and the button when it closes.
  useEffect(() => {
    if (part.open) section.current?.querySelector<HTMLInputElement>('form input')?.focus()
    else if (wasOpen.current) button.current?.focus()
    wasOpen.current = part.open
  }, [part.open])

  const open = () => {
    setSaved(false)
    part.setOpen(true)
  }
  const close = (done: boolean) => {
    setSaved(done)
    part.setOpen(false)
  }
  return (
    <section ref={section} aria-labelledby={headingId}>
      <Card>
        <h2 id={headingId}>{heading}</h2>
        {saved && <Alert tone="ok">{savedMessage}</Alert>}
        {part.open ? (
          form({
            onDone: () => {
              onSaved()
              close(true)
            },
            onCancel: () => close(false),
          })
        ) : (
          <>
            {children}
            <Button ref={button} look="line" disabled={part.blocked} onClick={open}>
              {changeLabel}
            </Button>
          </>
        )}
      </Card>
    </section>
  )
}
