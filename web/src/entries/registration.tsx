import { PROVIDER_PATHS } from '@portico/core/constants'
import { Wizard } from '../registration/wizard.tsx'
import { mountApp } from '../shell/mount.tsx'
import { PublicLayout } from '../shell/public-layout.tsx'

mountApp('registration', {
  content: (
    <PublicLayout home={PROVIDER_PATHS.login}>
      <Wizard />
    </PublicLayout>
  ),
})
