import { DemoPage } from '../demo/demo-page.tsx'
import { Layout } from '../shell/layout/layout.tsx'
import { mountApp } from '../shell/router/mount.tsx'

mountApp('demo', {
  content: (
    <Layout>
      <DemoPage />
    </Layout>
  ),
})
