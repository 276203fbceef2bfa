/** True if leaving would lose input. The user is asked before leaving, except when the page leaves by itself. */
let unsaved = false

export function markUnsaved(typed: boolean): void {
  unsaved = typed
}

export const isUnsaved = (): boolean => unsaved

/** Leaves without asking: the user has confirmed, or the page cannot stay. */
export function leavePage(address: string): void {
  unsaved = false
  location.assign(address)
}
