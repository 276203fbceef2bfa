import type { SuppressBody } from '@portico/core/provider-directory/queue-shapes'
import * as sentence from '@portico/core/provider-directory/sentences'
import type { SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { deleteSuppression, findProviderName, insertSuppression } from '../../store/suppressed.ts'
import { providerShown, providerSuppressed } from '../events.ts'
import { refreshPublished } from '../publishing/refresh.ts'

/** Withholds a provider from members, files and /fhir at once, for example for safety. */
export async function suppressProvider(context: SignedIn, given: SuppressBody): Promise<Outcome<true>> {
  const { npi } = given
  const reason = given.reason.trim()
  if (reason === '') return refuse(400, sentence.ENTER_REASON)
  return transact(context, async (inside): Promise<Outcome<true>> => {
    if ((await findProviderName(inside.db, npi)) === undefined) return refuse(404, sentence.UNKNOWN_PROVIDER)
    if (!(await insertSuppression(inside, { npi, reason }))) return refuse(407, sentence.ALREADY_SUPPRESSED)
    await announce(inside, providerSuppressed, { npi, details: { reason } })
    await refreshPublished(inside, { npis: [npi] })
    return { entity: true }
  })
}

export async function showProviderAgain(context: SignedIn, { npi }: { npi: string }): Promise<Outcome<true>> {
  return transact(context, async (inside): Promise<Outcome<true>> => {
    if (!(await deleteSuppression(inside, npi))) return refuse(407, sentence.NOT_SUPPRESSED)
    await announce(inside, providerShown, { npi })
    await refreshPublished(inside, { npis: [npi] })
    return { entity: true }
  })
}
