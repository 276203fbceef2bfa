/** What the registration area gives to the areas above it. */

/** Looks at a signed contract before it is kept. */
export { findDrawnContract, loadContractPdf } from './domain/contract-form/contract-cache.ts'
/** The contract of a request: what it says, its paper, and the same signed online. */
export { describeContract } from './domain/contract-form/contract-document.ts'
export type { ContractFacts } from './domain/contract-form/contract-facts.ts'
/** The attempts to prove an identity: what is used, which NPIs are locked, and the reset by staff. */
export { findLockedNpis, findUsage, giveBackAll } from './domain/proofs/attempts.ts'
/** The Captcha: what the browser is told of it, and whether an answer is good. */
export { captchaKey, verifyCaptcha } from './domain/proofs/captcha.ts'
/** Forgets the registration a browser holds: at sign-off, and at sign-on where it is another person's. */
export { endBrowserRegistration, endOthersRegistration } from './routes/registration-cookie.ts'
/** A request that waits for a contract, of those an account made. */
export { findContractRequest } from './store/contract-requests.ts'
/** The locked NPIs as SQL, for statements that combine them with other tables. */
export { lockedNpisSql } from './store/proofs/attempts.ts'
