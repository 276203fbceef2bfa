import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

type Target = { host: string; port: number }
type Pair = { client: Socket; backend: Socket }

/**
 * A TCP proxy in front of a database. A stalled connection stays open and forwards nothing, as if a firewall dropped
 * its packets.
 */
export async function startStallingProxy<Login extends Target>(login: Login) {
  const pairs = new Set<Pair>()
  let stallsNew = false
  let opened = 0
  const server = createServer((client) => {
    const backend = login.host.startsWith('/')
      ? createConnection(`${login.host}/.s.PGSQL.${login.port}`)
      : createConnection(login.port, login.host)
    const pair = { client, backend }
    pairs.add(pair)
    opened += 1
    client.on('error', () => {}).on('close', () => end(pair))
    backend.on('error', () => {}).on('close', () => end(pair))
    if (stallsNew) stall(pair)
    else client.pipe(backend).pipe(client)
  })

  function end(pair: Pair): void {
    pairs.delete(pair)
    pair.client.destroy()
    pair.backend.destroy()
  }

  function stall({ client, backend }: Pair): void {
    client.unpipe(backend)
    backend.unpipe(client)
    // Reads on, so that the end of a connection is noticed.
    client.on('data', () => {}).resume()
    backend.on('data', () => {}).resume()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    config: { ...login, host: '127.0.0.1', port },
    /** Stalls all open connections. New ones work. */
    stallOpen: () => pairs.forEach(stall),
    /** Stalls open and new connections, like a database that was stopped. */
    stallAll() {
      stallsNew = true
      pairs.forEach(stall)
    },
    /** New connections work again. Stalled ones stay so. */
    resume() {
      stallsNew = false
    },
    count: () => ({ open: pairs.size, opened }),
    close() {
      server.close()
      pairs.forEach(end)
    },
  }
}
