/** Said by the server with 503, and by the pages that send a file, which keep it chosen. */
export const INSPECTION_BUSY =
  'The portal is too busy to look into the file just now, and has not taken it. Please try again in a few seconds.'

/** What was decided, in the list and in its file. */
export const DECISION_LABELS = {
  VALIDATED: 'Contract validated',
  RETURNED: 'Contract returned',
  CLOSED: 'Ended with its request',
  ACCEPTED: 'Request accepted',
  REJECTED: 'Request rejected',
} as const
