import { HTTP_TIMEOUT_MS, PROVIDER_PATHS } from '@portico/core/constants'
import { getSmAgentId } from '@portico/core/registration/calls'
import { SIGN_ON_PATH, type SignOnField } from '@portico/core/signon/agent'
import type { Gateway } from '../gateway/gateway.ts'

/** Fields of the sign-on agent's form (behaviour 11.1). */
export function signOnFields(
  user: string,
  password: string,
  agentName: string,
  target: string,
): Record<Exclude<SignOnField, 'captchaRes'>, string> {
  return { USER: user, PASSWORD: password, SMENC: 'UTF-8', SMLOCALE: 'US-EN', SMAGENTNAME: agentName, TARGET: target }
}

/**
 * Signs in without leaving the page. The agent's redirect is not followed; only its session cookie is needed. Success
 * and failure look the same.
 */
export async function signOnInBackground(gateway: Gateway, user: string, password: string): Promise<void> {
  const agent = await gateway.call(getSmAgentId)
  const fields = signOnFields(user, password, agent.ok ? agent.entity : '', PROVIDER_PATHS.home)
  await fetch(SIGN_ON_PATH, {
    method: 'POST',
    credentials: 'same-origin',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(HTTP_TIMEOUT_MS),
  }).catch(() => undefined)
  gateway.clearLookUps()
}
