import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { Call } from '@portico/core/call'
import { ID_KINDS, type IdKind } from '@portico/core/shapes'
import Type, { type TSchema } from 'typebox'

/**
 * Row numbers reveal how many rows there are and what the next one will be. On the wire, an id is one AES block of the
 * row's kind and number (behaviour 12.10). Eight of its sixteen bytes must decrypt to the kind, so ids cannot be
 * forged. Encryption is deterministic, so that a page or a repeated call can use an id from an earlier reply.
 */
export type WireIds = {
  encode(kind: IdKind, id: string): string
  /** The row number, or one that no row has if the id is forged or of another kind. */
  decode(kind: IdKind, wire: string): string
}

const NO_ROW = '0'
const KIND_BYTES = 8

/** Encodes with the first key; decodes with any of them. */
export function wireIds(secretKey: string, ...others: string[]): WireIds {
  const keyOf = (secret: string) => createHmac('sha256', secret).update('wire-id').digest()
  const own = keyOf(secretKey)
  const keys = [own, ...others.map(keyOf)]
  return {
    encode(kind, id) {
      const block = Buffer.alloc(16)
      block.write(kind, 'latin1')
      block.writeBigUInt64BE(BigInt(id), KIND_BYTES)
      return createCipheriv('aes-256-ecb', own, null).setAutoPadding(false).update(block).toString('base64url')
    },
    decode(kind, wire) {
      const bytes = Buffer.from(wire, 'base64url')
      if (bytes.length !== 16 || bytes.toString('base64url') !== wire) return NO_ROW
      const blocks = keys.map((key) => createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(bytes))
      const block = blocks.find((one) => one.toString('latin1', 0, KIND_BYTES) === kind.padEnd(KIND_BYTES, '\0'))
      return block ? String(block.readBigUInt64BE(KIND_BYTES)) : NO_ROW
    },
  }
}

type Change = (kind: IdKind, id: string) => string
type Rewrite = (value: unknown) => unknown

const asItIs: Rewrite = (value) => value

/** Converts ids to numbers in requests and numbers to ids in replies, as declared. */
export function translateIds(
  { described, path }: Call,
  { encode, decode }: WireIds,
): { read: Rewrite; write: Rewrite } {
  const rewriterOf = (schema: TSchema | undefined, change: Change) =>
    (schema && rewriterIn(schema, change, path)) ?? asItIs
  return {
    read: rewriterOf(described.query ?? described.body, decode),
    write: rewriterOf(described.entity ?? described.bare, encode),
  }
}

const withoutIds = new WeakSet<object>()

/** Undefined if a schema declares no id, so that most replies are sent unchanged. */
function rewriterIn(schema: TSchema, change: Change, path: string): Rewrite | undefined {
  if (withoutIds.has(schema)) return undefined
  const rewrite = findRewriter(schema, change, path)
  if (!rewrite) withoutIds.add(schema)
  return rewrite
}

function findRewriter(schema: TSchema, change: Change, path: string): Rewrite | undefined {
  const declared = 'x-id' in schema ? schema['x-id'] : undefined
  const kind = ID_KINDS.find((known) => known === declared)
  if (kind) return (value) => (typeof value === 'string' ? change(kind, value) : value)
  if (Type.IsArray(schema)) {
    const item = rewriterIn(schema.items, change, path)
    return item && ((value) => (Array.isArray(value) ? value.map(item) : value))
  }
  if (Type.IsObject(schema)) return rewriterOfFields(schema, change, path)
  if (JSON.stringify(schema).includes('"x-id"')) throw new Error(`${path} declares an id in an unsupported position`)
  return undefined
}

function rewriterOfFields(schema: Type.TObject, change: Change, path: string): Rewrite | undefined {
  const fields = Object.entries(schema.properties).flatMap(([name, inner]) => {
    const rewrite = rewriterIn(inner, change, path)
    return rewrite ? [{ name, rewrite }] : []
  })
  if (fields.length === 0) return undefined
  return (value) => {
    if (value === null || typeof value !== 'object') return value
    const given: Record<string, unknown> = { ...value }
    for (const { name, rewrite } of fields) if (given[name] !== undefined) given[name] = rewrite(given[name])
    return given
  }
}
