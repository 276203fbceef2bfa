export const PAGE_SIZE = 50
/** Rows per page of a look-up, so that no reply exceeds 100 kB. */
export const LOOKUP_PAGE_SIZE = 250
