import { SCOPES, type ScopeName, type StepUpNeed } from '@portico/core/sign-on-hub/scopes'
import type Provider from 'oidc-provider'
import type { InteractionResults } from 'oidc-provider'
import type { Context, Session } from '#platform/context.ts'
import { interactionPath as pathOf } from '#platform/identity/pending-interaction.ts'
import type { HubClient } from '../../store/clients.ts'
import { findClient } from '../../store/clients.ts'
import { findPerson } from '../../store/people.ts'
import type { RecordKey } from '../keys.ts'
import { describeAuthentication, meetsAcr, needOf } from './authentication.ts'
import { closedReason } from './closed-reason.ts'

/** The handle names an interaction in addresses and pages; only its cookie holds the id. */
export const interactionPath = (key: RecordKey, uid: string): string =>
  pathOf(key.hash(`interaction|${uid}`).toString('base64url').slice(0, 22))

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** Why a person cannot open an application. */
export type Refusal = 'kind' | 'waiting' | 'gone'

/** The next step of an interaction. */
export type Step =
  | { kind: 'sign-in'; client: HubClient }
  | { kind: 'prove'; by: StepUpNeed }
  | { kind: 'refuse'; reason: Refusal; clientId: string }
  | { kind: 'consent'; asked: ConsentData }
  | { kind: 'finish'; result: InteractionResults }

/** Data for the consent page. */
export type ConsentData = { clientId: string; application: string; scopes: ScopeName[] }

/** Finishes the interaction if the portal session meets what the application asked for. */
export async function findStep(
  { db }: Pick<Context, 'db'>,
  interaction: Interaction,
  session: Session | null,
): Promise<Step> {
  const clientId = String(interaction.params.client_id)
  const client = await findClient(db, clientId)
  if (!client || client.disabledAt) return { kind: 'refuse', reason: 'gone', clientId }
  if (!session) return { kind: 'sign-in', client }
  const person = await findPerson(db, session.accountId)
  const reason = person ? closedReason(person, client) : 'gone'
  if (reason) return { kind: 'refuse', reason, clientId }
  return interaction.prompt.name === 'consent'
    ? findConsentStep(interaction, client)
    : findLoginStep(interaction, session)
}

function findLoginStep({ prompt: { reasons }, params, iat }: Interaction, session: Session): Step {
  if (reasons.includes('id_token_hint'))
    return finish({ error: 'login_required', error_description: 'another person is signed in' })
  const { acr, amr, authTime } = describeAuthentication(session)
  const mustBeNew = reasons.includes('login_prompt') || reasons.includes('max_age')
  if (mustBeNew && authTime < iat) return { kind: 'prove', by: 'again' }
  if (typeof params.acr_values === 'string' && !meetsAcr(session, params.acr_values))
    return { kind: 'prove', by: needOf(params.acr_values) }
  return finish({ login: { accountId: session.accountId, acr, amr, ts: authTime, remember: true } })
}

function findConsentStep({ params }: Interaction, client: HubClient): Step {
  if (!client.asksConsent) return finish({ consent: {} })
  const requested = String(params.scope ?? '').split(' ')
  const scopes = SCOPES.filter((scope) => requested.includes(scope) && client.scopes.includes(scope))
  return { kind: 'consent', asked: { clientId: client.clientId, application: client.name, scopes } }
}

const finish = (result: InteractionResults): Step => ({ kind: 'finish', result })
