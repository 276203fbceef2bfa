import { DEMO_PATH } from '@portico/core/constants'
import { DEMO_APP_IDS } from '@portico/core/demo-book'
import { pageAddress } from '#kit/page-address.ts'
import { Layout } from '#shell/layout/layout.tsx'
import { mountApp } from '#shell/mount.tsx'
import { DemoAppPage } from '../demo/demo-app-page.tsx'
import { DemoPage } from '../demo/demo-page.tsx'

function CurrentPage() {
  const { pathname } = pageAddress()
  const app = DEMO_APP_IDS.find((id) => pathname === `${DEMO_PATH}/${id}`)
  return app ? <DemoAppPage app={app} /> : <DemoPage />
}

mountApp('demo', {
  content: (
    <Layout>
      <CurrentPage />
    </Layout>
  ),
})
