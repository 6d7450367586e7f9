import type { CheckedDefinition, DefinitionKind, DefinitionTools } from '@varve/app'
import { type Call, dataOptions } from '../call.ts'
import { type Group, onDatabase } from '../command.ts'
import { CliError } from '../errors.ts'
import { columnsOf, plainText, renderTable } from '../text.ts'

const KINDS = ['agent', 'skill', 'template', 'project'] as const

/** The commands that look at the agents, skills, templates and projects of a workspace. */
export function addDefinitionsCommands(program: Group): void {
  for (const kind of KINDS) {
    const group = program.group(
      `${kind}s`,
      `list, show and check the ${kind}s of a workspace and those that come with Varve`,
      `\nExample:\n  varve ${kind}s check --workspace ~/notes`,
    )
    const command = (name: string, description: string) =>
      onDatabase(
        group
          .command(name, description)
          .option(
            '-w, --workspace <folder>',
            'a workspace: folder, name, id, or the start of its id (default: only what comes with Varve)',
          ),
      )
    command('ls', `the ${kind}s, with what is wrong with them`).run(async (call, options) => {
      const files = await (await openTools(options, call)).list(kind)
      const rows = files.map((file) => [file.id, originOf(file), describe(file)].map(plainText))
      const table = renderTable(columnsOf(['name', 'from', 'description']), rows)
      return { json: files.map(viewOf), words: files.length === 0 ? 'None.' : table }
    })
    command('show', 'print one, as in its file')
      .argument('<name>', 'its file name')
      .run(async (call, options, name) => {
        const file = await (await openTools(options, call)).read(kind, name)
        return { json: { ...viewOf(file), content: file.content }, text: file.content }
      })
    command('check', 'report problems with their line; exit code 1 if there are any')
      .argument('[name]', 'one of them (default: all)')
      .run((call, options, name) => check({ kind, name }, options, call))
  }
}

interface DefinitionsOptions {
  readonly workspace?: string
  readonly database?: string
  readonly json?: boolean
}

async function check(
  { kind, name }: { readonly kind: DefinitionKind; readonly name: string | undefined },
  options: DefinitionsOptions,
  call: Call,
): Promise<void> {
  const tools = await openTools(options, call)
  const files = name === undefined ? await tools.list(kind) : [await tools.read(kind, name)]
  const unsound = files.filter(({ parsing }) => parsing.kind === 'unsound').length
  const doubtful = files.filter(({ warnings }) => warnings.length > 0).length
  const lines = files.flatMap((file) => [
    ...problemsOf(file).map((problem) => lineFor(file, problem)),
    ...file.warnings.map((warning) => lineFor(file, warning, 'warning: ')),
  ])
  const sum = `${files.length} checked, ${unsound} with mistakes, ${doubtful} with warnings.`
  await call.output.write(
    `${options.json ? JSON.stringify(files.map(viewOf)) : [...lines, sum].join('\n')}\n`,
  )
  if (unsound > 0) throw new CliError('line-failed', `${unsound} of these ${kind}s cannot be used.`)
}

async function openTools({ workspace, database }: DefinitionsOptions, call: Call): Promise<DefinitionTools> {
  const { openDefinitionTools } = await import('@varve/app')
  const { paths } = call
  return openDefinitionTools({
    ...(workspace === undefined
      ? {}
      : { files: { workspace, ...dataOptions(database ?? paths.database, call) } }),
    config: paths.config,
  })
}

function viewOf(file: CheckedDefinition): object {
  const { kind, id, path, origin, hash, contentHash, beside, parsing, trusted, changed, warnings } = file
  const { body: _, ...definition } = parsing.kind === 'sound' ? parsing.definition : { body: '', kind, id }
  const files = beside.map(({ name }) => name)
  const found = { problems: problemsOf(file), warnings }
  const since = changed ? { changed } : {}
  return { ...definition, path, origin, hash, contentHash, trusted, ...since, files, ...found }
}

interface Problem {
  readonly line?: number
  readonly message: string
}

function problemsOf({ parsing }: CheckedDefinition): readonly Problem[] {
  return parsing.kind === 'unsound' ? parsing.problems : []
}

function lineFor({ path }: CheckedDefinition, { line, message }: Problem, word = ''): string {
  return plainText(`${path}${line === undefined ? '' : `:${line}`}: ${word}${message}`)
}

function originOf({ origin, trusted, changed }: CheckedDefinition): string {
  if (origin === 'built-in') return 'Varve'
  if (changed) return 'workspace, changed since it was trusted'
  return trusted ? 'workspace' : 'workspace, not trusted'
}

function describe({ parsing }: CheckedDefinition): string {
  if (parsing.kind === 'sound') return parsing.definition.description.replace(/\s+/g, ' ')
  const [first] = parsing.problems
  return `mistake${first?.line === undefined ? '' : ` in line ${first.line}`}: ${first?.message ?? ''}`
}
