import { INTERNAL_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { staffSignIn } from '@portico/core/signon/calls'
import * as sentence from '@portico/core/signon/sentences'
import { LinkButton } from '#kit/button.tsx'
import { brand } from '#shell/brands/brand.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { readMailedLink } from '#shell/router/mailed-link.ts'
import { useAreaPages } from '#shell/router/pages.ts'
import { saveReturnAddress } from '#shell/session/return-address.ts'
import { LoginPage } from '#shell/sign-in/login-form.tsx'

/** Refusals of a sign-in through the plan's directory. */
const REFUSALS = {
  'directory-away': sentence.DIRECTORY_AWAY,
  'directory-refused': sentence.DIRECTORY_REFUSED,
  'directory-again': sentence.DIRECTORY_AGAIN,
  'not-invited': sentence.NOT_INVITED,
}

export function StaffLogin() {
  const found = useCall(staffSignIn, { cached: true })
  const way = found.state === 'ready' ? found.entity : 'password'
  return (
    <LoginPage
      heading="Plan staff sign in"
      intro={`For ${brand.name} staff only.`}
      refusals={REFUSALS}
      // Before the reply, a form could be one that the plan does not offer. If the call fails, passwords are offered.
      formless={found.state === 'loading' || way === 'oidc'}
      before={
        way === 'password' ? undefined : (target) => <WorkAccount target={target} hasPasswords={way === 'either'} />
      }
    />
  )
}

/** The link of an invitation leads here too: it can be accepted with the work account, or with a password. */
function WorkAccount({ target, hasPasswords }: { target: string; hasPasswords: boolean }) {
  const { area } = useAreaPages()
  const activateId = readMailedLink('activateId')
  const query = new URLSearchParams({ ...(activateId && { activateId }), TARGET: target })
  return (
    <>
      {activateId && <p>Sign in to accept your invitation.</p>}
      <p>
        <LinkButton href={`${INTERNAL_PATHS.area}/oidc?${query}`} onClick={() => saveReturnAddress(area, target)}>
          {sentence.WORK_ACCOUNT}
        </LinkButton>
      </p>
      {hasPasswords && activateId && (
        <p>
          <a href={`${PROVIDER_PATHS.registration}?activateId=${activateId}`}>Set a user name and password instead</a>
        </p>
      )}
    </>
  )
}
