/** A line of text: a pasted tab, line break or other control character becomes a space (behaviour 5.17). */
export const filterLine = (value: string): string => value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** Cells copied from a spreadsheet keep their tabs and line breaks. */
export const filterCells = (value: string): string => value.replace(/[^\P{Cc}\n\t]+|[\u2028\u2029]+/gu, ' ')

/** Text of several lines keeps its line breaks. */
export const filterLines = (value: string): string => value.replace(/[^\P{Cc}\n]+|[\u2028\u2029]+/gu, ' ')
