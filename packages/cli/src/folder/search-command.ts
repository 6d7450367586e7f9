import { placeText } from '../place-text.ts'
import type { FolderTools } from '@varve/app'
import { CliError } from '../cli-error.ts'
import { type FolderCommandOptions, type FolderContext, isPaused, withFolder } from './folder-command.ts'
import { readInput } from '../read-input.ts'
import { plainText } from '../plain-text.ts'
import { runLines } from '../run-lines.ts'
import { unreadPlaces } from './unread-places.ts'

export interface SearchOptions extends FolderCommandOptions {
  readonly k: number
  readonly json?: boolean
  readonly jsonl?: boolean
}

type SearchHit = Awaited<ReturnType<FolderTools['index']['search']>>['hits'][number]

/** What one search gives at most. */
const MOST_HITS = 100

/** `varve search`: passages of a folder that answer to a question; with `--jsonl`, one for each line. */
export async function searchCommand(
  words: readonly string[],
  options: SearchOptions,
  context: FolderContext,
): Promise<void> {
  const unknown = words.find((word) => /^--[a-z][\w-]*$/i.test(word))
  if (unknown !== undefined)
    throw new CliError('usage', `There is no option ${unknown}; to search for it, write '"${unknown}"'.`)
  const text = await wordsOf(words, context)
  if (text.trim() === '' && !options.jsonl)
    throw new CliError('usage', 'Say what to search for, or give lines of JSON with --jsonl.')
  const allGood = await withFolder(options, context, (tools) =>
    options.jsonl ? searchLines(tools, options, context) : searchOnce(tools, text, options, context),
  )
  if (!allGood) throw new CliError('line-failed', 'Some lines could not be answered; each says why.')
}

/** As typed, or from the standard input where that is asked for. */
async function wordsOf(words: readonly string[], { input }: FolderContext): Promise<string> {
  if (words.length !== 1 || words[0] !== '-') return words.join(' ')
  return new TextDecoder().decode(await readInput('-', input)).trim()
}

function searchLines(tools: FolderTools, { k }: SearchOptions, context: FolderContext): Promise<boolean> {
  return runLines(context, async ({ query, exclude, k: own }) => {
    if (typeof query !== 'string') throw new Error('"query" must be a text.')
    if (exclude !== undefined && !isTexts(exclude)) throw new Error('"exclude" must be a list of paths.')
    if (own !== undefined && !isCount(own))
      throw new Error(`"k" must be a whole number from 1 to ${MOST_HITS}.`)
    const { hits } = await tools.index.search({
      text: query,
      limit: own ?? k,
      today: tools.today(),
      ...(exclude ? { exclude } : {}),
    })
    return {
      hits: hits.map(({ path, lines, unit, score }) => ({ path, lines, ...(unit ? { unit } : {}), score })),
    }
  })
}

async function searchOnce(
  tools: FolderTools,
  text: string,
  { k, json }: SearchOptions,
  { output, report }: FolderContext,
): Promise<boolean> {
  const { mergeCopies } = await import('@varve/app')
  const { hits, ...said } = await tools.index.search({ text, limit: k, today: tools.today() })
  const answer = { ...said, hits: mergeCopies(hits) }
  if (json) {
    await output.write(`${JSON.stringify({ ...answer, ...(isPaused(tools) ? { incomplete: true } : {}) })}\n`)
    return true
  }
  for (const note of answer.notes) report(note)
  if (answer.hits.length === 0) {
    report(answer.unchanged ? 'Nothing changed in that time.' : 'Nothing was found.')
    const unread = tools.index.status().problems.length
    if (unread > 0) report(`${unreadPlaces(unread)} could not be read: varve index says which, and why.`)
  }
  const [linked, found] = [true, false].map((wanted) =>
    answer.hits.filter((hit) => (hit.linked ?? false) === wanted),
  )
  for (const hit of found ?? []) await output.write(linesOf(hit))
  // These hold none of the words: whoever reads on should know why they stand here.
  for (const hit of linked ?? []) await output.write(linesOf(hit, '  (linked from what was found)'))
  return true
}

/** Where it stands, then the words around: two lines each, also where a name holds a line break. */
function linesOf({ path, headings, snippet, copies = [], ...where }: SearchHit, remark = ''): string {
  const place = placeText(plainText(path), where)
  const above = headings.length === 0 ? '' : `  ${headings.map(inOneLine).join(' › ')}`
  const also = copies.length === 0 ? '' : `  (also in ${copies.map(inOneLine).join(', ')})`
  return `${place}${above}${remark}${also}\n    ${inOneLine(snippet)}\n`
}

function inOneLine(text: string): string {
  return plainText(text.replace(/\s+/g, ' ').trim())
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_HITS
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
