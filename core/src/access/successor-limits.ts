/** Days of the rules about successors (behaviour 23.4). */
export const SUCCESSOR_DAYS = {
  /** The SAA's role, password, email address and factors must be at least this old. */
  saa: 7,
  /** The successor must have had access for at least this long. */
  successor: 30,
  /** A naming ends after this time unless the SAA confirms it. */
  confirm: 365,
  /** The SAA is reminded this long before, and can confirm from then on. */
  remind: 30,
  /** An SAA suspended for inactivity has this long to return. */
  inactive: 14,
  /** Access as SAA begins this long after the successor accepted. */
  wait: 14,
} as const
