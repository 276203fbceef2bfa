import { PROVIDER_PATHS } from '@portico/core/constants'
import { PublicLayout } from '#shell/layout/public-layout.tsx'
import { mountApp } from '#shell/mount.tsx'
import { Wizard } from '../registration/wizard.tsx'

mountApp('registration', {
  content: (
    <PublicLayout home={PROVIDER_PATHS.login}>
      <Wizard />
    </PublicLayout>
  ),
})
