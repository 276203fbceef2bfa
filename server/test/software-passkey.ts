import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Assertion, NewPasskey, PasskeyCreation, PasskeyRequest } from '@portico/core/signon/factors/shapes'

/** A software passkey that behaves like a phone or a security key, or like a malicious one. */
export type SoftwarePasskey = ReturnType<typeof createSoftwarePasskey>

/** The fields that it forges. */
type Lies = { origin?: string; rpId?: string; counter?: number; unverified?: boolean; userHandle?: string }
/** Where it lives: bound to its device, or synced between devices. */
type Home = { origin?: string; isSynced?: boolean }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

const PRESENT = 0x01
const VERIFIED = 0x04
const CAN_SYNC = 0x08
const NEW_KEY = 0x40

export function createSoftwarePasskey({ origin: home = 'http://localhost', isSynced = false }: Home = {}) {
  const kind = isSynced ? CAN_SYNC : 0
  const credentialId = randomBytes(32)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = credentialId.toString('base64url')
  const named = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  let handle = ''

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const authenticatorData = (rpId: string, flags: number, counter: number, key = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, key])
  }

  return {
    id,
    create({ challenge, rp, user }: PasskeyCreation, lies: Lies = {}): NewPasskey {
      handle = user.id
      const key = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        cose(publicKey),
      ])
      const flags = PRESENT | NEW_KEY | kind | (lies.unverified ? 0 : VERIFIED)
      const data = authenticatorData(lies.rpId ?? rp.id, flags, lies.counter ?? 0, key)
      const clientDataJSON = clientData('webauthn.create', challenge, lies.origin ?? home).toString('base64url')
      return { ...named, response: { clientDataJSON, attestationObject: attest(data).toString('base64url') } }
    },
    get({ challenge, rpId }: PasskeyRequest, lies: Lies = {}): Assertion {
      const client = clientData('webauthn.get', challenge, lies.origin ?? home)
      const flags = PRESENT | kind | (lies.unverified ? 0 : VERIFIED)
      const data = authenticatorData(lies.rpId ?? rpId, flags, lies.counter ?? 0)
      const signed = createSign('sha256').update(Buffer.concat([data, sha256(client)]))
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signed.sign(privateKey).toString('base64url'),
          userHandle: lies.userHandle ?? handle,
        },
      }
    },
  }
}

/** The public key in COSE format: an elliptic curve key for ES256. */
function cose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = (at: number, value: string) =>
    Buffer.concat([Buffer.from([at, 0x58, 32]), Buffer.from(value, 'base64url')])
  return Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]), point(0x21, x), point(0x22, y)])
}

/** The attestation object in CBOR, without attestation ('none'). */
function attest(data: Buffer): Buffer {
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length)
  const bytes = Buffer.concat([Buffer.from([0x59]), length, data])
  return Buffer.concat([
    Buffer.from([0xa3]),
    ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), bytes],
  ])
}
