import type { ContractReview } from '@portico/core/contracts/shapes'
import type { Deps } from '../../platform/deps.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import type { ContractPorts } from '../ports.ts'
import { findReviewNames } from '../store/contract-queue.ts'
import { findContracts } from '../store/signed-contracts.ts'
import { CONTRACT_UNKNOWN } from './texts.ts'

/** The request's facts beside everything that came for it, newest first. */
export async function reviewContract(
  deps: Deps,
  ports: ContractPorts,
  reference: string,
): Promise<Outcome<ContractReview>> {
  const row = await deps.db
    .selectFrom('access_request')
    .select('id')
    .where('reference', '=', reference)
    .where('path', '=', 'CONTRACT')
    .executeTakeFirst()
  const request = row && (await ports.findRequest(deps.db, row.id))
  if (!request) return refuse(404, CONTRACT_UNKNOWN)
  const names = await findReviewNames(deps.db, {
    npi: request.npi,
    orgId: request.orgId,
    entities: request.grants.map((grant) => grant.entity),
  })
  const contracts = await findContracts(deps.db, request.requestId)
  const { requester } = request
  return {
    entity: {
      reference: request.reference,
      state: request.state,
      stage: stageOf(request.state, contracts[0]?.state),
      level: request.regType,
      npi: request.npi ?? '',
      providerName: names.providerName,
      organizationName: names.organizationName,
      brand: request.brand,
      askedAt: request.createdAt.toISOString(),
      registrant: {
        name: `${requester.firstName} ${requester.lastName}`,
        email: requester.email,
        phone: [requester.phone, requester.phoneExt && `ext. ${requester.phoneExt}`].filter(Boolean).join(' '),
      },
      scopes: request.grants.map((grant) => ({
        name: grant.name,
        id: grant.scope.groupId ?? grant.scope.id,
        currentSaa: request.state === 'ACTIVE' ? '' : (names.saaOf.get(grant.entity) ?? ''),
      })),
      contracts,
    },
  }
}

function stageOf(requestState: string, newest: string | undefined): ContractReview['stage'] {
  if (requestState === 'ACTIVE') return 'VALIDATED'
  return newest === 'RECEIVED' || newest === 'RETURNED' ? newest : 'AWAITED'
}
