import type { PermissionId } from '../access/permissions.ts'
import type { UserKind } from '../call.ts'
import type { BellKind } from './kinds.ts'

/** What an entry is about: the reference of its request, the summary of its banner. */
export type BellSubject = { reader: UserKind; reference: string | null; summary: string | null }

/** What the bell shows of an event. */
export type BellLine = {
  kind: BellKind
  says: (subject: BellSubject) => string
  page: (subject: BellSubject) => string
  /** The entry is deleted when no active grant has it any more. */
  permission?: PermissionId
}
