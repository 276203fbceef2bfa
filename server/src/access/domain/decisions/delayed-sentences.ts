export const DELAYED_ALREADY = 'You have decided about this a moment ago. Undo that first to decide otherwise.'
export const DELAYED_BY_OTHER = 'Someone else just decided this. Check again in a few seconds.'
export const competingRequestDelayed = (name: string): string =>
  `${name} was given the same place a moment ago. Undo that first, or look again in a few seconds.`
export const NOTHING_DELAYED = 'There is no decision of yours to undo.'
export const TOO_LATE = 'It is too late to undo this decision: it was carried out.'
export const NO_LONGER_YOURS = 'Your account may no longer decide about this, so nothing was changed.'
