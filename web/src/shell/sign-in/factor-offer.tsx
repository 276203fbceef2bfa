import { formatDay } from '@portico/core/forms/moments'
import { putOfferAway } from '@portico/core/signon/factors/calls'
import type { Me } from '@portico/core/signon/shapes'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button, LinkButton } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { useHydrated } from '#kit/hydration.tsx'
import { Alert } from '#kit/note.tsx'
import { Skeleton } from '#kit/waiting.tsx'
import { useGateway } from '../gateway/gateway-context.tsx'
import { useMe } from '../session/me.ts'
import { canUsePasskeys } from './passkeys.ts'

const SetUp = lazy(async () => ({ default: (await import('./set-up.tsx')).SetUp }))

type Step = 'offer' | 'set-up' | 'done' | 'dismissed'

/**
 * Offers a passkey on home and creates it in place. The user can dismiss it, unless a factor will be required
 * (behaviour 11.25).
 */
export function FactorOffer({ me, profile }: { me: Me; profile: string }) {
  const gateway = useGateway()
  const { reload } = useMe()
  const [step, setStep] = useState<Step>('offer')
  if (step === 'dismissed' || (step === 'offer' && !me.offerFactor)) return null
  const dismiss = () => {
    setStep('dismissed')
    void gateway.call(putOfferAway)
  }
  const finish = () => {
    setStep('done')
    reload()
  }
  return (
    <TitledCard id="factor-offer" heading="Sign in faster and safer next time">
      {step === 'done' && <Alert tone="ok">Your passkey is set up. We signed you out on your other devices.</Alert>}
      {step === 'set-up' && (
        <Suspense fallback={<Skeleton label="Loading" lines={3} />}>
          <SetUp kind="passkey" startsAtOnce onAdded={finish} onCancel={() => setStep('offer')} />
        </Suspense>
      )}
      {step === 'offer' && (
        <Offer me={me} profile={profile} onStart={() => setStep('set-up')}>
          {!me.factorRequiredOn && (
            <Button look="line" onClick={dismiss}>
              Not now
            </Button>
          )}
        </Offer>
      )}
    </TitledCard>
  )
}

type OfferProps = { me: Me; profile: string; onStart: () => void; children: ReactNode }

function Offer({ me, profile, onStart, children }: OfferProps) {
  // The server cannot know whether the browser has passkeys.
  const canStart = useHydrated() && canUsePasskeys()
  return (
    <>
      <p>
        With a passkey, you sign in with your fingerprint, face or device PIN. No password or code needed.
        {me.factorRequiredOn &&
          ` Starting ${formatDay(me.factorRequiredOn)}, your role needs a second factor to sign in.`}
      </p>
      <div className="row">
        {canStart ? (
          <Button onClick={onStart}>Set it up</Button>
        ) : (
          <LinkButton href={`${profile}#second-factor`}>Set it up</LinkButton>
        )}
        {children}
      </div>
    </>
  )
}
