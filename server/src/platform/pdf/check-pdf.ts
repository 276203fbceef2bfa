import type { X509Certificate } from 'node:crypto'
import { checkSignature } from './cms.ts'

/** One signature of a document: its signer and how much of the file it covers. */
export type FoundSignature = {
  /** Undefined if the covered bytes or the signature were changed. */
  certificate: X509Certificate | undefined
  /** End of the signed revision, which starts at the first byte and excludes the signature itself. */
  end: number
}

/** The signatures of a document, in signing order. */
export function findSignatures(document: Buffer): FoundSignature[] {
  const text = document.toString('latin1')
  const ranges = text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)
  return [...ranges].map(([, ...numbers]) => {
    const [start = 0, before = 0, after = 0, rest = 0] = numbers.map(Number)
    const end = after + rest
    const isWhole = start === 0 && end <= document.length && before < after
    const hex = text.slice(before + 1, after - 1)
    const content = Buffer.concat([document.subarray(0, before), document.subarray(after, end)])
    const isHexString = isWhole && text[before] === '<' && text[after - 1] === '>' && /^[0-9a-f]+$/i.test(hex)
    return { certificate: isHexString ? checkSignature(content, Buffer.from(hex, 'hex')) : undefined, end }
  })
}
