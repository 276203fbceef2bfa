import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

function captureLog() {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { log: createLog({ level: 'trace' }, stream), text: () => lines.join('') }
}

describe('the log', () => {
  it('redacts secrets and personal data, even if a whole object is logged', () => {
    const { log, text } = captureLog()
    const person = { userName: 'Canary1', email: 'canary@example.org', password: 'Canary2', phone: '5125550199' }
    log.info({ ...person, body: { a: 'Canary3' } }, 'one')
    log.info({ model: { ...person, lastSsn: '9471' } }, 'two')
    log.info({ outer: { inner: { ...person, token: 'Canary4' } } }, 'three')
    log.info({ people: [person] }, 'four')
    log.child({ ...person, reqId: 'kept' }).info({ place: 'kept too' }, 'five')
    expect(text()).not.toMatch(/canary|5125550199|9471/i)
    expect(text().match(/"msg"/g)).toHaveLength(5)
    expect(JSON.parse(text().trim().split('\n').at(-1) ?? '')).toMatchObject({
      userName: '[removed]',
      reqId: 'kept',
      place: 'kept too',
    })
    expect(person.userName).toBe('Canary1')
  })

  it('logs of a database error only what it does not quote from the data', () => {
    const { log, text } = captureLog()
    const error = Object.assign(new Error('duplicate key (email)=(canary@example.org)'), {
      severity: 'ERROR',
      code: '23505',
      detail: 'Key (email)=(canary@example.org) already exists.',
      constraint: 'account_username_key_key',
      table: 'account',
    })
    log.error({ err: error }, 'request failed')
    expect(text()).not.toContain('canary')
    expect(JSON.parse(text())).toMatchObject({
      err: { code: '23505', constraint: 'account_username_key_key', table: 'account', message: 'database error' },
    })
  })

  it('logs where another error happened', () => {
    const { log, text } = captureLog()
    log.error({ err: new TypeError('x is not a function') }, 'request failed')
    expect(JSON.parse(text()).err).toMatchObject({
      message: 'x is not a function',
      stack: expect.stringContaining('log.test'),
    })
  })
})
