import { randomUUID } from 'node:crypto'
import { type AreaTools, findWorkspaceFolder, openAreaTools } from '@varve/app'
import { CliError } from '../cli-error.ts'
import type { FolderContext } from '../folder/folder-command.ts'
import { type GuardInputOptions, readGuardText, refuseTextBeside } from './guard-input.ts'
import { runLines } from '../run-lines.ts'

export interface AreasOptions extends GuardInputOptions {
  readonly workspace?: string
  readonly language?: 'en' | 'fr' | 'es'
}

/** `varve areas`: what a text is about, best first, and the places that it names; with `--jsonl`, one answer for each line. */
export async function areasCommand(
  words: readonly string[],
  options: AreasOptions,
  context: FolderContext,
): Promise<void> {
  if (options.jsonl) refuseTextBeside(words, options)
  const { text } = options.jsonl ? { text: '' } : await readGuardText(words, options, context)
  if (text.trim() === '' && !options.jsonl)
    throw new CliError('usage', 'Give a text, a file, a pipe, or lines of JSON with --jsonl.')
  const tools = await openTools(options, context)
  for (const { path, line, message } of tools.problems)
    context.report(`${path}${line === undefined ? '' : `, line ${line}`}: ${message}`)
  const allGood = options.jsonl ? await areasOfLines(tools, options, context) : true
  if (!options.jsonl) await areasOnce(tools, text, options, context)
  if (!allGood) throw new CliError('line-failed', 'Some lines could not be answered; each says why.')
}

async function openTools({ workspace }: AreasOptions, { paths }: FolderContext): Promise<AreaTools> {
  if (workspace === undefined) return openAreaTools()
  const folder = {
    root: await findWorkspaceFolder({ workspace, database: paths.database }),
    dataFolder: paths.data,
    clock: { now: Date.now },
    newId: randomUUID,
  }
  return openAreaTools({ workspace: folder })
}

function areasOfLines(tools: AreaTools, options: AreasOptions, context: FolderContext): Promise<boolean> {
  return runLines(context, async ({ text }) => {
    if (typeof text !== 'string') throw new Error('"text" must be a text.')
    const { areas } = tools.detect(text, detection(options))
    return { areas: areas.map(({ pack, id, name, confidence }) => ({ pack, id, name, confidence })) }
  })
}

async function areasOnce(
  tools: AreaTools,
  text: string,
  options: AreasOptions,
  { output, report }: FolderContext,
): Promise<void> {
  const found = tools.detect(text, detection(options))
  const jurisdictions = tools.jurisdictions(text, found.language)
  if (options.json) {
    await output.write(`${JSON.stringify({ ...found, jurisdictions })}\n`)
    return
  }
  if (found.areas.length === 0) report('Nothing is clear.')
  for (const { pack, id, name, confidence, words } of found.areas) {
    const deciding = words.map(({ text: word }) => word.replace(/\s+/g, ' ')).join(', ')
    await output.write(`${Math.round(confidence * 100)} %  ${name} (${pack}/${id}): ${deciding}\n`)
  }
  if (jurisdictions.length > 0)
    await output.write(
      `Jurisdictions: ${jurisdictions.map(({ name, id }) => `${name} (${id})`).join(', ')}\n`,
    )
}

function detection({ language }: AreasOptions): { readonly language?: 'en' | 'fr' | 'es' } {
  return language ? { language } : {}
}
