import { type RawBuilder, sql } from 'kysely'
import { containingWord } from '../../../platform/database/paged-list.ts'

/** As long as those of five_letter_runs() in the database. */
const GRAM = 5

/** Every five letters in a row of a word. */
function gramsOf(word: string): string[] {
  const letters = [...word.toLowerCase()]
  return letters.slice(GRAM - 1).map((_, at) => letters.slice(at, at + GRAM).join(''))
}

const haveEach = (words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`words like ${containingWord(word)}`),
    sql` and `,
  )

/** The accounts with each of these words in a name, an address or a user name. */
export const namedBy = (words: readonly string[]) =>
  sql`select account_id as id from account_search where ${haveEach(words)}`

/** So many accounts are looked at to learn whether words are common, and so many of these make them so. */
const SAMPLE = 300
const COMMON = 2

/**
 * At most so many of them. What is rare is found by five letters in a row: threes, which the index of words is made of,
 * are common all the same. What is common would be collected as a whole that way, and is soon met the other way.
 */
export function fewNamedBy(words: readonly string[], limit: number): RawBuilder<unknown> {
  const grams = words.flatMap(gramsOf)
  if (grams.length === 0) return sql`${namedBy(words)} limit ${limit}`
  const isCommon = sql`(select found >= ${COMMON} from sample)`
  return sql`
    with sample as materialized (
      select count(*) as found from (select words from account_search limit ${SAMPLE}) s where ${haveEach(words)})
    (select account_id as id from (select * from account_search where five_letter_runs(words) @> ${grams}::text[] offset 0) s
      where ${haveEach(words)} and not ${isCommon} limit ${limit})
    union all
    (${namedBy(words)} and ${isCommon} limit ${limit})`
}
