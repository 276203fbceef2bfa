const SMALL_NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** A count inside a sentence: 'one minute', 'two business days', '11 questions'. */
export const countInWords = (count: number, one: string): string =>
  `${SMALL_NUMBERS[count - 1] ?? count} ${one}${count === 1 ? '' : 's'}`
