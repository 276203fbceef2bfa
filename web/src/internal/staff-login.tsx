import { brand } from '../shell/brand.ts'
import { LoginPage } from '../shell/login-form.tsx'

export function StaffLogin() {
  return <LoginPage heading="Plan staff sign in" intro={`For ${brand.name} staff only.`} />
}
