import { DemoPage } from '../demo/demo-page.tsx'
import { Layout } from '../shell/layout.tsx'
import { mountApp } from '../shell/mount.tsx'

mountApp('demo', {
  content: (
    <Layout>
      <DemoPage />
    </Layout>
  ),
})
