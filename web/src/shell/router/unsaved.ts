/** Whether something typed on this page would be lost: who leaves it is asked first, unless the page leaves by itself. */
let unsaved = false

export function markUnsaved(typed: boolean): void {
  unsaved = typed
}

export const isUnsaved = (): boolean => unsaved

/** Leaves without asking: the person has said so, or there is no way to stay. */
export function leavePage(address: string): void {
  unsaved = false
  location.assign(address)
}
