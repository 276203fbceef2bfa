/** The only source of the current time, so that tests can change it. */
export type Clock = {
  now(): Date
  /** True if it must agree with the database's clock. */
  isReal?: boolean
}

export const systemClock: Clock = { now: () => new Date(), isReal: true }
