import Provider from 'oidc-provider'
import type { Db } from '#platform/context.ts'
import { findClient, type HubClient } from '../../store/clients.ts'

type Found = Promise<HubClient | undefined>

const perRequest = new WeakMap<object, Map<string, Found>>()

/** Reads a client once per request of the library, which asks for it several times. */
export function readClient(db: Db, clientId: string): Found {
  const request = Provider.ctx
  if (!request) return findClient(db, clientId)
  const known = perRequest.get(request) ?? new Map<string, Found>()
  perRequest.set(request, known)
  const found = known.get(clientId) ?? findClient(db, clientId)
  known.set(clientId, found)
  return found
}
