/** Changes an office can report about a provider, with labels. */
export const CHANGE_KINDS = ['ADDRESS', 'PHONE', 'JOINED', 'LEFT', 'OTHER'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export const CHANGE_LABELS: Record<ChangeKind, string> = {
  ADDRESS: 'New address',
  PHONE: 'New phone number',
  JOINED: 'Joined a group',
  LEFT: 'Left a group or retired',
  OTHER: 'Something else',
}

/** Maximum length of a report and of an answer. */
export const CHANGE_TEXT_MAX = 1000
