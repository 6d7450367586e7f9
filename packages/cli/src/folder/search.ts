import type { FolderTools } from '@varve/app'
import type { Call } from '../call.ts'
import { type Group, parseCount } from '../command.ts'
import { CliError } from '../errors.ts'
import { readInput, runLines } from '../input.ts'
import { inOneLine, placeText, plainText } from '../text.ts'
import { folderCommand, isPaused, unreadPlaces, withFolder } from './with-folder.ts'

/** `varve search`: passages of a folder that answer to a question; with `--jsonl`, one answer for each line. */
export function addSearchCommand(program: Group): void {
  folderCommand(program, 'search', 'search the files of a folder')
    .argument(
      '[words...]',
      'what to search for: words, "phrases", -not, #tag, path:, after:, last week; - reads them',
    )
    .option('-k <count>', 'the maximum number of results', { parse: parseCount, default: 10 })
    .option('--json', 'one JSON answer, with snippets')
    .option('--jsonl', 'read {"id","query","exclude"?,"k"?} lines, print {"id","hits"} lines')
    // A word that is not wanted begins like an option; what is none of the options above is a word.
    .takesDashedWords()
    .help(HELP)
    .run(async (call, { k, json, jsonl, ...options }, words) => {
      const unknown = words.find((word) => /^--[a-z][\w-]*$/i.test(word))
      if (unknown !== undefined)
        throw new CliError('usage', `There is no option ${unknown}; to search for it, write '"${unknown}"'.`)
      const text = await wordsOf(words, call)
      if (text.trim() === '' && !jsonl)
        throw new CliError('usage', 'Say what to search for, or give lines of JSON with --jsonl.')
      if (!jsonl) return withFolder(options, call, (tools) => searchOnce(tools, { text, k, json }, call))
      if (!(await withFolder(options, call, (tools) => searchLines(tools, k, call))))
        throw new CliError('line-failed', 'Some lines failed; each says why.')
      return undefined
    })
}

const HELP = `
-kitchen excludes files with the word kitchen; on its own, it lists all files without it, newest first. After --, no
word is read as an option.

Examples:
  varve search --workspace ~/notes "break clause" after:2026-10-01
  varve search --workspace ~/notes manatee -secret
  varve search --workspace ~/notes -- -kitchen`

/** What one search gives at most. */
const MOST_HITS = 100

/** As typed, or from the standard input where that is asked for. */
async function wordsOf(words: readonly string[], call: Call): Promise<string> {
  if (words.length !== 1 || words[0] !== '-') return words.join(' ')
  return new TextDecoder().decode(await readInput('-', call)).trim()
}

function searchLines(tools: FolderTools, k: number, call: Call): Promise<boolean> {
  return runLines(call, async ({ query, exclude, k: own }) => {
    if (typeof query !== 'string') throw malformed('"query" must be a text.')
    if (exclude !== undefined && !isTexts(exclude)) throw malformed('"exclude" must be a list of paths.')
    if (own !== undefined && !isCount(own))
      throw malformed(`"k" must be a whole number from 1 to ${MOST_HITS}.`)
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

function malformed(message: string): CliError {
  return new CliError('input-malformed', message)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_HITS
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

interface Wanted {
  readonly text: string
  readonly k: number
  readonly json: boolean | undefined
}

async function searchOnce(tools: FolderTools, { text, k, json }: Wanted, { report }: Call) {
  const { mergeCopies } = await import('@varve/app/folder-tools')
  const { hits: all, ...said } = await tools.index.search({ text, limit: k, today: tools.today() })
  const hits = mergeCopies(all)
  if (!json) {
    for (const note of said.notes) report(note)
    if (hits.length === 0) {
      report(said.unchanged ? 'Nothing changed in that time.' : 'Nothing was found.')
      const unread = tools.index.status().problems.length
      if (unread > 0) report(`${unreadPlaces(unread)} could not be read: varve index says which, and why.`)
    }
  }
  const lines = [
    ...hits.filter(({ linked }) => !linked).map((hit) => linesOf(hit)),
    // These contain none of the words, so the output says why they are listed.
    ...hits.filter(({ linked }) => linked).map((hit) => linesOf(hit, '  (linked from what was found)')),
  ]
  return {
    json: { ...said, hits, ...(isPaused(tools) ? { incomplete: true } : {}) },
    words: lines.join('\n'),
  }
}

type SearchHit = Awaited<ReturnType<FolderTools['index']['search']>>['hits'][number]

/** The place, then the text around it: two lines each, even if a name contains a line break. */
function linesOf({ path, headings, snippet, copies = [], ...where }: SearchHit, remark = ''): string {
  const place = placeText(plainText(path), where)
  const above = headings.length === 0 ? '' : `  ${headings.map(inOneLine).join(' › ')}`
  const also = copies.length === 0 ? '' : `  (also in ${copies.map(inOneLine).join(', ')})`
  return `${place}${above}${remark}${also}\n    ${inOneLine(snippet)}`
}
