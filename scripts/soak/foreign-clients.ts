import { spawnSync } from 'node:child_process'

const PACKAGES = ['apache2', 'libapache2-mod-auth-openidc', 'python3-authlib', 'python3-requests']

/** Installs OpenID clients that others wrote (Debian, as root) and runs their tests against a real portal. */
export function soakForeignClients(): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // The package's own Apache would listen on all addresses. The tests start theirs on a loopback port.
  const isolated = { ...env, RUNLEVEL: '1' }
  console.log(`Installing ${PACKAGES.join(', ')}…`)
  spawnSync('apt-get', ['update'], { env, stdio: 'ignore' })
  const install = ['install', '-y', '--no-install-recommends', ...PACKAGES]
  if (spawnSync('apt-get', install, { env: isolated, stdio: 'ignore' }).status !== 0) {
    console.log('The clients could not be installed. This needs Debian and root.')
    return false
  }
  const file = 'server/src/sign-on-hub/foreign-clients.test.ts'
  const test = ['node_modules/vitest/vitest.mjs', 'run', '--project=server', file]
  return spawnSync(process.execPath, test, { stdio: 'inherit' }).status === 0
}
