import { type Range, readWholeNumber } from './read-values.ts'
import type { Env } from './unknown-settings.ts'

/** Limits that settings change: docs/operations.md says when. */
export const defaultLimits = {
  /** Per address; opened mailed links and submitted registration forms share the same number. */
  npiLookupsPer5Min: 300,
  step1FailuresPer6HoursPerNpi: 5,
  step1FailuresPer30DaysPerNpi: 20,
  step1FailuresPerHourPerAddress: 20,
  quizzesPerDayPerNpi: 2,
  codesPerDayPerNpi: 3,
  /** Without a time window, since the last passed quiz; then staff must reset them. */
  proofFailuresPerNpi: 4,
  proofFailuresPerRequest: 2,
  signInsPerMinutePerUser: 5,
  signInsPerMinutePerAddress: 20,
  /** Per hour for a user name over all addresses: beyond it, a Captcha is required or the next attempt is delayed. */
  signInFailuresUntilCaptcha: 5,
  signInFailuresUntilWait: 10,
  /** Hashes that wait for a thread of this process. */
  hashesWaiting: 40,
  hashesWaitingPerAddress: 10,
  /** Mail to one address that a visitor typed without signing in: per client address, and in total. */
  strangerMailsPerDayPerAddress: 3,
  strangerMailsPerDayPerTarget: 20,
  /** Requests for one NPI per address without signing in. */
  requestsPerDayPerNpi: 20,
  /** Requests reported one by one to each recipient; beyond it, one mail a day says that there are more. */
  noticesPerDay: 10,
  /** Mail to a known person requested without signing in, per client address (behaviour 11.12, 9.7, 16.3). */
  recoveriesPerDayPerAddress: 3,
  /** The same over all addresses. */
  recoveriesPerDayPerTarget: 20,
  /** Codes, tries and requests by mail of online signing, from one network. */
  signingCodesPerDayPerAddress: 30,
  signingTriesPerDayPerAddress: 60,
  signingMailsPerDayPerAddress: 50,
  /** Contract forms filled in for registrants. */
  contractFormsPer5MinPerAddress: 60,
  /** Time limit for inspecting an uploaded document, in milliseconds; beyond it, the upload is refused for now. */
  inspectionMs: 3_500,
  eligibilityPerHourPerAccount: 120,
  /** Rows of lists. Single lookups have their own limit. */
  eligibilityRowsPerDayPerAccount: 2_000,
  /** Rows of spreadsheets with directory data, in previews and when applied. */
  rosterRowsPerDayPerAccount: 20_000,
  memberRegistrationsPerHourPerAddress: 20,
  /** Invitations that one account mails, the repeated ones included. */
  invitationsPerDayPerAccount: 1000,
  passkeyChallengesPer5MinPerAddress: 300,
  /** Views of provider accounts that one support agent opens. Each sends mail. */
  staffViewsPerDayPerAccount: 50,
  /** Sign-ins of staff through the plan's directory, from one network. */
  directorySignInsPer5MinPerAddress: 300,
  /** Files of the published directory, from one network. */
  directoryFilesPer5MinPerAddress: 600,
  /** Reads of all calendar feeds from one network, which can be a calendar service. */
  calendarReadsPerMinutePerAddress: 600,
  /** Questions of one application about one person. */
  mayPerMinutePerPerson: 600,
  /** Requests to /fhir from one network. */
  fhirPerMinutePerAddress: 600,
}

/** No operator has a reason to change these. Tests set them in the context. */
export const fixedLimits = {
  /** People whom one account asks to sign. */
  signatoriesPerDayPerAccount: 10,
  /** Codes, tries and requests by mail of online signing, for one request and for one address written to. */
  signingCodesPerDay: 5,
  signingCodesPerDayPerTarget: 20,
  signingTriesPerDay: 10,
  signingTriesPerDayPerTarget: 30,
  signingMailsPerDay: 10,
  /** Rows by name and birth date that found no member; then lists take member IDs only. */
  eligibilityNamesNotFoundPerDayPerAccount: 60,
  /** Invitations mailed to one address. */
  invitationsPerDayPerTarget: 10,
  /** New email addresses that one account changes to: each gets a mail. */
  newEmailsPerDayPerAccount: 3,
  /** Wrong second-factor codes per hour and account: beyond it, the next attempt is delayed. */
  factorFailuresUntilWait: 5,
  emailCodesPerHourPerAccount: 5,
  /** Reads of one calendar feed, and wrong addresses from one network. */
  calendarReadsPerMinutePerFeed: 10,
  calendarWrongPerMinutePerAddress: 20,
}
export type Limits = typeof defaultLimits & typeof fixedLimits

const minute = 60
const day = 24 * 60 * minute
/** Seconds. */
export const defaultLifetimes = {
  sessionIdle: 30 * minute,
  sessionAbsolute: 12 * 60 * minute,
  registrationIdle: 30 * minute,
  registrationAbsolute: 120 * minute,
  quizPage: 8 * minute,
  identityCode: 10 * minute,
  requestLink: 30 * day,
  requestReminder: 7 * day,
  activationLink: 7 * day,
  resetLink: 30 * minute,
  /** After a mail requested without signing in, asking again within this time sends no other. */
  repeatedMail: 15 * minute,
  /** How long a browser stays known after a sign-in. */
  device: 30 * day,
  /** How long a remembered browser needs no second factor. */
  trustedDevice: 30 * day,
  /** From the owner's approval until a lost factor is removed. */
  factorReset: day,
  /** Lifetime of the 'This was not me' link in a notice. */
  notMeLink: 14 * day,
  recertification: 180 * day,
  inactivity: 180 * day,
}

/** As `fixedLimits`. */
export const fixedLifetimes = {
  /** How long a solved Captcha proves a registration. */
  captchaProof: 30 * minute,
  signingLink: 30 * day,
  signingReminder: 7 * day,
  signingCode: 10 * minute,
  /** From the confirmed code to the signature. */
  signingConfirmation: 60 * minute,
  signedCopyLink: 90 * day,
  factorCode: 10 * minute,
  /** How long the owner's approval of a factor reset can take. */
  factorResetLink: 7 * day,
  /** How long a login page offers passkeys. */
  passkeyChallenge: 30 * minute,
  memberCode: 15 * minute,
}
export type Lifetimes = typeof defaultLifetimes & typeof fixedLifetimes

/** Retention periods in days (docs/operations.md gives the reasons). Records under a legal hold are kept. */
export const defaultRetentionDays = {
  /** The text of sent or permanently failed mail; the rest of the row follows `mail`. */
  mailText: 90,
  mail: 730,
  /** Names, addresses and reasons in requests that were refused or have ended. */
  requests: 2190,
  /** Files of contracts that were returned or superseded, or whose request was decided otherwise. */
  contractsRefused: 365,
  /** Files of validated contracts, from the end of the last grant based on them. */
  contracts: 3650,
  /** Accounts without access, from their last use. */
  accounts: 2190,
  invitations: 365,
  sessions: 30,
  links: 365,
  /** Changes reported by offices, from the plan's answer. */
  rosterChanges: 2190,
  /** Receipts of verified directory data. */
  verifications: 2190,
  /** Drafts of verifications, from when they were last saved. */
  verificationDrafts: 180,
  /** Headings of spreadsheets with directory data, from when a file was last uploaded with them. */
  rosterFileHeadings: 730,
  /** Daily figures and finished samples of the provider directory. Attestations are kept. */
  directoryAccuracy: 3650,
  factorResets: 365,
  /** Entries of the bell. */
  bell: 90,
  /** Views by support agents. */
  staffViews: 2190,
  /** Four-eyes requests and their decisions. */
  fourEyesApprovals: 2190,
  /** 'This was not me' reports and objections, from when staff lifted them, and their unused links. */
  registrationHolds: 2190,
}
export type RetentionDays = typeof defaultRetentionDays

/** PORTICO_LIMIT_QUIZZES_PER_DAY_PER_NPI sets limits.quizzesPerDayPerNpi, and so on. */
export function readNumbers<Numbers extends Record<string, number>>(
  env: Env,
  prefix: string,
  defaults: Numbers,
  range: Range = {},
): Numbers {
  const read = ([name, fallback]: [string, number]) => [
    name,
    readWholeNumber(env, prefix + variableName(name), fallback, range),
  ]
  return Object.fromEntries(Object.entries(defaults).map(read))
}

const variableName = (name: string): string => name.replace(/([A-Z]|\d+)/g, '_$1').toUpperCase()

/** By variable name. */
export const numbersOf = (prefix: string, numbers: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [prefix + variableName(name), value]))
