import type { Description } from '@portico/core/call'
import { HIDDEN_TEXT, VIEW_HIDDEN } from '@portico/core/staff-views/sentences'
import type { Session, Visit } from '../context.ts'
import { HttpFailure } from '../http/errors.ts'

/** How calls are answered inside a view by a support agent (behaviour 23.20). */

type Viewing = Visit & { session: Session & Required<Pick<Session, 'view'>> }

export const isView = (context: Visit): context is Viewing => context.session?.view !== undefined

/**
 * Runs the call in a read-only transaction, so that PostgreSQL refuses every write. Hides the fields that the call
 * declares, unless another person approved to show them.
 */
export async function answerView<Answer extends object>(
  { db, ...context }: Viewing,
  { masks = [] }: Description,
  input: object,
  answer: (context: Viewing) => Promise<Answer> | Answer,
): Promise<Answer> {
  const isHidden = !context.session.view.unmasked && masks.length > 0
  if (isHidden && masks.some((field) => isGiven(Reflect.get(input, field))))
    throw new HttpFailure(403, 'masked', VIEW_HIDDEN)
  const readOnly = db.transaction().setAccessMode('read only')
  const answered = await readOnly.execute(async (inside) => answer({ ...context, db: inside }))
  return isHidden && 'entity' in answered
    ? { ...answered, entity: hideFields(answered.entity, new Set(masks)) }
    : answered
}

/** Searching or filtering by a hidden field would tell its value. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== ''

export function hideFields(value: unknown, fields: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => hideFields(each, fields))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, fields.has(name) ? hide(inner) : hideFields(inner, fields)]),
  )
}

/** Keeps the type, so that the reply fits the call's shape. An empty text has a meaning too, such as no denial. */
function hide(value: unknown): unknown {
  if (typeof value === 'string') return HIDDEN_TEXT
  if (typeof value === 'number') return 0
  if (Array.isArray(value)) return []
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hide(inner)]))
}
