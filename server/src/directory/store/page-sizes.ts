export const PAGE_SIZE = 50
/** A look-up answers this many rows a page, so that no reply grows past 100 kB. */
export const LOOKUP_PAGE_SIZE = 250
/** Reports are long texts; the same holds for them. */
export const CHANGES_PAGE_SIZE = 15
