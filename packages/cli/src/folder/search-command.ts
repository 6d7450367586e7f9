import type { FolderTools } from '@varve/app'
import { CliError } from '../cli-error.ts'
import { type FolderCommandOptions, type FolderContext, withFolder } from './folder-command.ts'
import { runLines } from '../run-lines.ts'

export interface SearchOptions extends FolderCommandOptions {
  readonly k: number
  readonly json?: boolean
  readonly jsonl?: boolean
}

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
  const text = words.join(' ')
  if (text.trim() === '' && !options.jsonl)
    throw new CliError('usage', 'Say what to search for, or give lines of JSON with --jsonl.')
  const allGood = await withFolder(options, context, (tools) =>
    options.jsonl ? searchLines(tools, options, context) : searchOnce(tools, text, options, context),
  )
  if (!allGood) throw new CliError('line-failed', 'Some lines could not be answered; each says why.')
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
    return { hits: hits.map(({ path, lines, score }) => ({ path, lines, score })) }
  })
}

async function searchOnce(
  tools: FolderTools,
  text: string,
  { k, json }: SearchOptions,
  { output, report }: FolderContext,
): Promise<boolean> {
  const answer = await tools.index.search({ text, limit: k, today: tools.today() })
  if (json) {
    await output.write(`${JSON.stringify(answer)}\n`)
    return true
  }
  for (const note of answer.notes) report(note)
  if (answer.hits.length === 0) report('Nothing was found.')
  for (const { path, lines, headings, snippet } of answer.hits) {
    const place = `${path}:${lines[0]}-${lines[1]}`
    const above = headings.length === 0 ? '' : `  ${headings.join(' › ')}`
    await output.write(`${place}${above}\n    ${snippet.replace(/\s+/g, ' ').trim()}\n`)
  }
  return true
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_HITS
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
