/** Public interface of the registration area. */

/** Cached contracts of requests, and the module that draws them. */
export { findCachedContract, loadContractPdf } from './domain/contract-form/contract-cache.ts'
/** The content of a request's contract. */
export { describeContract } from './domain/contract-form/contract-document.ts'
export { type ContractFacts, findMissingLetters } from './domain/contract-form/contract-facts.ts'
/** The empty contract form of a brand, which the server prepares before the first look-up. */
export { findContractForm } from './domain/contract-form/contract-form.ts'
/** Attempts to prove an identity: usage, locked NPIs and the reset by staff. */
export { findLockedNpis, findUsage, refundAll } from './domain/proofs/attempts.ts'
/** The captcha: its key for the browser, and verification. */
export { captchaKey, verifyCaptcha } from './domain/proofs/captcha.ts'
/** Ends the registration of a browser: at sign-off, and at sign-on if it belongs to another person. */
export { endBrowserRegistration, endOthersRegistration } from './routes/registration-cookie.ts'
/** Finds a request of an account that requires a contract. */
export { findContractRequest } from './store/contract-requests.ts'
/** The locked NPIs as SQL, for statements that combine them with other tables. */
export { lockedNpisSql } from './store/proofs/attempts.ts'
