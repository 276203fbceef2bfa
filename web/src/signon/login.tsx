import { PROVIDER_PATHS } from '@portico/core/constants'
import { FIRST_TIME_REGISTRATION } from '@portico/core/forms/messages'
import type { ReactNode } from 'react'
import { ProviderServices } from '#shell/layout/layout.tsx'
import { LoginPage, NewHere } from '#shell/sign-in/login-form.tsx'

export function ProviderLogin({ banners }: { banners?: ReactNode }) {
  return (
    <LoginPage
      heading="Provider sign in"
      intro="Sign in with the user name and password of your own account."
      aside={
        <NewHere
          banners={banners}
          heading="New here?"
          about="Register with the National Provider Identifier (NPI) of the provider you work for."
          register={{ href: PROVIDER_PATHS.registration, label: FIRST_TIME_REGISTRATION }}
          help={<ProviderServices />}
        />
      }
    />
  )
}
