// Checks citations of the numbered rules in docs/behaviour.md.

const RULE = /\d{1,2}(?:\.\d{1,2})?/.source
const CITATION = new RegExp(`\\bbehaviour (${RULE}(?:(?:,| and) ${RULE})*)`, 'g')
/** Citations of documents outside the repository. */
const ELSEWHERE = /\b(?:spec|readings) sections?\b/i

/** Reads the numbers of headings ('## 4. …', '### 3.4 …') and rules ('**4.7** …'). */
export function readNumbers(document) {
  const given = [...document.matchAll(/^(?:#{2,3} |\*\*)(\d{1,2}(?:\.\d{1,2})?)(?:\. |\*\*| )/gm)].map(
    (match) => match[1],
  )
  return { numbers: new Set(given), repeated: given.filter((number, at) => given.indexOf(number) !== at) }
}

/** Cited numbers with their lines. */
function citedIn(text, pattern) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(pattern)].flatMap((match) =>
        match[1].split(/, | and /).map((number) => ({ number, line: index + 1 })),
      ),
    )
}

/** Finds invalid citations in a file. In the document itself, a number such as 4.7 is always a citation. */
export function findProblems(file, text, numbers, isDocument = false) {
  const pattern = isDocument ? /(?<![\d.,])(\d{1,2}\.\d{1,2})(?![\d,])/g : CITATION
  const lost = citedIn(text, pattern)
    .filter(({ number }) => !numbers.has(number))
    .map(({ number, line }) => `${file}:${line}: behaviour ${number} does not exist`)
  const elsewhere = text
    .split('\n')
    .flatMap((line, index) =>
      ELSEWHERE.test(line) ? [`${file}:${index + 1}: cites a document that is not in the repository`] : [],
    )
  return [...lost, ...elsewhere]
}
