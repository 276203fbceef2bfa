import { MEMBER_PATHS } from '@portico/core/constants'
import type { ReactNode } from 'react'
import { MemberServices } from '#shell/brands/member-services.tsx'
import { LoginPage, NewHere } from '#shell/sign-in/login-form.tsx'

export function MemberLogin({ banners }: { banners: ReactNode }) {
  return (
    <LoginPage
      heading="Member sign in"
      intro="Your coverage, your claims and your ID card, whenever you need them."
      aside={
        <NewHere
          banners={banners}
          heading="First time here?"
          about="Register with your member ID card. It takes about five minutes."
          register={{ href: MEMBER_PATHS.register, label: 'Register' }}
          help={<MemberServices />}
        />
      }
    />
  )
}
