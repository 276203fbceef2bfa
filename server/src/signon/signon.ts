/** Public interface of the sign-on area. */
export { findGrants, type GrantRow } from './store/grants.ts'
