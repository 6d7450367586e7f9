import type { FolderTools, NamedArtifacts } from '@varve/app'
import type { Call } from '../call.ts'
import { example, type Group, printWords } from '../command.ts'
import { CliError } from '../errors.ts'
import { runLines } from '../input.ts'
import { columnsOf, plainText, renderTable, showCount } from '../text.ts'
import { folderCommand, withFolder } from './with-folder.ts'

/** `varve artifacts`: what notes, folders, tags and files become when they are attached. */
export function addArtifactsCommand(program: Group): void {
  folderCommand(program, 'artifacts', 'show what files, folders and tags turn into when attached')
    .argument('[names...]', 'note.md, folder/, #tag, paper.pdf#pages=3-5, note.md#L10-20')
    .option('--json', 'as JSON')
    .option('--jsonl', 'read {"id","attach"} lines, print {"id","artifacts"} lines')
    .help(
      `
What could not be read is listed as "absent", with the reason; the rest is printed, and the exit code is 1. Web pages
are not read: save one as a file of the folder and name that.
${example("varve artifacts --workspace ~/notes plan.md '#project' archive/")}`,
    )
    .run(async (call, { json, jsonl, ...options }, names) => {
      if (names.length === 0 && !jsonl)
        throw new CliError('usage', 'Name what to attach, such as note.md, folder/ or #tag, or use --jsonl.')
      const absent = await withFolder(options, call, (tools) =>
        jsonl ? readLines(tools, call) : readOnce(tools, names, call, json),
      )
      if (absent.length > 0)
        throw new CliError('line-failed', `Some attachments could not be read: ${absent.join(', ')}.`)
    })
}

/** What could not be had, of all lines. */
async function readLines(tools: FolderTools, call: Call): Promise<readonly string[]> {
  const absent: string[] = []
  const allGood = await runLines(call, async ({ attach }) => {
    if (!Array.isArray(attach) || !attach.every((name) => typeof name === 'string'))
      throw new CliError('input-malformed', '"attach" must be a list of names.')
    const named = await tools.artifacts(attach)
    absent.push(...named.absent)
    return describe(named)
  })
  return allGood ? absent : [...absent, 'lines that say why']
}

async function readOnce(
  tools: FolderTools,
  names: readonly string[],
  call: Call,
  json = false,
): Promise<readonly string[]> {
  const { report } = call
  const { artifacts, warnings = [], absent = [] } = describe(await tools.artifacts(names))
  const rows = artifacts.map(({ kind, key, tokens, images, contentHash }) => [
    kind,
    key,
    showCount(tokens),
    String(images),
    contentHash.slice(0, 8),
  ])
  const columns = [...columnsOf(['kind', 'key'], ['tokens', 'images']), { title: 'hash' }]
  await printWords(call, json ? JSON.stringify({ artifacts, warnings, absent }) : renderTable(columns, rows))
  if (!json) for (const warning of warnings) report(warning)
  return absent.map(plainText)
}

interface Described {
  readonly artifacts: readonly {
    readonly key: string
    readonly kind: string
    readonly title: string
    readonly contentHash: string
    readonly tokens: number
    readonly recoverable: boolean
    readonly images: number
  }[]
  readonly warnings?: readonly string[]
  readonly absent?: readonly string[]
}

function describe({ artifacts, warnings, absent }: NamedArtifacts): Described {
  return {
    artifacts: artifacts.map(({ artifact, tokens }) => {
      const { key, kind, title, contentHash, recoverable, images } = artifact
      return { key, kind, title, contentHash, tokens, recoverable, images: images.length }
    }),
    ...(warnings.length === 0 ? {} : { warnings: warnings.map(({ message }) => message) }),
    ...(absent.length === 0 ? {} : { absent }),
  }
}
