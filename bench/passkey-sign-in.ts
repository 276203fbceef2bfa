import { Agent, request } from 'node:http'
import type { Call } from '@portico/core/call'
import { PROVIDER_BASE, PROVIDER_PATHS } from '@portico/core/constants'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import { addPasskey, passkeyChallenge, passkeySignIn, startPasskey } from '@portico/core/signon/factors/calls'
import type { PasskeyCreation, PasskeyRequest, Proved } from '@portico/core/signon/factors/shapes'
import { DEMO_PASSWORD } from '../server/src/demo/seed/demo-access.ts'
import { createSoftwarePasskey } from '../server/test/software-passkey.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const OWNER = 'demosolo'

type Cookies = Map<string, string>

/** Opens a browser at the host name of the default brand, to which passkeys are bound. */
function openBrowser(port: number) {
  const cookies: Cookies = new Map()
  const host = `localhost:${port}`
  const send = (method: string, path: string, type: string, body = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const token = decodeURIComponent(cookies.get('XSRF-TOKEN') ?? '')
      const headers = { host, origin: `http://${host}`, cookie, 'x-xsrf-token': token, 'content-type': type }
      const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (reply) => {
        for (const line of reply.headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        let text = ''
        reply.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        reply.on('end', () => resolve(text))
      })
      sent.on('error', reject)
      sent.end(method === 'GET' ? undefined : body)
    })
  return {
    open: () => send('GET', PROVIDER_PATHS.login, 'text/plain'),
    signIn: (user: string) => {
      const fields = new URLSearchParams({ USER: user, PASSWORD: DEMO_PASSWORD, TARGET: PROVIDER_PATHS.home })
      return send('POST', SIGN_ON_PATH, 'application/x-www-form-urlencoded', fields.toString())
    },
    post: async <Entity>({ path }: Pick<Call, 'path'>, input: object = {}): Promise<Entity> => {
      const reply = await send('POST', PROVIDER_BASE + path, 'application/json', JSON.stringify(input))
      const { status, entity } = JSON.parse(reply)
      if (status !== 200) throw new Error(`${path} ${reply}`)
      return entity
    },
  }
}

/** Creates a passkey for a user and returns a function that signs in with it. */
export async function preparePasskey(port: number): Promise<() => Promise<boolean>> {
  const passkey = createSoftwarePasskey({ origin: `http://localhost:${port}` })
  const owner = openBrowser(port)
  await owner.open()
  await owner.signIn(OWNER)
  const challenge = await owner.post<PasskeyCreation>(startPasskey)
  await owner.post(addPasskey, { passkey: passkey.create(challenge) })
  return async () => {
    const browser = openBrowser(port)
    await browser.open()
    const assertion = passkey.get(await browser.post<PasskeyRequest>(passkeyChallenge))
    const { location } = await browser.post<Proved>(passkeySignIn, { assertion, target: PROVIDER_PATHS.home })
    return location === PROVIDER_PATHS.home
  }
}
