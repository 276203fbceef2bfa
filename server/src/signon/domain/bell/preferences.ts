import { BELL_CHOICES, CHOSEN_KINDS, type ChosenKind, defaultDelivery, isReaderOf } from '@portico/core/bell/kinds'
import type { Preference, PreferencesBody } from '@portico/core/bell/shapes'
import type { SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { MalformedField } from '#platform/http/errors.ts'
import type { Outcome } from '#platform/outcome.ts'
import { findPreferences, savePreference } from '../../store/bell/preferences.ts'

const choicesOf = ({ session }: SignedIn): ChosenKind[] =>
  CHOSEN_KINDS.filter((kind) => isReaderOf(kind, session.kind, session.staffRole))

export async function listPreferences(context: SignedIn): Promise<Outcome<Preference[]>> {
  const chosen = await findPreferences(context.db, context.session.accountId)
  return { entity: choicesOf(context).map((kind) => ({ kind, delivery: chosen.get(kind) ?? defaultDelivery(kind) })) }
}

/** The page offers only these choices, so another one is a malformed request. A preference is not audited. */
export async function savePreferences(context: SignedIn, body: PreferencesBody): Promise<Outcome<true>> {
  const own = choicesOf(context)
  const isOffered = ({ kind, delivery }: Preference) =>
    own.includes(kind) && BELL_CHOICES[kind].deliveries.includes(delivery)
  if (!body.preferences.every(isOffered)) throw new MalformedField('preferences')
  // In a fixed order, so that two windows that save at once do not wait for each other.
  const ordered = own.flatMap((kind) => body.preferences.filter((preference) => preference.kind === kind))
  await transact(context, async ({ db }) => {
    for (const preference of ordered) await savePreference(db, context.session.accountId, preference)
  })
  return { entity: true }
}
