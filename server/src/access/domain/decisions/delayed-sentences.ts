export const DELAYED_ALREADY = 'You just decided this. To change your decision, undo it first.'
export const DELAYED_BY_OTHER = 'Someone else just decided this. Check again in a few seconds.'
export const competingRequestDelayed = (name: string): string =>
  `${name} was just approved for the same role. Undo that first, or check again in a few seconds.`
export const NOTHING_DELAYED = 'You have no decision to undo.'
export const TOO_LATE = 'It’s too late to undo this decision. It has taken effect.'
export const NO_LONGER_ALLOWED = 'Your account can no longer decide this request, so nothing was changed.'
