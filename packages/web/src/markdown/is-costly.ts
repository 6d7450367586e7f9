/** What opens emphasis, links or code: the parser takes time by the square of their number in a paragraph. */
const MARK = /[*_~`[\]<]/g
const MOST_MARKS = 3000

/** Lines that underline a heading, or part the head of a table from its rows. */
const RULE = /^[ \t]*[-=|:][-=|: \t]*$/
const MOST_RULES = 300

/** Quotes and lists within each other: the parser calls itself for each. */
const DEEP = /^(?:[ \t]{0,8}(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){40}/

const FENCE = /^ {0,3}(?:`{3}|~{3})/

/**
 * Whether parsing a text would freeze the page, so that it is shown as it is written. Nobody writes so many marks in
 * one paragraph; code may have any number of them.
 */
export function isCostly(text: string): boolean {
  let isCode = false
  let [marks, rules] = [0, 0]
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode
    if (isCode) continue
    if (line.trim() === '') marks = 0
    for (const _ of line.matchAll(MARK)) marks += 1
    if (RULE.test(line)) rules += 1
    if (marks > MOST_MARKS || rules > MOST_RULES || DEEP.test(line)) return true
  }
  return false
}
