import { checkPassword } from '@portico/core/forms/rules'

/** Number of common passwords to reject. */
const COUNT = 10_000
/** Only half that many entries of the list pass the password rule. Its most common words with a year fill the rest. */
const YEARS = Array.from({ length: 60 }, (_, index) => 2029 - index)

let list: Promise<Set<string>> | undefined

/** Ignores case. Reads the list on first use, so that startup does not load it. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readCommonPasswords()
  return (await list).has(password.toLowerCase())
}

async function readCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const listed = dictionary['passwords-common']
  const common = new Set(listed.filter(isAllowed))
  for (const word of listed) {
    const withYears = YEARS.map((year) => word + year).filter(isAllowed)
    for (const password of withYears.slice(0, COUNT - common.size)) common.add(password)
    if (common.size >= COUNT) break
  }
  return common
}

function isAllowed(password: string): boolean {
  return checkPassword(password) === undefined
}
