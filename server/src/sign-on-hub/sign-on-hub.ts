/** Public interface of the sign-on hub, for commands and scheduled work. */
export { addSigningKey } from './domain/keys.ts'
export {
  addClient,
  CLIENT_UNKNOWN,
  type ClientInput,
  closeClient,
  type NewSecret,
  rotateSecret,
} from './domain/register-client.ts'
export { findClient, type HubClient, listClients } from './store/clients.ts'
