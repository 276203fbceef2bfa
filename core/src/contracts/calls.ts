import { get, post } from '../call.ts'
import { Done } from '../shapes.ts'
import { CONTRACT_BODY_MAX_BYTES } from './limits.ts'
import * as shape from './shapes.ts'

export const uploadContract = post('/rest/sec/access/uploadContract', {
  says: 'Sends the signed contract in.',
  access: { kinds: ['provider'], pending: true },
  bodyLimit: CONTRACT_BODY_MAX_BYTES,
  body: shape.UploadContractBody,
  entity: Done,
  statuses: [400, 404, 407],
})

// What plan staff see and decide

const staff = { kinds: ['internal'] } as const

export const listContracts = get('/rest/sec/internal/contracts', {
  says: 'The queue of signed contracts.',
  access: staff,
  query: shape.ContractListQuery,
  entity: shape.ContractList,
})

export const countContracts = get('/rest/sec/internal/contractCounts', {
  says: 'How many wait, and since when.',
  access: staff,
  entity: shape.ContractCounts,
})

export const reviewContract = get('/rest/sec/internal/contract', {
  says: 'One contract beside its request.',
  access: staff,
  query: shape.ContractQuery,
  entity: shape.ContractReview,
  statuses: [404],
})

export const contractFile = get('/rest/sec/internal/contractFile', {
  says: 'The document itself.',
  access: staff,
  query: shape.ContractFileQuery,
  file: 'application/pdf',
})

export const recordContract = post('/rest/sec/internal/recordContract', {
  says: 'Records a contract that came by mail or fax.',
  access: staff,
  bodyLimit: CONTRACT_BODY_MAX_BYTES,
  body: shape.RecordContractBody,
  entity: Done,
  statuses: [400, 404, 407],
})

export const validateContract = post('/rest/sec/internal/validateContract', {
  says: 'Validates a contract: access begins.',
  access: staff,
  body: shape.DecideContractBody,
  entity: Done,
  statuses: [404, 407, 498],
})

export const returnContract = post('/rest/sec/internal/returnContract', {
  says: 'Sends a contract back with a reason.',
  access: staff,
  body: shape.ReturnContractBody,
  entity: Done,
  statuses: [400, 404, 407],
})
