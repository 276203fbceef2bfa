/** Public interface of the sign-on area. */
export { beginGrace, findFactorStatus } from './domain/factors/factor-status.ts'
export { canRequestReset } from './domain/recovery/factor-reset.ts'
export { findOwnerAddresses } from './domain/recovery/owner-check.ts'
export { sessionEnded, sessionHalfStarted, sessionRefused } from './domain/sessions/events.ts'
export { type Browser, type Opened, openSession } from './domain/sessions/open-session.ts'
export { factorAddress, resolveTarget } from './domain/sessions/target.ts'
export { lockFactors } from './store/factor-status.ts'
export { findGrants, type GrantRow } from './store/grants.ts'
