/** How long a view lasts. */
export const VIEW_MINUTES = 15
export const VIEW_MS = VIEW_MINUTES * 60_000
