import type { VerifyRow } from '@portico/core/provider-directory/verify-shapes'
import { type Shortcuts, useShortcuts } from '#shell/lists/shortcuts.tsx'
import { keyOf } from './items.ts'
import type { RowActions } from './verify-columns.tsx'

const ROWS = '.verify-rows tbody tr'

const focusable = (row: Element) => row.querySelector<HTMLElement>('input:enabled, button')

/** Moves the focus to the next or previous row. */
function moveRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll(ROWS)]
  const here = rows.findIndex((row) => row.contains(document.activeElement))
  const next = here < 0 ? rows[by > 0 ? 0 : rows.length - 1] : rows[here + by]
  if (next) focusable(next)?.focus()
}

/** Shortcuts of the rows; Space selects, as in every checkbox. */
export function useVerifyKeys(rows: readonly VerifyRow[], actions: RowActions): Shortcuts {
  const current = () => {
    const key = document.activeElement?.closest(ROWS)?.querySelector<HTMLElement>('[data-row]')?.dataset.row
    return rows.find((row) => keyOf(row) === key)
  }
  const withRow = (act: (row: VerifyRow) => void) => () => {
    const row = current()
    if (row) act(row)
  }
  const shortcuts: Shortcuts = {
    j: { label: 'Next row', run: () => moveRow(1) },
    k: { label: 'Previous row', run: () => moveRow(-1) },
    t: { label: 'Still true, or undo', run: withRow(actions.toggle) },
    e: { label: 'Change the row', run: withRow(actions.edit) },
  }
  useShortcuts(shortcuts)
  return shortcuts
}
