const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** 'March 1, 2026', from the ISO 8601 time a call brings. */
export const formatDay = (time: string): string => day.format(new Date(time))
