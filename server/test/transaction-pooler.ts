import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import type { Connection } from './database.ts'

/**
 * A minimal pooler in transaction mode without authentication. Each transaction uses the last freed connection.
 * Like PgBouncer before 1.21, it does not track prepared statements. It queues pipelined messages of a client.
 */
export async function startTransactionPooler(login: Connection) {
  const free: Backend[] = []
  const all = new Set<Socket>()
  const server = createServer((client) => {
    let backend: Backend | undefined
    let received = Buffer.alloc(0)
    let turn = Promise.resolve()
    let isGreeted = false
    all.add(client)
    client.on('error', () => {})
    client.on('data', (data) => {
      if (!isGreeted) {
        isGreeted = true
        return client.write(Buffer.concat([message('R', int(0)), READY]))
      }
      received = Buffer.concat([received, data])
      for (let end = endOfQuestion(received); end; end = endOfQuestion(received)) {
        const question = received.subarray(0, end)
        received = received.subarray(end)
        turn = turn.then(() => answer(question)).catch(() => void client.destroy())
      }
    })

    async function answer(question: Buffer): Promise<void> {
      // A client that disconnects leaves the backend connections open.
      if (question.equals(GOODBYE)) return void client.end()
      backend ??= free.pop() ?? (await openBackend())
      const isFree = await backend.ask(question, (piece) => client.write(piece))
      if (!isFree) return
      free.push(backend)
      backend = undefined
    }
  })

  async function openBackend(): Promise<Backend> {
    const socket = createConnection(`${login.host}/.s.PGSQL.${login.port}`)
    all.add(socket)
    // Handles errors on an idle connection.
    socket.on('error', () => {})
    const backend = new Backend(socket)
    const body = Buffer.from(`user\0${login.user}\0database\0${login.database}\0\0`)
    await backend.ask(Buffer.concat([int(body.length + 8), int(196_608), body]), () => {})
    return backend
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

/** A backend connection that handles one message at a time. */
class Backend {
  readonly #socket: Socket

  constructor(socket: Socket) {
    this.#socket = socket
  }

  /** Forwards the whole reply, then resolves to true if no transaction is open. */
  async ask(question: Buffer, pass: (piece: Buffer) => void): Promise<boolean> {
    const socket = this.#socket
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    let seen = Buffer.alloc(0)
    const listen = (piece: Buffer) => {
      pass(piece)
      seen = Buffer.concat([seen, piece])
      const end = seen.subarray(-READY.length)
      if (end.subarray(0, -1).equals(READY.subarray(0, -1))) resolve(end.equals(READY))
    }
    const leave = () => reject(new Error('The database has closed the connection.'))
    socket.on('data', listen).once('error', leave).once('close', leave)
    socket.write(question)
    return promise.finally(() => socket.off('data', listen).off('error', leave).off('close', leave))
  }
}

/** End offset of the first complete message that gets a ReadyForQuery reply; 0 if it is incomplete. */
function endOfQuestion(received: Buffer): number {
  for (let at = 0; at + 5 <= received.length; ) {
    const end = at + 1 + received.readInt32BE(at + 1)
    if (end > received.length) return 0
    if (ASKING.includes(String.fromCharCode(received[at] ?? 0))) return end
    at = end
  }
  return 0
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const message = (kind: string, body: Buffer) => Buffer.concat([Buffer.from(kind), int(body.length + 4), body])

/** ReadyForQuery outside a transaction. */
const READY = message('Z', Buffer.from('I'))
/** Query, Sync and Terminate. */
const ASKING = ['Q', 'S', 'X']
const GOODBYE = message('X', Buffer.alloc(0))
