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
    says: 'Sends the signed contract in.',
    bodyLimit: CONTRACT_BODY_MAX_BYTES,
    body: shape.UploadContractBody,
    entity: Done,
    statuses: [400, 404, 407],
  },
)

// Signing online: what the registrant does

const registrant = { kinds: ['provider'], pending: true } as const

export const askForSignature = post('/rest/sec/access/askForSignature', registrant, {
  says: 'Asks somebody to sign the contract online; whoever was asked before no longer can.',
  body: signing.AskBody,
  entity: Done,
  statuses: [400, 404, 407],
})

export const startSigning = post('/rest/sec/access/startSigning', registrant, {
  says: 'The registrant signs the contract online themselves.',
  body: signing.SigningBody,
  entity: signing.SigningStarted,
  statuses: [404, 407],
})

export const sendSigningAgain = post('/rest/sec/access/sendSigningAgain', registrant, {
  says: 'Sends the signatory’s email again; the earlier link ends.',
  body: signing.SigningBody,
  entity: Done,
  statuses: [404, 407],
})

export const cancelSigning = post('/rest/sec/access/cancelSigning', registrant, {
  says: 'Nobody is asked to sign any more.',
  body: signing.SigningBody,
  entity: Done,
  statuses: [404, 407],
})

export const signedCopy = get('/rest/sec/access/signedCopy', registrant, {
  says: 'The contract as it was signed online.',
  query: signing.SignedCopyQuery,
  file: 'application/pdf',
})

// Signing online: what the signatory does, by a mailed link and without an account

export const openSigning = post('/rest/nonsec/contract/openSigning', 'public', {
  says: 'The contract to read before signing, and its hash.',
  body: signing.SignIdBody,
  entity: signing.ShownContract,
  statuses: [406, 407, 498],
})

export const signingDocument = get('/rest/nonsec/contract/signingDocument', 'public', {
  says: 'The contract to read, as a PDF.',
  query: signing.SignIdBody,
  file: 'application/pdf',
  statuses: [406, 407, 498],
})

export const sendSigningCode = post('/rest/nonsec/contract/sendSigningCode', 'public', {
  says: 'Agrees to sign electronically; six digits go to the signatory’s address.',
  body: signing.ConsentBody,
  entity: signing.CodeSent,
  statuses: [406, 407, 498],
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
  says: 'What was signed and when, for whoever holds the link to the copy.',
  query: signing.CopyQuery,
  entity: signing.SignedCopy,
  statuses: [406, 498],
})

export const signedDocument = get('/rest/nonsec/contract/signedDocument', 'public', {
  says: 'The signed contract, for whoever holds the link to the copy.',
  query: signing.CopyQuery,
  file: 'application/pdf',
  statuses: [406, 498],
})

// What plan staff see and decide

const staff = staffOnly('REVIEWER')
const deciding = { ...staff, stepUp: true } as const

export const listContracts = get('/rest/sec/internal/contracts', staff, {
  says: 'The queue of signed contracts.',
  query: shape.ContractListQuery,
  entity: shape.ContractList,
})

export const nextContract = get('/rest/sec/internal/nextContract', staff, {
  says: 'Which contract waits for a look after this one, or before it.',
  query: NextQuery,
  entity: NextReference,
})

export const countContracts = get('/rest/sec/internal/contractCounts', staff, {
  says: 'How many wait, and since when.',
  entity: shape.ContractCounts,
})

export const listDecided = get('/rest/sec/internal/decided', staff, {
  says: 'What was decided, the newest first.',
  query: shape.DecidedQuery,
  entity: shape.DecidedList,
})

export const decidedFile = get('/rest/sec/internal/decidedFile', staff, {
  says: 'All of what was decided as a file.',
  query: shape.DecidedFileQuery,
  file: 'text/csv',
})

export const contractWays = get('/rest/sec/internal/contractWays', staff, {
  says: 'How long each step to a validated contract takes, on paper and online, and how many came how far.',
  query: shape.ContractWaysQuery,
  entity: shape.ContractWays,
})

export const reviewContract = get('/rest/sec/internal/contract', staff, {
  says: 'One contract beside its request.',
  query: shape.ContractQuery,
  entity: shape.ContractReview,
  statuses: [404],
})

export const contractView = get('/rest/sec/internal/contractView', staff, {
  says: 'The document to look at: its pages drawn anew, without anything that could act.',
  query: shape.ContractFileQuery,
  file: 'application/pdf',
  statuses: [404],
})

export const contractFile = get('/rest/sec/internal/contractFile', staff, {
  says: 'The document as it came, to be saved.',
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
  says: 'Validates a contract: access begins.',
  body: shape.DecideContractBody,
  entity: Done,
  statuses: [400, 404, 407, 498],
})

export const returnContract = post('/rest/sec/internal/returnContract', deciding, {
  says: 'Sends a contract back with a reason.',
  body: shape.ReturnContractBody,
  entity: Done,
  statuses: [400, 404, 407],
})
