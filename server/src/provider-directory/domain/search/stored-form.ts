import { toSearchName } from '@portico/core/plan-data/search-name'

/** Longer texts are found by their beginning only. */
export const LONGEST_TEXT = 200

const cut = (text: string): string => text.slice(0, LONGEST_TEXT).toWellFormed()

/** Texts are compared without case, accents and punctuation. */
export const foldText = (text: string): string => cut(toSearchName(text))

/** For the modifier :exact. */
export const exactText = (text: string): string => cut(text)

/** The bars separate a token's code and system. */
export const escapeBar = (text: string): string => cut(text).replace(/[\\|]/g, '\\$&')

/** The last character of Unicode: every text that begins with `prefix` sorts between it and this. */
const LAST = '\u{10FFFF}'

/** An inclusive range of stored values. */
export type Range = { from: string; to: string }

export const equalTo = (value: string): Range => ({ from: value, to: value })
export const beginningWith = (prefix: string): Range => ({ from: prefix, to: prefix + LAST })
