/** What the registration area gives to the areas above it. */

/** Looks at a signed contract before it is kept. */
export { findDrawnContract, loadContractPdf } from './domain/contract-form/contract-cache.ts'
/** The contract of a request: what it says, its paper, and the same signed online. */
export { describeContract } from './domain/contract-form/contract-document.ts'
export type { ContractFacts } from './domain/contract-form/contract-facts.ts'
/** How often an identity may be tried (behaviour 7.6, 7.10), and what counts as an attempt. */
export { codeLimit, quizLimit, step1Limits } from './domain/proofs/attempt-limits.ts'
/** The Captcha: what the browser is told of it, and whether an answer is good. */
export { captchaKey, verifyCaptcha } from './domain/proofs/captcha.ts'
/** Forgets the registration a browser holds: at sign-off, and at sign-on where it is another person's. */
export { endBrowserRegistration, endOthersRegistration } from './routes/registration-cookie.ts'
/** A request that waits for a contract, of those an account made. */
export { findContractRequest } from './store/contract-requests.ts'
export type { AttemptLimit } from './store/proofs/identity-attempts.ts'
