import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button, TextButton } from '../../kit/button.tsx'
import { Checkbox } from '../../kit/choice.tsx'
import { Dialog } from '../../kit/dialog.tsx'

/** Keys of a page, each a single character, and what each does. */
export type Shortcuts = Record<string, { label: string; run: () => void }>

const KEY = 'portico-shortcuts'
const listeners = new Set<() => void>()
const areEnabled = () => localStorage.getItem(KEY) !== 'off'

function setEnabled(on: boolean): void {
  if (on) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Somebody writes, or answers a dialog: the keys are theirs. */
function isReserved(event: KeyboardEvent): boolean {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey
  const at = event.target
  const isTyping = at instanceof HTMLElement && (at.isContentEditable || at.matches('input, textarea, select'))
  return event.defaultPrevented || hasModifier || isTyping || document.querySelector('dialog[open]') !== null
}

/** Single keys act only outside of fields, and can be switched off for good (WCAG 2.1.4). */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  // As soon as the page is seen: a key pressed at once must not find those of the page before.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!areEnabled() || isReserved(event)) return
      // Caps Lock is often on unseen.
      const shortcut = latest.current[event.key.toLowerCase()]
      if (!shortcut) return
      event.preventDefault()
      shortcut.run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** The keys of the page, and the switch: also there when they are off, so that they can be had back. */
export function ShortcutHelp({ shortcuts, more = [] }: { shortcuts: Shortcuts; more?: readonly [string, string][] }) {
  const [isOpen, setOpen] = useState(false)
  const on = useSyncExternalStore(subscribe, areEnabled, () => true)
  useShortcuts({ ...shortcuts, '?': { label: 'Show keyboard shortcuts', run: () => setOpen(true) } })
  const rows = [
    ...Object.entries(shortcuts).map(([key, { label }]): [string, string] => [key, label]),
    ...more,
    ['?', 'Show keyboard shortcuts'] as const,
  ]
  return (
    <>
      <TextButton onClick={() => setOpen(true)}>Keyboard{on ? '' : ' (off)'}</TextButton>
      {isOpen && (
        <Dialog
          open
          heading="Keyboard"
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>Close</Button>}
        >
          <dl className="keys">
            {rows.map(([key, label]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
          <Checkbox
            label="Use keyboard shortcuts"
            description="Shortcuts don’t work while you type in a field."
            checked={on}
            onChange={(event) => setEnabled(event.target.checked)}
          />
        </Dialog>
      )}
    </>
  )
}
