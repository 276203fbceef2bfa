import { createHash, sign, verify, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import type { SigningCertificate } from '../keys/signing-certificate.ts'

const { asn1 } = forge
const { Class, Type } = asn1

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
} as const

const sequence = (...items: forge.asn1.Asn1[]) => asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, items)
const set = (...items: forge.asn1.Asn1[]) => asn1.create(Class.UNIVERSAL, Type.SET, true, items)
const oid = (id: string) => asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(id).getBytes())
const octets = (bytes: Buffer) => asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, bytes.toString('binary'))
const whole = (value: number) => asn1.create(Class.UNIVERSAL, Type.INTEGER, false, asn1.integerToDer(value).getBytes())
const algorithm = (id: string) => sequence(oid(id), asn1.create(Class.UNIVERSAL, Type.NULL, false, ''))
const tagged = (number: number, items: forge.asn1.Asn1[]) => asn1.create(Class.CONTEXT_SPECIFIC, number, true, items)
const attribute = (id: string, value: forge.asn1.Asn1) => sequence(oid(id), set(value))

const toDer = (value: forge.asn1.Asn1): Buffer => Buffer.from(asn1.toDer(value).getBytes(), 'binary')
const fromDer = (der: Buffer): forge.asn1.Asn1 => asn1.fromDer(der.subarray(0, lengthOf(der)).toString('binary'))
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** A signature is followed by padding, which is not part of it. */
function lengthOf(der: Buffer): number {
  const first = der[1] ?? 0
  if (first < 0x80) return 2 + first
  const digits = first & 0x7f
  return 2 + digits + der.readUIntBE(2, digits)
}

/**
 * A detached CMS signature as PAdES requires: it also carries signing-certificate-v2, so that another certificate of
 * the same key cannot replace the signer's. The signing time is in the PDF.
 */
export function makeSignature(content: Buffer, { key, certificate, chain }: SigningCertificate): Buffer {
  const attributes = [
    attribute(OID.contentType, oid(OID.data)),
    attribute(OID.messageDigest, octets(sha256(content))),
    attribute(OID.signingCertificateV2, sequence(sequence(sequence(octets(sha256(certificate.raw)))))),
  ].sort((one, other) => Buffer.compare(toDer(one), toDer(other)))
  const signature = sign('sha256', toDer(set(...attributes)), key)
  const signer = sequence(
    whole(1),
    issuerAndSerial(certificate),
    algorithm(OID.sha256),
    tagged(0, attributes),
    algorithm(OID.rsa),
    octets(signature),
  )
  const signed = sequence(
    whole(1),
    set(algorithm(OID.sha256)),
    sequence(oid(OID.data)),
    tagged(
      0,
      [certificate, ...chain].map(({ raw }) => fromDer(raw)),
    ),
    set(signer),
  )
  return toDer(sequence(oid(OID.signedData), tagged(0, [signed])))
}

/** The serial number and the issuer, byte by byte as in the certificate. */
function issuerAndSerial({ raw }: X509Certificate): forge.asn1.Asn1 {
  const [body] = children(fromDer(raw))
  const fields = body ? children(body) : []
  const first = fields[0]?.tagClass === Class.CONTEXT_SPECIFIC ? 1 : 0
  const [serial, issuer] = [fields[first], fields[first + 2]]
  if (!serial || !issuer) throw new Error('the certificate has no issuer')
  return sequence(issuer, serial)
}

const children = ({ value }: forge.asn1.Asn1): forge.asn1.Asn1[] => (Array.isArray(value) ? value : [])

/** The certificate that made the signature; undefined unless it covers exactly this content. */
export function checkSignature(content: Buffer, der: Buffer): X509Certificate | undefined {
  try {
    const parts = readSignature(der)
    const { attributes, certificate, signature } = parts
    const named = attributes.get(OID.signingCertificateV2)
    const hash = named && deepest(named)
    const digest = attributes.get(OID.messageDigest)
    const isOver = digest !== undefined && bytesOf(digest).equals(sha256(content))
    const isNamed = hash !== undefined && bytesOf(hash).equals(sha256(certificate.raw))
    return isOver && isNamed && verify('sha256', parts.signed, certificate.publicKey, signature)
      ? certificate
      : undefined
  } catch {
    return undefined
  }
}

const bytesOf = ({ value }: forge.asn1.Asn1): Buffer => Buffer.from(typeof value === 'string' ? value : '', 'binary')

function deepest(value: forge.asn1.Asn1): forge.asn1.Asn1 {
  const [first] = children(value)
  return first ? deepest(first) : value
}

function readSignature(der: Buffer) {
  const signedData = children(children(fromDer(der))[1] ?? sequence())[0] ?? sequence()
  const [, , , certificates, signers] = children(signedData)
  const [first] = children(certificates ?? sequence())
  const [, , , attributes, , signature] = children(children(signers ?? sequence())[0] ?? sequence())
  if (!first || !attributes || !signature) throw new Error('not a signature of ours')
  const named = children(attributes).map((item): [string, forge.asn1.Asn1] => {
    const [id, values] = children(item)
    const [value] = values ? children(values) : []
    if (!id || !value) throw new Error('not an attribute')
    return [asn1.derToOid(forge.util.createBuffer(bytesOf(id).toString('binary'))), value]
  })
  return {
    certificate: new X509Certificate(toDer(first)),
    attributes: new Map(named),
    signed: toDer(set(...children(attributes))),
    signature: bytesOf(signature),
  }
}
