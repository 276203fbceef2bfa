import type { AccessPorts } from '../platform/access-ports.ts'
import { type Context, type InTransaction, systemContext, type Trx } from '../platform/context.ts'
import type { Deps } from '../platform/deps.ts'
import { activateAccount, createAccount, sendActivationLink } from './domain/accounts.ts'
import { tellContractReceived, tellContractReturned } from './domain/contract-mails.ts'
import { prepareCredentials } from './domain/credentials.ts'
import { activateRequest, rejectRequest } from './domain/decide.ts'
import { getDefaultPerms, getSaaActivePerms } from './domain/permissions.ts'
import { insertRequest, passRequestToStaff } from './domain/requests.ts'
import { hasAccountOf } from './store/accounts.ts'
import { findRequest, hasPendingSaaRequest } from './store/requests.ts'

/** The face for areas that still hand over the circumstances one by one. */
export function createAccessPorts(deps: Deps): AccessPorts {
  const around = (
    db: Trx,
    { now, address }: { now: Date; address?: string | undefined },
    actor: Context['actor'] = { kind: 'visitor', accountId: null },
  ): InTransaction => ({ ...systemContext(deps, now), db, actor, address: address ?? null })
  return {
    prepareCredentials,
    createAccount: (trx, account) => createAccount(around(trx, account), account),
    accountFound: hasAccountOf,
    insertRequest: (trx, request) =>
      insertRequest(
        around(trx, request, { kind: 'provider', accountId: request.signedIn ? request.accountId : null }),
        request,
      ),
    activateRequest: (trx, decision) =>
      activateRequest(around(trx, decision, { kind: 'internal', accountId: decision.decidedBy ?? null }), decision),
    rejectRequest: (trx, decision) =>
      rejectRequest(around(trx, decision, { kind: 'internal', accountId: decision.decidedBy ?? null }), decision),
    passRequestToStaff: (trx, request) => passRequestToStaff(around(trx, request), request.requestId),
    sendActivationLink: (trx, invitation) => sendActivationLink(around(trx, invitation), invitation),
    activateAccount: (trx, activation) => activateAccount(around(trx, activation), activation),
    getDefaultPerms,
    getSaaActivePerms,
    tellContractReceived: (trx, contract) => tellContractReceived(around(trx, contract), contract.requestId),
    tellContractReturned: (trx, contract) => tellContractReturned(around(trx, contract), contract),
    hasPendingSaaRequest,
    findRequest,
  }
}
