import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import type { Connection } from './database.ts'

/**
 * As much of a pooler in transaction mode as it takes: everybody is let in, and each transaction goes to the connection
 * that was free last. It knows nothing of statements with names, as PgBouncer before 1.21.
 */
export async function startTransactionPooler(login: Connection) {
  const free: Socket[] = []
  const all = new Set<Socket>()
  const server = createServer((client) => {
    let backend: Promise<Socket> | undefined
    let isGreeted = false
    all.add(client)
    client.on('error', () => {})
    client.on('data', async (data) => {
      if (!isGreeted) {
        isGreeted = true
        return client.write(Buffer.concat([message('R', int(0)), READY]))
      }
      // Whoever leaves leaves the pooler, and its connections stay.
      if (data.equals(GOODBYE)) return client.end()
      backend ??= takeBackend()
      const socket = await backend
      if (!socket.listenerCount('data'))
        socket.on('data', (answer) => {
          client.write(answer)
          if (!answer.subarray(-READY.length).equals(READY)) return
          socket.removeAllListeners('data')
          backend = undefined
          free.push(socket)
        })
      socket.write(data)
    })
  })

  async function takeBackend(): Promise<Socket> {
    const waiting = free.pop()
    if (waiting) return waiting
    const socket = createConnection(`${login.host}/.s.PGSQL.${login.port}`)
    all.add(socket)
    socket.on('error', () => {})
    const body = Buffer.from(`user\0${login.user}\0database\0${login.database}\0\0`)
    socket.write(Buffer.concat([int(body.length + 8), int(196_608), body]))
    for (let seen = Buffer.alloc(0); !seen.subarray(-READY.length).equals(READY); ) {
      const [data] = await once(socket, 'data')
      seen = Buffer.concat([seen, data])
    }
    return socket
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    for (const socket of all) socket.destroy()
  }
  return { config: { ...login, host: '127.0.0.1', port }, close }
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const message = (kind: string, body: Buffer) => Buffer.concat([Buffer.from(kind), int(body.length + 4), body])

/** What ends an answer outside a transaction. */
const READY = message('Z', Buffer.from('I'))
const GOODBYE = message('X', Buffer.alloc(0))
