import { hash } from 'node:crypto'

/** How the random ids that open something (sessions, registrations, links) are stored: who reads a row cannot use it. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
