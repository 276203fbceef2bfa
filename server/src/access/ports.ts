import type { AccessPorts } from '../platform/access-ports.ts'
import type { Settings } from '../platform/settings.ts'
import { activateAccount, createAccount, sendActivationLink } from './domain/accounts.ts'
import { tellContractReceived, tellContractReturned } from './domain/contract-mails.ts'
import { prepareCredentials } from './domain/credentials.ts'
import { activateRequest, cancelRequest, rejectRequest } from './domain/decide.ts'
import { getDefaultPerms, getSaaActivePerms } from './domain/permissions.ts'
import { insertRequest, passRequestToStaff, sendRequestLink } from './domain/requests.ts'
import { hasAccountOf } from './store/accounts.ts'
import { findRequest, hasPendingSaaRequest } from './store/requests.ts'

/** What this area does for the others; app.ts hands it over. Refusals inside a transaction mean: roll back (transact). */
export function createAccessPorts(settings: Settings): AccessPorts {
  return {
    prepareCredentials,
    createAccount,
    accountFound: hasAccountOf,
    insertRequest: (trx, request) => insertRequest(settings, trx, request),
    activateRequest: (trx, decision) => activateRequest(settings, trx, decision),
    rejectRequest: (trx, decision) => rejectRequest(settings, trx, decision),
    cancelRequest: (trx, decision) => cancelRequest(settings, trx, decision),
    passRequestToStaff,
    sendRequestLink: (trx, request) => sendRequestLink(settings, trx, request),
    sendActivationLink: (trx, invitation) => sendActivationLink(settings, trx, invitation),
    activateAccount: (trx, activation) => activateAccount(settings, trx, activation),
    getDefaultPerms,
    getSaaActivePerms,
    tellContractReceived: (trx, contract) => tellContractReceived(settings, trx, contract),
    tellContractReturned: (trx, contract) => tellContractReturned(settings, trx, contract),
    hasPendingSaaRequest,
    findRequest,
  }
}
