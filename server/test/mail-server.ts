import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** Starts a real mail server on a free port; `received` has every message that it accepted. */
export async function startMailServer(port = 0, refuse?: { code: number; at?: 'greeting' | 'sender' }) {
  const received: string[] = []
  const answerAt = (at: 'greeting' | 'sender' | undefined) =>
    refuse && refuse.at === at ? Object.assign(new Error('no'), { responseCode: refuse.code }) : null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect: (_session, done) => done(answerAt('greeting')),
    onMailFrom: (_address, _session, done) => done(answerAt('sender')),
    onRcptTo: (_address, _session, done) => done(answerAt(undefined)),
    onData(stream, _session, done) {
      // A sender may be killed in the middle of a message; such a message does not count.
      text(stream).then((message) => {
        received.push(message)
        done()
      }, done)
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const stop = () => new Promise<void>((resolve) => server.close(resolve))
  return { received, port: (server.server.address() as AddressInfo).port, stop }
}
