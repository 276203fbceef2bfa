import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export const APACHE = '/usr/sbin/apache2'
export const APACHE_MODULE = '/usr/lib/apache2/modules/mod_auth_openidc.so'

const MODULES = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'mime', 'include', 'auth_openidc']
const PAGE = '<p>name=<!--#echo var="OIDC_CLAIM_name" --> token=<!--#echo var="OIDC_access_token" --></p>\n'

type ApacheClient = { issuer: string; clientId: string; clientSecret: string; port: number }

export const apacheAddresses = (port: number) => ({
  redirect: `http://localhost:${port}/protected/callback`,
  logout: `http://localhost:${port}/protected/callback?logout=backchannel`,
  signedOut: `http://localhost:${port}/`,
})

/** Starts Apache with mod_auth_openidc on a loopback port; returns what stops it. */
export async function startApache(client: ApacheClient): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-apache-'))
  await chmod(folder, 0o755)
  for (const page of ['', 'protected', 'protected/fresh', 'protected/staff']) {
    await mkdir(join(folder, 'www', page), { recursive: true })
    await writeFile(join(folder, 'www', page, 'index.shtml'), page ? PAGE : '<p>You are signed out.</p>\n')
  }
  await writeFile(join(folder, 'apache.conf'), describe(client, folder))
  const child = spawn(APACHE, ['-f', join(folder, 'apache.conf'), '-DFOREGROUND'], { stdio: 'ignore' })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  const answers = () =>
    fetch(apacheAddresses(client.port).signedOut).then(
      () => true,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null)
      throw new Error(await readFile(join(folder, 'error.log'), 'utf8').catch(() => 'No log'))
    await wait(50)
  }
  return stop
}

const describe = ({ issuer, clientId, clientSecret, port }: ApacheClient, folder: string): string => `
ServerName localhost
ServerRoot /usr/lib/apache2
PidFile ${folder}/apache.pid
Listen 127.0.0.1:${port}
User www-data
Group www-data
ErrorLog ${folder}/error.log
${MODULES.map((name) => `LoadModule ${name}_module modules/mod_${name}.so`).join('\n')}
TypesConfig /etc/mime.types
AddType text/html .shtml
AddOutputFilter INCLUDES .shtml
DirectoryIndex index.shtml
DocumentRoot ${folder}/www
OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret ${clientSecret}
OIDCRedirectURI ${apacheAddresses(port).redirect}
OIDCCryptoPassphrase ${randomBytes(32).toString('hex')}
OIDCScope "openid profile access"
OIDCPKCEMethod S256
<Directory ${folder}/www>
  Options +Includes
  Require all granted
</Directory>
<Location /protected>
  AuthType openid-connect
  # The test's browser does not look like one: it has no Sec-Fetch headers of a page.
  OIDCUnAuthAction auth true
  Require claim roles:SAA
</Location>
# A back-channel logout comes from the portal, not from a person with claims.
<Location /protected/callback>
  Require valid-user
</Location>
# Tokens last five minutes, so every request refreshes.
<Location /protected/fresh>
  OIDCRefreshAccessTokenBeforeExpiry 600
</Location>
<Location /protected/staff>
  Require claim staff_roles:ADMINISTRATOR
</Location>
`
