import { staffOnly } from '../access/staff-roles.ts'
import { get, post } from '../call.ts'
import { Done } from '../shapes.ts'
import { CONTRACT_BODY_MAX_BYTES } from './limits.ts'
import * as shape from './shapes.ts'

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

// What plan staff see and decide

const staff = staffOnly('REVIEWER')
const deciding = { ...staff, stepUp: true } as const

export const listContracts = get('/rest/sec/internal/contracts', staff, {
  says: 'The queue of signed contracts.',
  query: shape.ContractListQuery,
  entity: shape.ContractList,
})

export const countContracts = get('/rest/sec/internal/contractCounts', staff, {
  says: 'How many wait, and since when.',
  entity: shape.ContractCounts,
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
  statuses: [404, 407, 498],
})

export const returnContract = post('/rest/sec/internal/returnContract', deciding, {
  says: 'Sends a contract back with a reason.',
  body: shape.ReturnContractBody,
  entity: Done,
  statuses: [400, 404, 407],
})
