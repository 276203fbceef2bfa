/** Public interface of the sign-on hub, for commands and scheduled work. */

/** Carries out a change of an application that a second person of staff approved. */
export { carryOutForApplication } from './domain/applications/change-applications.ts'
export type { ClientInput } from './domain/clients/check-client.ts'
export {
  addClient,
  CLIENT_UNKNOWN,
  closeClient,
  type NewClient,
  rotateSecret,
} from './domain/clients/register-client.ts'
export { addSigningKey, openHubKeys } from './domain/keys.ts'
export { deliverLogouts } from './domain/logouts/deliver-logouts.ts'
export { findClient, type HubClient, listClients } from './store/clients.ts'
