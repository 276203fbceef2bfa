import { INTERNAL_PATHS } from '@portico/core/constants'
import { AREAS } from '../shell/area.ts'
import { brand } from '../shell/brand.ts'
import { LoginPage } from '../shell/login-form.tsx'

export function StaffLogin() {
  return (
    <LoginPage
      area={AREAS.internal}
      heading="Plan staff sign in"
      intro={`For ${brand.name} staff only.`}
      links={[{ href: INTERNAL_PATHS.forgotPassword, label: 'Forgot your password?' }]}
    />
  )
}
