/** Check digit of a National Provider Identifier: Luhn over the health-card prefix 80840 and the ten digits. */

const PREFIX = '80840'

function luhnSum(digits: string): number {
  let sum = 0
  for (let fromRight = 0; fromRight < digits.length; fromRight++) {
    const digit = Number(digits[digits.length - 1 - fromRight])
    const weighted = fromRight % 2 === 1 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum
}

export const hasNpiCheckDigit = (npi: string): boolean => /^\d{10}$/.test(npi) && luhnSum(PREFIX + npi) % 10 === 0

/** Appends the check digit to the first nine digits. */
export function completeNpi(nineDigits: string): string {
  if (!/^\d{9}$/.test(nineDigits)) throw new Error('An NPI is completed from nine digits')
  const checkDigit = (10 - (luhnSum(`${PREFIX}${nineDigits}0`) % 10)) % 10
  return `${nineDigits}${checkDigit}`
}
