import * as calls from '@portico/core/access/calls'
import type { AssignBody, NoteBody, StaffNotes } from '@portico/core/access/request-shapes'
import { STATUS } from '@portico/core/constants'
import type { Db, InTransaction, SignedIn } from '#platform/context.ts'
import { announce } from '#platform/events/announce.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findRequestIdByReference } from '../../store/decisions/requests.ts'
import {
  findAssignee,
  findNotes,
  findReviewers,
  insertNote,
  lockForAssignment,
  type NoteSubject,
  updateAssignee,
} from '../../store/decisions/staff-notes.ts'
import type { ActingInside } from '../acting.ts'
import { REQUEST_UNKNOWN } from '../decisions/close-request.ts'
import { requestAssigned, requestNoted } from './events.ts'

/** Staff notes and assignment of a request (behaviour 15.15). No call open to an office returns any of it. */

const { staff } = calls.assignRequest.access

export const TAKEN_MEANWHILE = 'This was assigned to someone else in the meantime. Reload the page and try again.'
export const NO_REVIEWER = 'This person cannot decide requests.'
export const NOTE_EMPTY = 'Please enter a note.'

export async function openStaffNotes(
  { db, session }: SignedIn,
  { reference }: { reference: string },
): Promise<Outcome<StaffNotes>> {
  const requestId = await findRequestIdByReference(db, reference)
  if (!requestId) return refuse(STATUS.notFound, REQUEST_UNKNOWN)
  const assignee = await findAssignee(db, requestId)
  const notes = await listNotes(db, { requestId })
  const reviewers = await findReviewers(db, staff)
  return {
    entity: {
      me: reviewers.find(({ id }) => id === session.accountId)?.accountId ?? '',
      assignedTo: assignee?.accountId ?? '',
      assignedName: assignee?.name ?? '',
      reviewers: reviewers.map(({ accountId, name }) => ({ accountId, name })),
      notes,
    },
  }
}

/**
 * Assigns to the caller, to a colleague, or clears the assignee. Refuses if the assignee is not the one the page
 * showed.
 */
export async function assignRequest(context: ActingInside, given: AssignBody): Promise<Outcome<true>> {
  const { db } = context
  const request = await lockForAssignment(db, given.reference)
  if (!request) return refuse(STATUS.notFound, REQUEST_UNKNOWN)
  const now = (await findAssignee(db, request.id))?.accountId ?? ''
  if (now === given.to) return { entity: true }
  if (now !== given.from) return refuse(STATUS.pageMessage, TAKEN_MEANWHILE)
  const to = (await findReviewers(db, staff)).find(({ accountId }) => accountId === given.to)
  if (given.to !== '' && !to) return refuse(STATUS.pageMessage, NO_REVIEWER)
  await updateAssignee(db, request.id, to?.id ?? null)
  await announce(context, requestAssigned, {
    npi: request.npi,
    subjectAccountId: to?.id ?? null,
    requestId: request.id,
  })
  return { entity: true }
}

export async function addNote(context: ActingInside, { reference, note }: NoteBody): Promise<Outcome<true>> {
  const requestId = await findRequestIdByReference(context.db, reference)
  if (!requestId) return refuse(STATUS.notFound, REQUEST_UNKNOWN)
  const noted = await writeNote(context, { requestId }, note)
  if ('refusal' in noted) return noted
  await announce(context, requestNoted, { requestId })
  return { entity: true }
}

/** Notes about a request or a change of the provider directory, newest first. */
export async function listNotes(db: Db, about: NoteSubject): Promise<StaffNotes['notes']> {
  return (await findNotes(db, about)).map(({ note, at, by }) => ({ note, at: at.toISOString(), by: by ?? '' }))
}

export async function writeNote(context: InTransaction, about: NoteSubject, note: string): Promise<Outcome<true>> {
  const written = note.trim()
  if (written === '') return refuse(STATUS.badRequest, NOTE_EMPTY)
  await insertNote(context, about, written)
  return { entity: true }
}
