import { HTTP_TIMEOUT_MS, PROVIDER_PATHS } from '@portico/core/constants'
import { getSmAgentId } from '@portico/core/registration/calls'
import { SIGN_ON_PATH, type SignOnField } from '@portico/core/signon/agent'
import type { Gateway } from '../gateway/gateway.ts'

/** The fields the sign-on agent's form takes (behaviour 11.1). */
export function signOnFields(
  user: string,
  password: string,
  agentName: string,
  target: string,
): Record<Exclude<SignOnField, 'captchaRes'>, string> {
  return { USER: user, PASSWORD: password, SMENC: 'UTF-8', SMLOCALE: 'US-EN', SMAGENTNAME: agentName, TARGET: target }
}

/**
 * Signs a person on without leaving the page. The agent answers a form post with a redirect, which is not followed:
 * the session cookie is all that is wanted. Success and failure look the same from here.
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
