import { NEED_PARAMETER, type StepUpNeed } from '@portico/core/sign-on-hub/scopes'
import { factorChoices } from '@portico/core/signon/factors/calls'
import type { FactorChoices, FactorKind, ProofKind } from '@portico/core/signon/factors/shapes'
import { useEffect, useState } from 'react'
import { Card } from '#kit/card.tsx'
import { Checkbox, type ChoiceOption, RadioCards } from '#kit/choice.tsx'
import { Note } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { isUnauthorized } from '#shell/gateway/gateway.ts'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { Page } from '#shell/layout/layout.tsx'
import { expiredLogoutUrl } from '#shell/router/area.ts'
import { useAreaPages } from '#shell/router/pages.ts'
import { canUsePasskeys } from '#shell/sign-in/passkeys.ts'
import { ProveFactor } from '#shell/sign-in/prove-factor.tsx'
import { SetUp } from '#shell/sign-in/set-up.tsx'
import '#shell/sign-in/factors.css'

/** Between the password and the requested page: proves or sets up the second factor (behaviour 11.18). */
export function FactorPage() {
  const { area } = useAreaPages()
  const choices = useCall(factorChoices, { dropOnUnmount: true })
  const query = new URLSearchParams(location.search)
  const target = query.get('TARGET') ?? area.home
  const isExpired = choices.state === 'failed' && isUnauthorized(choices.reply)
  // An application can ask a signed-in user for a new or stronger proof.
  const need = query.get(NEED_PARAMETER)
  const isDone = choices.state === 'ready' && choices.entity.due === '' && need === null
  useEffect(() => {
    if (isExpired) location.assign(expiredLogoutUrl(area))
    if (isDone) location.assign(area.home)
  }, [isExpired, isDone, area])
  return (
    <Page narrow>
      <Card>
        <Loading of={choices} label="Loading your second factor">
          {(found) => {
            if (found.due === 'setUp') return <SetUpNow {...{ found, target }} />
            if (found.due === 'prove' || need === null) return <ProveNow {...{ found, target }} />
            return <ProveForApplication {...{ found, target }} need={need} />
          }}
        </Loading>
        <p className="after-entries">
          <a href={area.logout}>Sign out</a>
        </p>
      </Card>
    </Page>
  )
}

type FactorStepProps = { found: FactorChoices; target: string }

const openPage = (address: string) => location.assign(address)

function ProveNow({ found, target }: FactorStepProps) {
  const [trustDevice, setTrustDevice] = useState(false)
  const usable = found.kinds.filter((kind) => kind !== 'passkey' || canUsePasskeys())
  return (
    <>
      <PageHeading>One more step</PageHeading>
      <p>Confirm it’s you to finish signing in.</p>
      <ProveFactor
        choices={{ ...found, kinds: usable }}
        finishing={{ target, trustDevice }}
        onProved={openPage}
        label="Continue"
      >
        <Checkbox
          name="trustDevice"
          label="Remember this device for 30 days"
          description="Don’t select this on a shared computer."
          checked={trustDevice}
          onChange={(event) => setTrustDevice(event.target.checked)}
        />
      </ProveFactor>
      {found.passkeysElsewhere && (
        <p className="soft small">You have a passkey for another of the plan’s websites. It doesn’t work here.</p>
      )}
      <FactorHelp />
    </>
  )
}

const NEEDED: Record<StepUpNeed, string> = { again: 'another proof', factor: 'a second factor', passkey: 'a passkey' }
const isNeed = (need: string): need is StepUpNeed => need in NEEDED

/** Proofs that meet the application's request. A work account that had no second factor will have none again. */
function findAccepted(kinds: readonly ProofKind[], need: string): ProofKind[] {
  const usable = kinds.filter((kind) => kind !== 'passkey' || canUsePasskeys())
  if (need === 'passkey') return usable.filter((kind) => kind === 'passkey')
  return need === 'factor' ? usable.filter((kind) => kind !== 'password' && kind !== 'directory') : usable
}

/** For a signed-in user, whom an application asks for a new or stronger proof. */
function ProveForApplication({ found, target, need }: FactorStepProps & { need: string }) {
  const { area } = useAreaPages()
  const kinds = findAccepted(found.kinds, need)
  return (
    <>
      <PageHeading>Confirm it’s you</PageHeading>
      {kinds.length > 0 ? (
        <>
          <p>The application you are opening asks you to confirm your identity.</p>
          <ProveFactor choices={{ ...found, kinds }} finishing={{ target }} onProved={openPage} label="Continue" />
        </>
      ) : (
        <>
          <p>The application you are opening needs {NEEDED[isNeed(need) ? need : 'again']}, and you have none here.</p>
          <p>
            Add one in <a href={`${area.profile}#second-factor`}>your profile</a>, then open the application again.
          </p>
        </>
      )}
    </>
  )
}

function FactorHelp() {
  return (
    <details className="lost-it">
      <summary>Can’t use any of these?</summary>
      <p>
        Use one of your recovery codes. If you have none left, ask your office’s administrator or call us to have your
        second factor reset. You’ll confirm the reset by email, and it takes effect 24 hours later.
      </p>
    </details>
  )
}

export const FACTOR_OPTIONS: Record<FactorKind, ChoiceOption<FactorKind>> = {
  passkey: {
    value: 'passkey',
    label: 'Passkey',
    description: 'Your fingerprint, face or PIN on this device. The fastest and safest option.',
  },
  app: {
    value: 'app',
    label: 'Authenticator app',
    description: 'A 6-digit code from an app on your phone, after your password.',
  },
  email: { value: 'email', label: 'Code by email', description: 'A 6-digit code by email, after your password.' },
}

function SetUpNow({ found, target }: FactorStepProps) {
  const kinds = found.canSetUp.filter((kind) => kind !== 'passkey' || canUsePasskeys())
  const [kind, setKind] = useState<FactorKind | ''>('')
  return (
    <>
      <PageHeading>Set up your second factor</PageHeading>
      <Note>
        <p>Your role now needs a second factor, so a password alone isn’t enough to sign in.</p>
      </Note>
      {kind === '' ? (
        <RadioCards
          legend="What do you want to use?"
          name="factor"
          options={kinds.map((one) => FACTOR_OPTIONS[one])}
          value={kind}
          onPick={setKind}
        />
      ) : (
        <SetUp
          kind={kind}
          sentTo={found.sentTo}
          finishing={{ target }}
          onAdded={openPage}
          onCancel={() => setKind('')}
        />
      )}
    </>
  )
}
