import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A minimal PostgreSQL server that only checks the password. */
export async function startPasswordServer() {
  const door = { password: '', port: 0, close: () => {} }
  const server = createServer((socket) => {
    let started = false
    socket.on('error', () => {})
    socket.on('data', (data) => {
      if (!started) {
        started = true
        socket.write(message('R', int(3)))
      } else if (data.toString('latin1', 0, 1) === 'p') {
        const given = data.toString('utf8', 5, data.length - 1)
        if (given === door.password) socket.write(Buffer.concat([message('R', int(0)), message('Z', Buffer.from('I'))]))
        else socket.end(message('E', Buffer.from('SFATAL\0C28P01\0Mno\0\0')))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  door.port = (server.address() as AddressInfo).port
  door.close = () => server.close()
  return door
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const message = (kind: string, body: Buffer) => Buffer.concat([Buffer.from(kind), int(body.length + 4), body])
