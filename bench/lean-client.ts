import { connect, type Socket } from 'node:net'

export type LeanRequest = { method: string; path: string; headers?: Record<string, string>; body?: string | undefined }
export type Reply = { status: number; head: string; readBody(): string }
export type LeanClient = { send(request: LeanRequest): Promise<Reply>; close(): void }

/**
 * Minimal HTTP client with keep-alive connections. It uses little CPU, because the measured server shares its cores. It
 * supports only replies with a Content-Length, which the portal always sends.
 */
export function openLeanClient(port: number): LeanClient {
  const idle: Socket[] = []
  const open = () => connect({ port, host: '127.0.0.1', noDelay: true }).on('error', () => {})
  return {
    async send(request) {
      let socket = idle.pop()
      // The server closes idle connections.
      while (socket?.destroyed) socket = idle.pop()
      socket ??= open()
      const reply = readReply(socket)
      socket.write(writeRequest(port, request))
      const read = await reply
      idle.push(socket)
      return read
    },
    close() {
      for (const socket of idle.splice(0)) socket.destroy()
    },
  }
}

const LENGTH = /^content-length: (\d+)/im
const HEAD_END = '\r\n\r\n'

function readReply(socket: Socket): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const body: Buffer[] = []
    let head = ''
    let left = 0
    const read = (chunk: Buffer) => {
      if (left === 0) {
        const end = chunk.indexOf(HEAD_END)
        head = chunk.toString('latin1', 0, end)
        left = end + HEAD_END.length + Number(LENGTH.exec(head)?.[1])
        body.push(chunk.subarray(end + HEAD_END.length))
      } else body.push(chunk)
      left -= chunk.length
      if (left > 0) return
      socket.off('data', read).off('close', fail)
      if (left === 0)
        resolve({ status: Number(head.slice(9, 12)), head, readBody: () => Buffer.concat(body).toString() })
      else fail()
    }
    const fail = () => reject(new Error('The connection closed, or the reply has no valid Content-Length.'))
    socket.on('data', read).on('close', fail)
  })
}

function writeRequest(port: number, { method, path, headers = {}, body }: LeanRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join('')}${length}\r\n${body ?? ''}`
}

/** The cookies a reply sets. */
export const cookiesOf = ({ head }: Reply): { name: string; value: string }[] =>
  [...head.matchAll(/^set-cookie: ([^=]+)=([^;\r]*)/gim)].map(([, name = '', value = '']) => ({ name, value }))
