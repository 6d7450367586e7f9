import type { CommandContext } from './command-context.ts'
import { readLines } from './read-lines.ts'

const BYTE_ORDER_MARK = '\ufeff'

/** Answers JSON Lines with JSON Lines, in order. A bad line gets its error and the rest goes on; false if any was bad. */
export async function runLines(
  { input, output }: CommandContext,
  answer: (line: Readonly<Record<string, unknown>>) => Promise<object>,
): Promise<boolean> {
  let allGood = true
  let isFirst = true
  for await (const read of readLines(input)) {
    // Some editors and shells put a mark of the encoding before the first line.
    const line = isFirst && read.startsWith(BYTE_ORDER_MARK) ? read.slice(1) : read
    isFirst = false
    if (line.trim() === '') continue
    const result = await answerLine(line, answer)
    allGood &&= !('error' in result)
    if (!(await output.write(`${lineOf(result)}\n`))) return allGood
  }
  return allGood
}

async function answerLine(
  line: string,
  answer: (line: Readonly<Record<string, unknown>>) => Promise<object>,
): Promise<object> {
  let id: unknown = null
  try {
    const parsed: unknown = JSON.parse(line)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      throw new Error('A line is one JSON object.')
    const fields = parsed as Readonly<Record<string, unknown>>
    id = fields['id'] ?? null
    return { id, ...(await answer(fields)) }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

/** Other readers take these two for the end of a line, which as escapes they are for nobody. */
function lineOf(result: object): string {
  return JSON.stringify(result).replace(/[\u2028\u2029]/g, (end) =>
    end === '\u2028' ? '\\u2028' : '\\u2029',
  )
}
