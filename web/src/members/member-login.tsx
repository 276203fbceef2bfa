import { MEMBER_PATHS } from '@portico/core/constants'
import type { ReactNode } from 'react'
import { LinkButton } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { AREAS } from '../shell/area.ts'
import { LoginPage } from '../shell/login-form.tsx'
import { MemberServices } from './member-services.tsx'

/** `banners` are the plan's news, another area's to show: beside the form, which they must not push away while they come. */
export function MemberLogin({ banners }: { banners: ReactNode }) {
  return (
    <LoginPage
      area={AREAS.members}
      heading="Member sign in"
      intro="Your coverage, your claims and your ID card, whenever you need them."
      links={
        <ul className="links">
          <li>
            <a href={MEMBER_PATHS.forgotPassword}>Forgot your password?</a>
          </li>
        </ul>
      }
      aside={
        <div className="stack">
          {banners}
          <Card as="aside" aria-labelledby="new-here">
            <h2 className="aside-heading" id="new-here">
              First time here?
            </h2>
            <p>Register with your member ID card. It takes about five minutes.</p>
            <LinkButton look="line" href={MEMBER_PATHS.register}>
              Register
            </LinkButton>
            <h2 className="aside-heading">Questions?</h2>
            <MemberServices />
          </Card>
        </div>
      }
    />
  )
}
