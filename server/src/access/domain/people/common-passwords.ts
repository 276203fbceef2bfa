import { checkPassword } from '@portico/core/forms/rules'

/** How many passwords are too common to be chosen. */
const COUNT = 10_000
/** The list has half as many that the password rule would let through. Its commonest words with a year are the rest. */
const YEARS = Array.from({ length: 60 }, (_, index) => 2029 - index)

let list: Promise<Set<string>> | undefined

/** In whatever case. The list is read when the first password is chosen: a server starts without it. */
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
