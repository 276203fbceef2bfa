import { get, post } from '@portico/core/call'
import { keyedId } from '@portico/core/shapes'
import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { translateIds, wireIds } from './wire-id.ts'

const key = 'a-secret-key-for-tests-only-000000000000'
const ids = wireIds(key)

describe('wire ids', () => {
  test('encodes one row of one kind, the same each time', () => {
    for (const id of ['1', '2', '9007199254740993', '9223372036854775807']) {
      const wire = ids.encode('grant', id)
      expect(wire).toMatch(/^[\w-]{22}$/)
      expect(wireIds(key).encode('grant', id)).toBe(wire)
      expect(ids.decode('grant', wire)).toBe(id)
      expect(ids.decode('contract', wire)).toBe('0')
      expect(ids.encode('contract', id)).not.toBe(wire)
    }
  })

  test('reveals nothing about neighboring rows, and differs under another key', () => {
    const bytes = ['41', '42'].map((id) => [...Buffer.from(ids.encode('grant', id), 'base64url')])
    const same = bytes[0]?.filter((byte, at) => byte === bytes[1]?.[at]).length
    expect(same).toBeLessThan(4)
    expect(wireIds(`${key}1`).decode('grant', ids.encode('grant', '41'))).toBe('0')
  })

  test('decodes a forged, cut, changed or differently written id to no row', () => {
    const wire = ids.encode('grant', '41')
    const last = wire.at(-1) === 'A' ? 'Q' : 'A'
    const made = ['', '41', 'nobody', wire.slice(1), `${wire}A`, `${wire}==`, ` ${wire}`, `${wire.slice(0, -1)}${last}`]
    for (const other of made) expect(ids.decode('grant', other), other).toBe('0')
    // The last two characters hold four bits more than sixteen bytes need: only one spelling is valid.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const ways = [...alphabet].filter((letter) => ids.decode('grant', wire.slice(0, -1) + letter) !== '0')
    expect(ways).toEqual([wire.at(-1)])
  })
})

describe('ids in calls', () => {
  const Row = Type.Object({ grantId: keyedId('grant'), name: Type.String() })
  const described = { says: 'x', entity: Type.Object({ rows: Type.Array(Row), one: Type.Optional(Row) }) }

  test('translates ids wherever a call declares them, and nothing else', () => {
    const call = post('/rest/x', 'public', {
      ...described,
      body: Type.Object({ grantIds: Type.Array(keyedId('grant')), note: Type.String() }),
    })
    const { read, write } = translateIds(call, ids)
    expect(read({ grantIds: [ids.encode('grant', '7'), '7'], note: '7' })).toEqual({ grantIds: ['7', '0'], note: '7' })
    const entity = { rows: [{ grantId: '7', name: '7' }], one: { grantId: '8', name: '' } }
    const written = { grantId: ids.encode('grant', '7'), name: '7' }
    expect(write(entity)).toEqual({ rows: [written], one: { grantId: ids.encode('grant', '8'), name: '' } })
    expect(entity.rows[0]?.grantId).toBe('7')
    expect(write({ rows: [] })).toEqual({ rows: [] })
  })

  test('leaves a call without ids alone', () => {
    const { read, write } = translateIds(get('/rest/x', 'public', { says: 'x', entity: Type.Boolean() }), ids)
    const entity = { id: '7' }
    expect(read(entity)).toBe(entity)
    expect(write(entity)).toBe(entity)
  })

  test('refuses to mount a call that declares an id where it would not be found', () => {
    const call = get('/rest/x', 'public', { says: 'x', entity: Type.Union([Row, Type.Null()]) })
    expect(() => translateIds(call, ids)).toThrow('/rest/x declares an id in an unsupported position')
  })
})
