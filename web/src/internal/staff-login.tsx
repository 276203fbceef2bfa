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
      links={
        <ul className="links">
          <li>
            <a href={INTERNAL_PATHS.forgotPassword}>Forgot your password?</a>
          </li>
        </ul>
      }
    />
  )
}
