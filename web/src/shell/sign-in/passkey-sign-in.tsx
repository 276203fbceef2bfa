import { passkeyChallenge, passkeySignIn } from '@portico/core/signon/factors/calls'
import { useEffect, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Alert } from '#kit/note.tsx'
import type { Gateway } from '../gateway/gateway.ts'
import { useGateway } from '../gateway/gateway-context.tsx'
import { getAssertion, supportsAutofill, USE_PASSKEY } from './passkeys.ts'

/**
 * Signs in with only a passkey: offered in the user name field if possible, and by the button. Loaded after the login
 * page.
 */
export function PasskeySignIn({ target }: { target: string }) {
  const gateway = useGateway()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  useEffect(() => {
    void offerAutofill(gateway, target).then(setProblem)
  }, [gateway, target])

  const ask = async () => {
    setBusy(true)
    setProblem('')
    setProblem(await signInByPasskey(gateway, target, false))
    setBusy(false)
  }
  return (
    <>
      <Button look="line" busy={busy} onClick={() => void ask()}>
        {USE_PASSKEY}
      </Button>
      {problem && <Alert key={problem}>{problem}</Alert>}
    </>
  )
}

async function offerAutofill(gateway: Gateway, target: string): Promise<string> {
  return (await supportsAutofill()) ? signInByPasskey(gateway, target, true) : ''
}

/** Returns an error text for the user; '' if an offer in the field was ignored. */
async function signInByPasskey(gateway: Gateway, target: string, autofill: boolean): Promise<string> {
  const challenge = await gateway.call(passkeyChallenge)
  if (!challenge.ok) return autofill ? '' : challenge.entity.message
  const assertion = await getAssertion(challenge.entity, autofill)
  if (!assertion) return ''
  const reply = await gateway.call(passkeySignIn, { assertion, target })
  if (!reply.ok) return reply.entity.message
  location.assign(reply.entity.location)
  return ''
}
