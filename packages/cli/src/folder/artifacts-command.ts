import type { FolderTools, NamedArtifacts } from '@varve/app'
import { CliError } from '../cli-error.ts'
import { type FolderCommandOptions, type FolderContext, withFolder } from './folder-command.ts'
import { plainText } from '../plain-text.ts'
import { runLines } from '../run-lines.ts'
import { showCount } from '../show-number.ts'
import { renderTable } from '../table.ts'

export interface ArtifactsOptions extends FolderCommandOptions {
  readonly json?: boolean
  readonly jsonl?: boolean
}

const COLUMNS = [
  { title: 'kind' },
  { title: 'key' },
  { title: 'tokens', align: 'right' },
  { title: 'images', align: 'right' },
  { title: 'hash' },
] as const

/** `varve artifacts`: what notes, folders, tags and files become when they are attached. */
export async function artifactsCommand(
  names: readonly string[],
  options: ArtifactsOptions,
  context: FolderContext,
): Promise<void> {
  if (names.length === 0 && !options.jsonl)
    throw new CliError('usage', 'Name what to attach, such as note.md, folder/ or #tag, or use --jsonl.')
  const absent = await withFolder(options, context, (tools) =>
    options.jsonl ? readLines(tools, context) : readOnce(tools, names, options, context),
  )
  if (absent.length > 0)
    throw new CliError('line-failed', `Not everything could be had: ${absent.join(', ')}.`)
}

/** What could not be had, of all lines. */
async function readLines(tools: FolderTools, context: FolderContext): Promise<readonly string[]> {
  const absent: string[] = []
  const allGood = await runLines(context, async ({ attach }) => {
    if (!Array.isArray(attach) || !attach.every((name) => typeof name === 'string'))
      throw new Error('"attach" must be a list of names.')
    const named = await tools.artifacts(attach)
    absent.push(...named.absent)
    return describe(named)
  })
  return allGood ? absent : [...absent, 'lines that say why']
}

async function readOnce(
  tools: FolderTools,
  names: readonly string[],
  { json }: ArtifactsOptions,
  { output, report }: FolderContext,
): Promise<readonly string[]> {
  const named = await tools.artifacts(names)
  const { artifacts, warnings = [], absent = [] } = describe(named)
  if (json) await output.write(`${JSON.stringify({ artifacts, warnings, absent })}\n`)
  else {
    const rows = artifacts.map(({ kind, key, tokens, images, contentHash }) => [
      kind,
      key,
      showCount(tokens),
      String(images),
      contentHash.slice(0, 8),
    ])
    await output.write(`${renderTable(COLUMNS, rows)}\n`)
    for (const warning of warnings) report(warning)
  }
  return absent.map(plainText)
}

interface DescribedArtifacts {
  readonly artifacts: readonly DescribedArtifact[]
  readonly warnings?: readonly string[]
  readonly absent?: readonly string[]
}

interface DescribedArtifact {
  readonly key: string
  readonly kind: string
  readonly title: string
  readonly contentHash: string
  readonly tokens: number
  readonly recoverable: boolean
  readonly images: number
}

function describe({ artifacts, warnings, absent }: NamedArtifacts): DescribedArtifacts {
  return {
    artifacts: artifacts.map(({ artifact, tokens }) => {
      const { key, kind, title, contentHash, recoverable, images } = artifact
      return { key, kind, title, contentHash, tokens, recoverable, images: images.length }
    }),
    ...(warnings.length === 0 ? {} : { warnings: warnings.map(({ message }) => message) }),
    ...(absent.length === 0 ? {} : { absent }),
  }
}
