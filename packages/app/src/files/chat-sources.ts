import type { Artifact, State } from '@varve/engine'
import type { GatheredResult } from '@varve/engine/internal'
import { broughtPaths, broughtResults, readHash } from './brought-paths.ts'
import type { LostSource } from './lost-source.ts'

/** What a chat was given, in whatever way. */
export interface ChatSources {
  readonly chatId: string
  readonly artifacts: readonly Artifact[]
  /** Files that tools have read or found. */
  readonly paths: readonly string[]
  /** How the hashes of those begin that were read. */
  readonly hashes: ReadonlyMap<string, string>
  /** Other chats that a tool has found, by id. */
  readonly chats: readonly string[]
  /** Files that tools have named. */
  readonly listed: readonly string[]
  /** What is no longer there to be looked at. */
  readonly lost: readonly LostSource[]
  /** Which models have answered with another chat before them, by its id. */
  readonly readers: ReadonlyMap<string, readonly string[]>
}

/** A state, and what it does not tell of what its chat was given. */
export interface Told {
  readonly state: State
  readonly lost: readonly LostSource[]
}

type TurnRecord = NonNullable<State['open']>

/** All that the turns of a chat up to a state have drawn on, and what was kept of it. */
export function sourcesFrom({ state, lost }: Told): ChatSources {
  const { conversationId, history, library, open } = state
  // What a model read on its way to an answer goes no further than that answer, and an open turn has none yet.
  const asked = open ? [{ ...open, steps: {} }] : []
  const drawn = drawnByTurns(conversationId, [...history, ...asked])
  return { ...drawn, artifacts: [...drawn.artifacts, ...[...library].map(artifactOf)], lost }
}

/** The sources of an answer to the open turn, including all tool results. */
export function drawnByAnswer({ state, lost }: Told): ChatSources {
  const { conversationId, history, library, open } = state
  const drawn = drawnByTurns(conversationId, [...history, ...(open ? [open] : [])])
  return { ...drawn, artifacts: [...drawn.artifacts, ...[...library].map(artifactOf)], lost }
}

export function drawnByTurns(chatId: string, turns: readonly TurnRecord[]): ChatSources {
  const results = turns.flatMap(broughtResults)
  const brought = [...new Set(results.flatMap(broughtPaths))]
  return {
    chatId,
    artifacts: turns.flatMap(({ attached }) => attached.map(artifactOf)),
    paths: brought,
    chats: brought.filter(isChat).map((key) => key.slice(CHAT.length)),
    hashes: new Map(results.flatMap(readHash)),
    listed: [...new Set(results.flatMap(listedPaths))],
    lost: [],
    readers: readersOf(turns),
  }
}

function readersOf(turns: readonly TurnRecord[]): ChatSources['readers'] {
  const readings = turns.flatMap((turn) => {
    const { attached, answer } = turn
    if (!answer) return []
    const given = attached.flatMap(({ artifact: { kind, key } }) => (kind === 'chat' ? [key] : []))
    const found = broughtResults(turn).flatMap(broughtPaths).filter(isChat)
    return [...given, ...found].map((key) => ({ chatId: key.slice(CHAT.length), model: answer.model }))
  })
  const byChat = Map.groupBy(readings, ({ chatId }) => chatId)
  return new Map([...byChat].map(([chatId, all]) => [chatId, all.map(({ model }) => model)]))
}

const CHAT = 'chat:'

function isChat(key: string): boolean {
  return key.startsWith(CHAT)
}

const artifactOf = ({ artifact }: { readonly artifact: Artifact }): Artifact => artifact

/** The files that a result names without showing anything of them, by what the tools themselves write. */
function listedPaths({ tool, text }: Pick<GatheredResult, 'tool' | 'text'>): readonly string[] {
  const lines = text.split('\n')
  switch (tool) {
    case 'glob':
    case 'find':
      return lines.filter((line) => !/^\[\d+ more; narrow it\]$|^No file of the workspace is /.test(line))
    case 'ls': {
      const [first = '', ...names] = lines
      const folder = folderOf(first)
      return names.flatMap((line) => {
        const [, name] = /^(.+) \(\d+ bytes\)$/.exec(line) ?? []
        return name === undefined ? [] : [folder + name]
      })
    }
    case 'getFileTree':
      return treePaths(lines)
    default:
      return []
  }
}

/** Folders end with a slash and a count; their content is indented. */
function treePaths(lines: readonly string[]): readonly string[] {
  const [first = '', ...rest] = lines
  const folders: string[] = []
  return rest.flatMap((line) => {
    const depth = (/^ */.exec(line)?.[0].length ?? 0) / 2
    const name = line.slice(2 * depth)
    const [, folder] = /^(.+\/) \(\d+\)$/.exec(name) ?? []
    folders.splice(depth)
    if (folder !== undefined) {
      folders.push(folder)
      return []
    }
    return [`${folderOf(first)}${folders.join('')}${name}`]
  })
}

function folderOf(first: string): string {
  return first === '/' ? '' : first
}
