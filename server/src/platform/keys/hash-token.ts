import { hash } from 'node:crypto'

/**
 * Hashes the random ids of sessions, registrations and links for storage, so that reading a row does not reveal a
 * usable id.
 */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
