import type { X509Certificate } from 'node:crypto'
import { checkSignature } from './cms.ts'

/** One signature of a document: whose, and how much of the file it is over. */
export type FoundSignature = {
  /** Undefined where the bytes it is over were changed, or it was. */
  certificate: X509Certificate | undefined
  /** Where the revision it signs ends: all of it from the first byte on, but for the signature itself. */
  end: number
}

/** The signatures of a document, in the order they were made. */
export function findSignatures(document: Buffer): FoundSignature[] {
  const text = document.toString('latin1')
  const ranges = text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)
  return [...ranges].map(([, ...numbers]) => {
    const [start = 0, before = 0, after = 0, rest = 0] = numbers.map(Number)
    const end = after + rest
    const isWhole = start === 0 && end <= document.length && before < after
    const hex = text.slice(before + 1, after - 1)
    const content = Buffer.concat([document.subarray(0, before), document.subarray(after, end)])
    const isHeld = isWhole && text[before] === '<' && text[after - 1] === '>' && /^[0-9a-f]+$/i.test(hex)
    return { certificate: isHeld ? checkSignature(content, Buffer.from(hex, 'hex')) : undefined, end }
  })
}
