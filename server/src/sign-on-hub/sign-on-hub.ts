/** Public interface of the sign-on hub, for commands and scheduled work. */
export { deliverLogouts } from './domain/deliver-logouts.ts'
export { addSigningKey, openHubKeys } from './domain/keys.ts'
export {
  addClient,
  CLIENT_UNKNOWN,
  type ClientInput,
  closeClient,
  type NewSecret,
  rotateSecret,
} from './domain/register-client.ts'
export { hubJobs } from './domain/scheduled-jobs.ts'
export { findClient, type HubClient, listClients } from './store/clients.ts'
