import { saveShortcuts } from '@portico/core/signon/calls'
import { useLayoutEffect, useRef, useState } from 'react'
import { Button, TextButton } from '#kit/button.tsx'
import { Checkbox } from '#kit/choice.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { useAction } from '../gateway/use-action.ts'
import { useMe } from '../session/me.ts'

/** A page's single-character shortcuts, with labels. */
export type Shortcuts = Record<string, { label: string; run: () => void }>

/** Off until the user's setting is known. */
function useEnabled(): boolean {
  const me = useMe()
  return me.state === 'ready' && me.entity.usesShortcuts
}

/** The user is typing or a dialog is open. */
function isReserved(event: KeyboardEvent): boolean {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey
  const at = event.target
  const isTyping =
    at instanceof HTMLElement && (at.isContentEditable || at.matches('input:not([type="checkbox"]), textarea, select'))
  return event.defaultPrevented || hasModifier || isTyping || document.querySelector('dialog[open]') !== null
}

/**
 * Shortcuts work only outside of fields and can be turned off (WCAG 2.1.4). With `within`, they work only while the
 * focus is inside an element that matches this selector.
 */
export function useShortcuts(shortcuts: Shortcuts, within = '*'): void {
  const latest = useRef<Shortcuts>({})
  latest.current = useEnabled() ? shortcuts : {}
  // A layout effect, so that an early key press does not trigger the previous page's shortcuts.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isReserved(event)) return
      // Works with Caps Lock.
      const shortcut = latest.current[event.key.toLowerCase()]
      if (!shortcut || !document.activeElement?.closest(within)) return
      event.preventDefault()
      shortcut.run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [within])
}

/** Turns the shortcuts on or off for the user's account. */
export function ShortcutSetting() {
  const enabled = useEnabled()
  // Shows the choice at once, unless it could not be saved.
  const [chosen, setChosen] = useState<boolean>()
  const save = useAction(saveShortcuts, () => {})
  return (
    <Checkbox
      label="Use keyboard shortcuts"
      description="Single keys, such as J for the next item. They don’t work while you type in a field."
      checked={save.refusal ? enabled : (chosen ?? enabled)}
      error={save.refusal?.entity.message}
      onChange={({ target: { checked } }) => {
        setChosen(checked)
        void save.send({ on: checked })
      }}
    />
  )
}

/** Lists the shortcuts and turns them on or off. */
export function ShortcutHelp({ shortcuts, more = [] }: { shortcuts: Shortcuts; more?: readonly [string, string][] }) {
  const [isOpen, setOpen] = useState(false)
  const on = useEnabled()
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
          <ShortcutSetting />
        </Dialog>
      )}
    </>
  )
}
