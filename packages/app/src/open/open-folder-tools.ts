import type { Artifact } from '@varve/engine'
import { localDay, type SearchIndex } from '@varve/index'
import {
  type AttachRequest,
  createDataviewCache,
  EXTRACT_LIMITS,
  extractArtifacts,
  type ExtractWarning,
  ReadingMemo,
  readPrivacyRules,
  WorkspaceError,
} from '@varve/workspace'
import type { Clock } from '../clock.ts'
import { toAppError } from '../app-error.ts'
import { parseAttachables } from '../files/attachable.ts'
import { wallClock } from '../files/wall-clock.ts'
import { openFolderFiles } from '../workspaces/open-folder-files.ts'
import { untilReady } from '../files/control-index.ts'

export { mergeCopies } from '@varve/index'

export interface FolderToolsOptions {
  readonly root: string
  readonly dataFolder: string
  readonly clock: Clock
  readonly newId: () => string
}

export interface NamedArtifacts {
  readonly artifacts: readonly { readonly artifact: Artifact; readonly tokens: number }[]
  readonly warnings: readonly ExtractWarning[]
  /** Names without a result; a notice gives each reason. */
  readonly absent: readonly string[]
}

/** A folder without chats: what the commands work with. */
export interface FolderTools {
  readonly index: SearchIndex
  /** `YYYY-MM-DD`, here and now. */
  readonly today: () => string
  /** Resolves when every file has been looked at; fails where the index does. */
  readonly ready: () => Promise<void>
  /** Resolves when every passage has its vector, or none is to have one. */
  readonly embedded: () => Promise<void>
  /**
   * Resolves names such as `note.md`, `#tag` and `folder/`. Fetches nothing from the web. An invalid name
   * fails by itself and is reported with the others.
   */
  readonly artifacts: (names: readonly string[]) => Promise<NamedArtifacts>
  readonly close: () => Promise<void>
}

export async function openFolderTools(options: FolderToolsOptions): Promise<FolderTools> {
  const { clock } = options
  try {
    const { files, openIndex } = await openFolderFiles({ ...options, watch: false })
    const index = await openIndex()
    const today = (): string => localDay(clock.now())
    const memo = new ReadingMemo()
    const privacy = await readPrivacyRules(options.root)
    const sources = {
      readFile: files.read,
      settledIndex: () => settled(index),
      privacy,
      audience: 'this-machine',
      limits: EXTRACT_LIMITS,
      memo,
      queries: createDataviewCache(),
      wallClock,
    } as const
    return {
      index,
      today,
      ready: () => untilReady(index),
      embedded: () => untilEmbedded(index),
      artifacts: failingAsApp(async (names: readonly string[]) => {
        const { offlineChatModel } = await import('../models/offline-chat-model.ts')
        const { count } = offlineChatModel().spec.tokenizer
        const { attach, refused } = parseNames(names)
        const wanted = { attach, refused: names.length > 1 ? 'absent' : 'fails' } as const
        const found = await extractArtifacts(wanted, { ...sources, today: today() })
        const counted = found.artifacts.map((artifact) => ({ artifact, tokens: count(artifact.content) }))
        return {
          artifacts: counted,
          warnings: [...refused, ...found.warnings.map(inWordsOfCommands)],
          absent: [...refused.map(({ subject }) => subject), ...found.absent],
        }
      }),
      close: index.close,
    }
  } catch (error) {
    throw toAppError(error)
  }
}

interface ParsedNames {
  readonly attach: readonly AttachRequest[]
  readonly refused: readonly ExtractWarning[]
}

function parseNames(names: readonly string[]): ParsedNames {
  if (names.length === 1) return { attach: parseAttachables(names), refused: [] }
  const attach: AttachRequest[] = []
  const refused: ExtractWarning[] = []
  for (const name of names)
    try {
      attach.push(...parseAttachables([name]))
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error
      refused.push({ code: 'unreadable', subject: name, message: error.message })
    }
  return { attach, refused }
}

/** A command has no switch for the web. */
function inWordsOfCommands(warning: ExtractWarning): ExtractWarning {
  if (warning.code !== 'no-consent') return warning
  const { subject } = warning
  const advice = 'Save the page as a file of the folder and name that, or attach the address in the app.'
  return { ...warning, message: `${subject} was not fetched: commands read nothing from the web. ${advice}` }
}

async function settled(index: SearchIndex): Promise<SearchIndex> {
  await untilReady(index)
  return index
}

function failingAsApp<Input, Output>(act: (input: Input) => Promise<Output>) {
  return async (input: Input): Promise<Output> => {
    try {
      return await act(input)
    } catch (error) {
      throw toAppError(error)
    }
  }
}

/** Resolves when every passage has its vector, when that cannot be, or at once where embeddings are off. */
async function untilEmbedded(index: SearchIndex): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const look = (): void => {
    const { state, embeddings } = index.status()
    const isOver = embeddings === undefined || embeddings.state === 'ready' || embeddings.state === 'failed'
    // It waits though there is nothing to wait for: another process keeps the index, and embeds for both.
    if (state === 'ready' && embeddings?.state === 'waiting') resolve(undefined)
    if (isOver || state === 'failed' || state === 'paused') resolve(undefined)
  }
  const stop = index.watchStatus(look)
  look()
  await promise.finally(stop)
}
