import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { isActiveName } from './active-content.ts'
import { type Kind, SHAPES, type ShapeName } from './safe-copy-shapes.ts'

const isScalar = (object: PDFObject): boolean =>
  [PDFName, PDFNumber, PDFBool, PDFString, PDFHexString].some((kind) => object instanceof kind) || object === PDFNull

const MAX_DEPTH = 50

/** Copies only the keys that a shape lists. Copies an object once per kind, however often it is referenced. */
export class Copier {
  readonly #source: PDFContext
  readonly target: PDFContext
  readonly #copied = new Map<string, PDFRef>()

  constructor(source: PDFContext, target: PDFContext) {
    this.#source = source
    this.target = target
  }

  /** Resolves a reference within the copy. */
  look(object: PDFObject | undefined): PDFObject | undefined {
    return object instanceof PDFRef ? this.target.lookup(object) : object
  }

  copy(object: PDFObject | undefined, kind: Kind, depth = 0): PDFObject | undefined {
    if (object === undefined || depth > MAX_DEPTH) return undefined
    if (object instanceof PDFRef) return this.#copyReferred(object, kind)
    if (isScalar(object)) return object instanceof PDFName && isActiveName(object.decodeText()) ? undefined : object
    if (kind === 'value') return this.#copyValues(object, depth)
    if (kind === 'colour') return this.#copyColour(object, depth)
    if (typeof kind === 'string') return this.#copyShape(object, kind, depth)
    if ('list' in kind) return this.#copyList(object, kind.list, depth)
    return this.#copyEach(object, kind.each, depth)
  }

  #copyReferred(ref: PDFRef, kind: Kind): PDFObject | undefined {
    const key = `${ref.tag} ${JSON.stringify(kind)}`
    const known = this.#copied.get(key)
    if (known) return known
    const object = this.#source.lookup(ref)
    if (!object || object instanceof PDFRef) return undefined
    const copied = this.target.nextRef()
    this.#copied.set(key, copied)
    this.target.assign(copied, this.copy(object, kind) ?? PDFNull)
    return copied
  }

  #copyValues(object: PDFObject, depth: number): PDFObject | undefined {
    return object instanceof PDFArray
      ? this.#copyArray(object, (item) => this.copy(item, 'value', depth + 1))
      : undefined
  }

  /** A color space is a name, or a list of names, numbers, nested spaces, functions and profiles. */
  #copyColour(object: PDFObject, depth: number): PDFObject | undefined {
    if (object instanceof PDFArray) return this.#copyArray(object, (item) => this.copy(item, 'colour', depth + 1))
    return this.#copyShape(object, 'part', depth)
  }

  #copyList(object: PDFObject, shape: ShapeName, depth: number): PDFObject | undefined {
    if (!(object instanceof PDFArray)) return this.#copyShape(object, shape, depth)
    return this.#copyArray(object, (item) => this.copy(item, shape, depth + 1))
  }

  #copyArray(array: PDFArray, copyItem: (item: PDFObject) => PDFObject | undefined): PDFArray {
    const copied = PDFArray.withContext(this.target)
    for (const item of array.asArray()) copied.push(copyItem(item) ?? PDFNull)
    return copied
  }

  #copyEach(object: PDFObject, kind: Kind, depth: number): PDFObject | undefined {
    if (!(object instanceof PDFDict)) return undefined
    const copied = PDFDict.withContext(this.target)
    for (const [key, value] of object.entries()) {
      const item = isActiveName(key.decodeText()) ? undefined : this.copy(value, kind, depth + 1)
      if (item) copied.set(key, item)
    }
    return copied
  }

  #copyShape(object: PDFObject, shape: ShapeName, depth: number): PDFObject | undefined {
    // A shape's key may also hold an array of numbers, such as the colors that a mask hides.
    if (object instanceof PDFArray)
      return shape === 'parameters' ? this.#copyList(object, shape, depth) : this.#copyValues(object, depth)
    const isStream = object instanceof PDFRawStream
    const from = isStream ? object.dict : object
    if (!(from instanceof PDFDict)) return undefined
    const copied = PDFDict.withContext(this.target)
    const keys = { ...SHAPES[shape], ...(isStream ? ({ Filter: 'value', DecodeParms: 'parameters' } as const) : {}) }
    for (const [key, kind] of Object.entries(keys)) {
      const value = this.copy(from.get(PDFName.of(key)), kind, depth + 1)
      if (value) copied.set(PDFName.of(key), value)
    }
    return isStream ? PDFRawStream.of(copied, object.contents) : copied
  }
}
