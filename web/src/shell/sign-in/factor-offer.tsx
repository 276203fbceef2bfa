import { putOfferAway } from '@portico/core/factors/calls'
import { formatDay } from '@portico/core/forms/moments'
import type { Me } from '@portico/core/signon/shapes'
import { useState } from 'react'
import { Button, LinkButton } from '../../kit/button.tsx'
import { TitledCard } from '../../kit/card.tsx'
import { useGateway } from '../gateway/gateway-context.tsx'

/** Offers a second factor on home. The user can dismiss it, unless a factor will be required (behaviour 11.25). */
export function FactorOffer({ me, profile }: { me: Me; profile: string }) {
  const gateway = useGateway()
  const [dismissed, setDismissed] = useState(false)
  if (!me.offerFactor || dismissed) return null
  const dismiss = () => {
    setDismissed(true)
    void gateway.call(putOfferAway)
  }
  return (
    <TitledCard id="factor-offer" heading="Sign in faster and safer next time">
      <p>
        With a passkey, you sign in with your fingerprint, face or device PIN. No password or code needed.
        {me.factorRequiredOn &&
          ` Starting ${formatDay(me.factorRequiredOn)}, your role needs a second factor to sign in.`}
      </p>
      <div className="row">
        <LinkButton href={`${profile}#second-factor`}>Set it up</LinkButton>
        {!me.factorRequiredOn && (
          <Button look="line" onClick={dismiss}>
            Not now
          </Button>
        )}
      </div>
    </TitledCard>
  )
}
