import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Alert } from '../../kit/note.tsx'
import type { FormHandlers } from './profile-form.tsx'

/** Which part of the page is being changed: one at a time, so that nothing half-typed is left behind unseen. */
export type Part = {
  open: boolean
  /** Another part is being changed. */
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
  /** Names the button for everybody who hears it without the heading. */
  changeLabel: string
  /** Said once it is saved. */
  savedMessage: string
  /** What stands there now. */
  children: ReactNode
  form: (end: FormHandlers) => ReactNode
  /** What stands there has changed. */
  onSaved: () => void
}

/** One part of the profile: what is there, and the form that changes it in its place. */
export function ProfileSection(props: ProfileSectionProps) {
  const { part, heading, changeLabel, savedMessage, children, form, onSaved } = props
  const [saved, setSaved] = useState(false)
  const headingId = useId()
  const section = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  // Into the form when it opens, back to the button when it closes: nobody is left on an element that is gone.
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
