import { type RawBuilder, sql } from 'kysely'
import { containingWord } from '#platform/database/paged-list.ts'

/** Must match five_letter_runs() in the database. */
const GRAM = 5

/** All substrings of five characters. */
function gramsOf(word: string): string[] {
  const letters = [...word.toLowerCase()]
  return letters.slice(GRAM - 1).map((_, at) => letters.slice(at, at + GRAM).join(''))
}

const haveEach = (words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`words like ${containingWord(word)}`),
    sql` and `,
  )

/** Accounts with all of these words in a name, address or user name. */
export const namedBy = (words: readonly string[]) =>
  sql`select account_id as id from account_search where ${haveEach(words)}`

/** Sample size, and the number of matches in the sample that makes words common. */
const SAMPLE = 300
const COMMON = 2

/**
 * At most `limit` of these accounts. Rare words use the index of five-character runs, because trigrams are common even
 * in rare words. For common words that index would collect too many rows, and a search without it soon finds enough.
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
