/** What the registration area gives to the areas above it. */

/** How often an identity may be tried (behaviour 7.6, 7.10), and what counts as an attempt. */
export { codeLimit, quizLimit, step1Limits } from './domain/attempt-limits.ts'
/** The Captcha: what the browser is told of it, and whether an answer is good. */
export { captchaKey, verifyCaptcha } from './domain/captcha.ts'
export type { ContractFacts } from './domain/contract/contract-facts.ts'
export { findDrawnContract, loadContractPdf } from './domain/contract/drawn-contracts.ts'
/** Looks at a signed contract before it is kept. */
export { type InspectedPdf, inspectUploadedPdf } from './domain/contract/inspect-upload.ts'
/** The contract of a request: what it says, its paper, and the same signed online. */
export { describeContract } from './domain/contract-document.ts'
/** Forgets the registration a browser holds: at sign-off, and at sign-on where it is another person's. */
export { endBrowserRegistration, endOthersRegistration } from './routes/registration-cookie.ts'
/** A request that waits for a contract, of those an account made. */
export { findContractRequest } from './store/contract-requests.ts'
export type { AttemptLimit } from './store/identity-attempts.ts'
