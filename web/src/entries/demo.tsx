import { DemoPage } from '../demo/demo-page.tsx'
import { Layout } from '../shell/layout.tsx'
import { mountApp } from '../shell/mount.tsx'

mountApp(
  <Layout>
    <DemoPage />
  </Layout>,
)
