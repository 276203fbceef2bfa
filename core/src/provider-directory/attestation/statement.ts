import { SAMPLE_SIZE_MAX } from './sample-fields.ts'

/** What an officer attests. It is stored with each attestation, so that a later wording does not change earlier ones. */
export const ATTESTATION_STATEMENT =
  'An officer of the plan attests that, to the officer’s best knowledge, information and belief, the provider directory in this publication is accurate and complete.'

/** Texts of the calls of samples and attestations. */
export const ATTESTATION_TEXTS = {
  badSize: `Enter a number from 1 to ${SAMPLE_SIZE_MAX}.`,
  badSeed: 'Use only letters, digits and hyphens.',
  unknownSample: 'We could not find this sample.',
  unknownRow: 'We could not find this row of the sample.',
  emptyDirectory: 'No provider is published, so there is nothing to draw from.',
  tooLarge: 'The sample can’t be larger than the published directory.',
  finished: 'This sample is finished, so its results can’t be changed.',
  rowChanged: 'Someone else saved this call while you had it open. You now see what they entered.',
  wrongWithoutCall: 'Mark fields as wrong only for a call that reached the office.',
  openCalls: 'Enter a result for every call before you finish the sample.',
  enterName: 'Please enter the officer’s name.',
  badDay: 'Enter a day within the last 31 days.',
  agree: 'Confirm the statement to record the attestation.',
  notPublished: 'The directory has not been published yet, so there is nothing to attest.',
  publishedAgain: 'The directory was published again after you opened this page. Check the new publication first.',
  recorded: 'This attestation is already recorded.',
  unknownAttestation: 'We could not find this attestation.',
  enterReason: 'Please enter a reason.',
  withdrawn: 'This attestation has already been withdrawn.',
} as const

/** Longest values, in characters. */
export const OFFICER_MAX = 100
export const REASON_MAX = 500
/** Days that an officer's signature may be old. */
export const ATTESTED_DAYS_MAX = 31
