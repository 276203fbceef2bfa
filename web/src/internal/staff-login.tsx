import { brand } from '../shell/layout/brand.ts'
import { LoginPage } from '../shell/sign-in/login-form.tsx'

export function StaffLogin() {
  return <LoginPage heading="Plan staff sign in" intro={`For ${brand.name} staff only.`} />
}
