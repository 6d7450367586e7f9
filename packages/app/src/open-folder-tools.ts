import type { Artifact } from '@varve/engine'
import {
  createDataviewCache,
  EXTRACT_LIMITS,
  extractArtifacts,
  type ExtractWarning,
  localDay,
  ReadingMemo,
  readPrivacyRules,
  type SearchIndex,
} from '@varve/workspace'
import type { Clock } from './app-context.ts'
import { toAppError } from './app-error.ts'
import { parseAttachables } from './files/attachable.ts'
import { offlineChatModel } from './models/offline-chat-model.ts'
import { wallClock } from './workspace/wall-clock.ts'
import { openFolderFiles } from './workspace/open-folder-files.ts'
import { untilEmbedded } from './workspace/until-embedded.ts'
import { untilReady } from './workspace/until-ready.ts'

export interface FolderToolsOptions {
  readonly root: string
  readonly dataFolder: string
  readonly clock: Clock
  readonly newId: () => string
}

export interface NamedArtifacts {
  readonly artifacts: readonly { readonly artifact: Artifact; readonly tokens: number }[]
  readonly warnings: readonly ExtractWarning[]
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
  /** What names such as `note.md`, `#tag` and `folder/` stand for. Nothing is fetched from the web. */
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
    const { count } = offlineChatModel().spec.tokenizer
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
        const attach = parseAttachables(names)
        const { artifacts, warnings } = await extractArtifacts({ attach }, { ...sources, today: today() })
        const counted = artifacts.map((artifact) => ({ artifact, tokens: count(artifact.content) }))
        return { artifacts: counted, warnings }
      }),
      close: index.close,
    }
  } catch (error) {
    throw toAppError(error)
  }
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
