import * as calls from '@portico/core/contracts/calls'
import type { Mount } from '../platform/mount.ts'
import { reading } from '../platform/outcome.ts'
import { returnContract, validateContract } from './domain/decide-contract.ts'
import { recordContract, uploadContract } from './domain/receive-contract.ts'
import { reviewContract, saveDocument, viewDocument } from './domain/review-contract.ts'
import { countContracts, findContractQueue } from './store/contract-queue.ts'

/** Signed contracts: the requester's upload, and everything plan staff do with them. */
export function contractRoutes(mount: Mount): void {
  mount(calls.uploadContract, uploadContract)

  mount(calls.listContracts, reading(findContractQueue))
  mount(calls.countContracts, reading(countContracts))
  mount(calls.reviewContract, reviewContract)
  mount(calls.contractView, viewDocument)
  mount(calls.contractFile, saveDocument)

  mount(calls.recordContract, recordContract)
  mount(calls.validateContract, validateContract)
  mount(calls.returnContract, returnContract)
}
