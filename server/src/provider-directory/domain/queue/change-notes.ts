import type { ChangeNoteBody } from '@portico/core/provider-directory/queue-shapes'
import { CHANGE_UNKNOWN } from '@portico/core/provider-directory/sentences'
import type { SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { writeNote } from '../../../access/access.ts'
import { findChanges } from '../../store/queue/decided-changes.ts'
import { changeIdOf } from '../../store/queue/list-changes.ts'
import { changeNoted } from '../events.ts'

/** Adds a note that no call of an office returns. The audit trail does not repeat its text. */
export const addChangeNote = (context: SignedIn, { reference, note }: ChangeNoteBody): Promise<Outcome<true>> =>
  transact(context, async (inside): Promise<Outcome<true>> => {
    const changeId = changeIdOf(reference)
    const [change] = await findChanges(inside.db, [changeId])
    if (!change) return refuse(404, CHANGE_UNKNOWN)
    const noted = await writeNote(inside, { changeId }, note)
    if ('refusal' in noted) return noted
    await announce(inside, changeNoted, { npi: change.npi, details: { changeId } })
    return { entity: true }
  })
