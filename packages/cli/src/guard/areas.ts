import type { AreaTools } from '@varve/app'
import { type Call, dataOptions } from '../call.ts'
import type { Group } from '../command.ts'
import { CliError } from '../errors.ts'
import { runLines } from '../input.ts'
import {
  type GuardInputOptions,
  readGuardText,
  refuseTextBeside,
  requireText,
  withText,
} from './guard-input.ts'

const LANGUAGES = ['en', 'fr', 'es'] as const

/** `varve areas`: what a text is about, best first, and the places that it names; with `--jsonl`, one answer for each line. */
export function addAreasCommand(program: Group): void {
  withText(
    program.command(
      'areas',
      'show the areas of guidance that a text is about, the words that say so, and the jurisdictions it names',
    ),
  )
    .option('-w, --workspace <folder>', 'a folder with areas of its own, in Varve/areas')
    .option('--language <code>', 'the language of the text (default: detected)', { choices: LANGUAGES })
    .option('--json', 'as JSON, with the deciding words and the jurisdictions')
    .option('--jsonl', 'read {"id","text"} lines, print {"id","areas"} lines')
    .help('\nExample:\n  varve areas "My landlord kept my deposit"')
    .run(async (call, options, words) => {
      const { jsonl, workspace } = options
      if (jsonl) refuseTextBeside(words, options)
      const { text } = jsonl ? { text: '' } : await readGuardText(words, options, call)
      if (text.trim() === '' && !jsonl)
        throw new CliError('usage', 'Give a text, a file, a pipe, or lines of JSON with --jsonl.')
      const tools = await openTools(workspace, call)
      for (const { path, line, message } of tools.problems)
        call.report(`${path}${line === undefined ? '' : `, line ${line}`}: ${message}`)
      if (!jsonl) return areasOnce(tools, text, options, call)
      if (!(await areasOfLines(tools, options, call)))
        throw new CliError('line-failed', 'Some lines failed; each says why.')
      return undefined
    })
}

interface AreasOptions extends GuardInputOptions {
  readonly language?: (typeof LANGUAGES)[number]
}

async function openTools(workspace: string | undefined, call: Call): Promise<AreaTools> {
  const { openAreaTools } = await import('@varve/app/area-tools')
  if (workspace === undefined) return openAreaTools()
  const { findWorkspaceFolder } = await import('@varve/app/workspace-folder')
  const { database } = call.paths
  const root = await findWorkspaceFolder({ workspace, database })
  return openAreaTools({ workspace: { ...dataOptions(database, call), root } })
}

function areasOfLines(tools: AreaTools, options: AreasOptions, call: Call): Promise<boolean> {
  return runLines(call, ({ text }) => {
    const { areas } = tools.detect(requireText(text), detection(options))
    return { areas: areas.map(({ pack, id, name, confidence }) => ({ pack, id, name, confidence })) }
  })
}

function areasOnce(tools: AreaTools, text: string, options: AreasOptions, { report }: Call) {
  const found = tools.detect(text, detection(options))
  const jurisdictions = tools.jurisdictions(text, found.language)
  if (found.areas.length === 0 && !options.json) report('No area was recognized.')
  const areas = found.areas.map(({ pack, id, name, confidence, words }) => {
    const deciding = words.map(({ text: word }) => word.replace(/\s+/g, ' ')).join(', ')
    return `${Math.round(confidence * 100)} %  ${name} (${pack}/${id}): ${deciding}`
  })
  const places = jurisdictions.map(({ name, id }) => `${name} (${id})`).join(', ')
  const lines = [...areas, ...(places === '' ? [] : [`Jurisdictions: ${places}`])]
  return { json: { ...found, jurisdictions }, words: lines.join('\n') }
}

function detection({ language }: AreasOptions) {
  return language ? { language } : {}
}
