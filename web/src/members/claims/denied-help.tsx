import { TitledCard } from '#kit/card.tsx'
import { brand } from '#shell/brands/brand.ts'
import { memberServicesTel } from '#shell/brands/member-services.tsx'

export const DENIED_HELP_ID = 'denied-claims'

/** The next steps after a denial. Deadlines of an appeal depend on the coverage, so the plan's letter gives them. */
export function DeniedHelp() {
  return (
    <TitledCard id={DENIED_HELP_ID} heading="If a claim was denied">
      <ol>
        <li>
          Read the reason below the status. Often the provider only has to correct the claim or send more details.
        </li>
        <li>
          Call Member Services at{' '}
          <a className="nowrap" href={memberServicesTel}>
            {brand.memberServicesPhone}
          </a>{' '}
          ({brand.memberServicesHours}) with the claim number. Do this before you pay a bill for it.
        </li>
        <li>
          If you don’t agree, you can appeal. The letter about the claim (Explanation of Benefits) says how, and by
          when. Member Services can send it again and help you with the appeal.
        </li>
      </ol>
    </TitledCard>
  )
}
