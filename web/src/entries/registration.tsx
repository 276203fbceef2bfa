import { PROVIDER_PATHS } from '@portico/core/constants'
import { Wizard } from '../registration/wizard.tsx'
import { Layout } from '../shell/layout.tsx'
import { mountApp } from '../shell/mount.tsx'

mountApp(
  <Layout home={PROVIDER_PATHS.login}>
    <Wizard />
  </Layout>,
)
