import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button, TextButton } from '../../kit/button.tsx'
import { Checkbox } from '../../kit/choice.tsx'
import { Dialog } from '../../kit/dialog.tsx'

/** Keys of a page, each a single character, and what each does. */
export type Shortcuts = Record<string, { says: string; run: () => void }>

const KEY = 'portico-shortcuts'
const listeners = new Set<() => void>()
const areOn = () => localStorage.getItem(KEY) !== 'off'

function turn(on: boolean): void {
  if (on) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** Somebody writes, or answers a dialog: the keys are theirs. */
function isTaken(event: KeyboardEvent): boolean {
  const held = event.ctrlKey || event.metaKey || event.altKey
  const at = event.target
  const types = at instanceof HTMLElement && (at.isContentEditable || at.matches('input, textarea, select'))
  return event.defaultPrevented || held || types || document.querySelector('dialog[open]') !== null
}

/** Single keys act only outside of fields, and can be switched off for good (WCAG 2.1.4). */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  // As soon as the page is seen: a key pressed at once must not find those of the page before.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!areOn() || isTaken(event)) return
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
  const on = useSyncExternalStore(subscribe, areOn, () => true)
  useShortcuts({ ...shortcuts, '?': { says: 'Show the keys', run: () => setOpen(true) } })
  const rows = [
    ...Object.entries(shortcuts).map(([key, { says }]): [string, string] => [key, says]),
    ...more,
    ['?', 'Show the keys'] as const,
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
            {rows.map(([key, says]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{says}</dd>
              </div>
            ))}
          </dl>
          <Checkbox
            label="Use these keys"
            description="They do nothing while you type in a field."
            checked={on}
            onChange={(event) => turn(event.target.checked)}
          />
        </Dialog>
      )}
    </>
  )
}
