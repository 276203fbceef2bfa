import type { AccessPorts } from '../platform/access-ports.ts'

/** What the members' area is handed by app.ts: accounts are the access area's, names the directory's. */
export type MemberPorts = Pick<AccessPorts, 'prepareCredentials' | 'createAccount'> & {
  /** The words of a name as a person would type them. */
  toSearchName(name: string): string
}
