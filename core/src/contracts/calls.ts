import { NextQuery, NextReference } from '../access/request-shapes.ts'
import { staffOnly } from '../access/staff-roles.ts'
import { get, post } from '../call.ts'
import { Done } from '../shapes.ts'
import { CONTRACT_BODY_MAX_BYTES } from './limits.ts'
import * as shape from './shapes.ts'
import * as signing from './signing-shapes.ts'

export const uploadContract = post(
  '/rest/sec/access/uploadContract',
  { kinds: ['provider'], pending: true },
  {
    says: 'Uploads the signed contract.',
    bodyLimit: CONTRACT_BODY_MAX_BYTES,
    body: shape.UploadContractBody,
    entity: Done,
    statuses: [400, 404, 407],
  },
)

// Online signing: calls of the registrant

const registrant = { kinds: ['provider'], pending: true } as const

export const askForSignature = post('/rest/sec/access/askForSignature', registrant, {
  says: 'Asks a person to sign the contract online. A person asked earlier can no longer sign.',
  body: signing.AskBody,
  entity: signing.SignatureAsked,
  statuses: [400, 404, 407],
})

export const startSigning = post('/rest/sec/access/startSigning', registrant, {
  says: 'Starts online signing by the registrant.',
  body: signing.SigningBody,
  entity: signing.SigningStarted,
  statuses: [404, 407],
})

export const sendSigningAgain = post('/rest/sec/access/sendSigningAgain', registrant, {
  says: 'Sends the mail to the signatory again. The earlier link ends.',
  body: signing.SigningBody,
  entity: Done,
  statuses: [404, 407],
})

export const cancelSigning = post('/rest/sec/access/cancelSigning', registrant, {
  says: 'Ends the open request to sign.',
  body: signing.SigningBody,
  entity: Done,
  statuses: [404, 407],
})

export const signedCopy = get('/rest/sec/access/signedCopy', registrant, {
  says: 'Returns the contract that was signed online.',
  query: signing.SignedCopyQuery,
  file: 'application/pdf',
})

// Online signing: calls of the signatory, who has a mailed link and no account

export const openSigning = post('/rest/nonsec/contract/openSigning', 'public', {
  says: 'Returns the contract to read before signing, and its hash.',
  body: signing.SignIdBody,
  entity: signing.ShownContract,
  statuses: [406, 407, 498],
})

export const signingDocument = get('/rest/nonsec/contract/signingDocument', 'public', {
  says: 'Returns the contract to read as a PDF.',
  query: signing.SignIdBody,
  file: 'application/pdf',
  statuses: [406, 407, 498],
})

export const sendSigningCode = post('/rest/nonsec/contract/sendSigningCode', 'public', {
  says: 'Records the consent to sign electronically and mails a six-digit code to the signatory.',
  body: signing.ConsentBody,
  entity: signing.CodeSent,
  statuses: [400, 406, 407, 498],
})

export const confirmSigningCode = post('/rest/nonsec/contract/confirmSigningCode', 'public', {
  says: 'Confirms the signatory’s address with the code.',
  body: signing.SigningCodeBody,
  entity: signing.CodeConfirmed,
  statuses: [400, 406, 407, 498],
})

export const signContract = post('/rest/nonsec/contract/signContract', 'public', {
  says: 'Signs the contract that was shown.',
  body: signing.SignBody,
  entity: signing.ContractSigned,
  statuses: [400, 404, 406, 407, 498],
})

export const declineSigning = post('/rest/nonsec/contract/declineSigning', 'public', {
  says: 'Declines to sign, with a reason.',
  body: signing.DeclineBody,
  entity: Done,
  statuses: [400, 406, 407, 498],
})

export const copyByLink = get('/rest/nonsec/contract/copyByLink', 'public', {
  says: 'Returns what was signed and when, for a visitor with the link to the copy.',
  query: signing.CopyQuery,
  entity: signing.SignedCopy,
  statuses: [406, 498],
})

export const signedDocument = get('/rest/nonsec/contract/signedDocument', 'public', {
  says: 'Returns the signed contract, for a visitor with the link to the copy.',
  query: signing.CopyQuery,
  file: 'application/pdf',
  statuses: [406, 498],
})

// Calls of plan staff

const staff = staffOnly('REVIEWER')
const deciding = { ...staff, stepUp: true } as const

export const listContracts = get('/rest/sec/internal/contracts', staff, {
  says: 'Lists signed contracts.',
  query: shape.ContractListQuery,
  entity: shape.ContractList,
})

export const nextContract = get('/rest/sec/internal/nextContract', staff, {
  says: 'Returns the next or previous contract that waits for review.',
  query: NextQuery,
  entity: NextReference,
})

export const countContracts = get('/rest/sec/internal/contractCounts', staff, {
  says: 'Counts the contracts that wait for review.',
  entity: shape.ContractCounts,
})

export const listDecided = get('/rest/sec/internal/decided', staff, {
  says: 'Lists decisions, newest first.',
  query: shape.DecidedQuery,
  entity: shape.DecidedList,
})

export const decidedFile = get('/rest/sec/internal/decidedFile', deciding, {
  says: 'Exports all decisions as a file.',
  query: shape.DecidedFileQuery,
  file: 'text/csv',
})

export const contractWays = get('/rest/sec/internal/contractWays', staff, {
  says: 'Returns the median time of each step to a validated contract, on paper and online, and how many requests reached it.',
  query: shape.ContractWaysQuery,
  entity: shape.ContractWays,
})

export const reviewContract = get('/rest/sec/internal/contract', staff, {
  says: 'Returns one contract with its request.',
  query: shape.ContractQuery,
  entity: shape.ContractReview,
  statuses: [404],
})

export const contractView = get('/rest/sec/internal/contractView', staff, {
  says: 'Returns the document for viewing, rendered again without active content.',
  query: shape.ContractFileQuery,
  file: 'application/pdf',
  statuses: [404],
})

export const contractFile = get('/rest/sec/internal/contractFile', staff, {
  says: 'Returns the original document as a download.',
  query: shape.ContractFileQuery,
  file: 'application/pdf',
})

export const recordContract = post('/rest/sec/internal/recordContract', staff, {
  says: 'Records a contract that came by mail or fax.',
  bodyLimit: CONTRACT_BODY_MAX_BYTES,
  body: shape.RecordContractBody,
  entity: Done,
  statuses: [400, 404, 407],
})

export const validateContract = post('/rest/sec/internal/validateContract', deciding, {
  says: 'Validates a contract and activates its request.',
  body: shape.DecideContractBody,
  entity: Done,
  statuses: [400, 404, 407, 498],
})

export const returnContract = post('/rest/sec/internal/returnContract', deciding, {
  says: 'Returns a contract with a reason.',
  body: shape.ReturnContractBody,
  entity: Done,
  statuses: [400, 404, 407],
})
