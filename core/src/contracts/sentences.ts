/** The server returns this with 503. Pages show it and keep the chosen file. */
export const INSPECTION_BUSY =
  'The portal is too busy to check your file right now, so it was not saved. Please try again in a few seconds.'

/** Labels of decisions, in the list and in its export. */
export const DECISION_LABELS = {
  VALIDATED: 'Contract validated',
  RETURNED: 'Contract returned',
  CLOSED: 'Ended with its request',
  ACCEPTED: 'Request accepted',
  REJECTED: 'Request rejected',
} as const
