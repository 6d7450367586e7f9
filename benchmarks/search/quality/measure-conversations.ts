import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenedEmbedder } from '@varve/index'
import { readGguf } from '../../../packages/app/src/local-models/read-gguf.ts'
import { findRuntime } from '../../../packages/local/src/find-runtime.ts'
import { LocalEmbedder } from '../../../packages/local/src/local-embedder.ts'
import type { Goal, Table } from '../../report.ts'
import { COLUMNS } from './columns.ts'
import { measurePlain, measureProduct, measureVariant } from './measure-tasks.ts'
import { meanQuality, type Quality } from './metrics.ts'
import { openQualityIndex, type QualityIndex } from './open-quality-index.ts'
import { plainSearch } from './plain-search.ts'
import { qualityCells } from './quality-cells.ts'
import { WITHOUT } from './rankings.ts'
import { type Conversation, type PoolPassage, readConversations, readPassages } from './read-data.ts'
import { halfOf, type SearchTask } from './search-task.ts'

export interface ConversationMeasures {
  readonly tables: readonly Table[]
  readonly goals: readonly Goal[]
}

export interface ConversationOptions {
  /** Also with the built-in embeddings, or those of a model file. */
  readonly embeddings: string | undefined
}

const GOAL = 0.78

/** The last turn of a conversation: are the passages found that its answer rests on? One file for each passage. */
export async function measureConversations({
  embeddings,
}: ConversationOptions): Promise<ConversationMeasures> {
  const passages = readPassages()
  const conversations = readConversations()
  const root = mkdtempSync(join(tmpdir(), 'varve-passages-'))
  try {
    for (const collection of new Set(passages.map((passage) => passage.collection)))
      mkdirSync(join(root, collection))
    for (const passage of passages) writeFileSync(join(root, pathOf(passage)), passage.text)
    const across = await measureAcross(root, passages, conversations, embeddings)
    const within = await measureWithin(root, passages, conversations)
    const count = `${conversations.filter((task) => halfOf(task.task_id) === 'report').length} tasks of the report half`
    return {
      tables: [
        {
          title: `Conversations: ${count}`,
          columns: ['search', 'among', ...COLUMNS],
          rows: [...across.rows, ...within],
        },
        {
          title: 'Conversations: what a signal gives, tuning half, among all passages',
          columns: ['ranking', ...COLUMNS],
          rows: across.variants,
        },
      ],
      goals: [goalOf(across.recall5)],
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

interface Across {
  readonly rows: readonly (readonly string[])[]
  readonly variants: readonly (readonly string[])[]
  readonly recall5: number
}

async function measureAcross(
  root: string,
  passages: readonly PoolPassage[],
  conversations: readonly Conversation[],
  embeddings: string | undefined,
): Promise<Across> {
  const tasks = conversations.map((task) => taskOf(task, (id) => pathOf(byId(passages, id))))
  const report = tasks.filter(({ half }) => half === 'report')
  const tuning = tasks.filter(({ half }) => half === 'tuning')
  const rows = plainRows(
    passages.map((passage) => ({ path: pathOf(passage), title: '', text: passage.text })),
    report,
    'all passages',
  )
  const { index, file, close } = await openQualityIndex(root)
  try {
    const own = await measureProduct(index, report)
    const alone = await measureProduct(index, report.map(withoutConversation))
    const variants = WITHOUT.map(({ name, ranking }) => [
      name,
      ...qualityCells(measureVariant(file, tuning, () => ({ ranking }))),
    ])
    const quiet = measureVariant(file, tuning.map(withoutConversation), () => ({}))
    const embedded =
      embeddings === undefined
        ? undefined
        : await measureEmbedded({ index, model: embeddings, report, tuning })
    return {
      rows: [
        ...rows,
        ['Varve, last turn alone', 'all passages', ...qualityCells(alone)],
        ['Varve', 'all passages', ...qualityCells(own)],
        ...(embedded ? [['Varve with embeddings', 'all passages', ...qualityCells(embedded.report)]] : []),
      ],
      variants: [
        ...variants,
        ['without the conversation', ...qualityCells(quiet)],
        ...(embedded ? [['with embeddings', ...qualityCells(embedded.tuning)]] : []),
      ],
      recall5: own.recall5,
    }
  } finally {
    await close()
  }
}

/** Switches embeddings on, waits until every passage has its vector, and asks again. */
async function measureEmbedded({
  index,
  model,
  report,
  tuning,
}: {
  readonly index: QualityIndex['index']
  readonly model: string
  readonly report: readonly SearchTask[]
  readonly tuning: readonly SearchTask[]
}): Promise<{ readonly report: Quality; readonly tuning: Quality }> {
  await index.setEmbedder(model === 'built-in' ? model : await embedderOf(model))
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const stop = index.watchStatus(({ embeddings }) => {
    if (embeddings?.state === 'ready') resolve(undefined)
    if (embeddings?.state === 'failed') reject(new Error(embeddings.failure))
  })
  await promise.finally(stop)
  return { report: await measureProduct(index, report), tuning: await measureProduct(index, tuning) }
}

/** Vectors by a `.gguf` file, as the app would have them. */
async function embedderOf(path: string): Promise<() => OpenedEmbedder> {
  const { architecture, context = 512, bytesPerToken, size: bytes } = await readGguf(path)
  const file = { path, architecture, context, bytesPerToken, bytes }
  const embedder = new LocalEmbedder({
    runtime: () => findRuntime(import.meta.dirname),
    settings: () => ({ idleMilliseconds: 600_000, stateLimit: 0 }),
  })
  return () => ({
    id: path,
    embed: (texts, kind) => embedder.embed(file, texts, kind),
    close: async () => embedder.close(),
  })
}

async function measureWithin(
  root: string,
  passages: readonly PoolPassage[],
  conversations: readonly Conversation[],
): Promise<readonly (readonly string[])[]> {
  const own: { readonly quality: Quality; readonly count: number }[] = []
  const plain = new Map<string, { readonly quality: Quality; readonly count: number }[]>()
  for (const [collection, asked] of Map.groupBy(conversations, (task) => task.collection)) {
    const tasks = asked
      .map((task) => taskOf(task, (id) => `${id}.md`))
      .filter(({ half }) => half === 'report')
    const documents = passages
      .filter((passage) => passage.collection === collection)
      .map((passage) => ({ path: `${passage.id}.md`, title: '', text: passage.text }))
    for (const [name, quality] of plainQualities(documents, tasks))
      plain.set(name, [...(plain.get(name) ?? []), { quality, count: tasks.length }])
    const { index, close } = await openQualityIndex(join(root, collection))
    try {
      own.push({ quality: await measureProduct(index, tasks), count: tasks.length })
    } finally {
      await close()
    }
  }
  const among = 'its collection'
  return [
    ...[...plain].map(([name, parts]) => [name, among, ...qualityCells(weighedMean(parts))]),
    ['Varve', among, ...qualityCells(weighedMean(own))],
  ]
}

function weighedMean(parts: readonly { readonly quality: Quality; readonly count: number }[]): Quality {
  return meanQuality(parts.flatMap(({ quality, count }) => Array.from({ length: count }, () => quality)))
}

function plainRows(
  documents: Parameters<typeof plainSearch>[0],
  tasks: readonly SearchTask[],
  among: string,
): readonly (readonly string[])[] {
  return plainQualities(documents, tasks).map(([name, quality]) => [name, among, ...qualityCells(quality)])
}

/** Of the last turn, and of the last two turns of the user as one question. */
function plainQualities(
  documents: Parameters<typeof plainSearch>[0],
  tasks: readonly SearchTask[],
): readonly (readonly [string, Quality])[] {
  return (['unicode61', 'porter unicode61'] as const).flatMap((tokenizer) => {
    const search = plainSearch(documents, tokenizer)
    return [
      [`plain BM25, ${tokenizer}, last turn`, measurePlain(search, tasks)] as const,
      [`plain BM25, ${tokenizer}, last two`, measurePlain(search, tasks.map(withTurnBefore))] as const,
    ]
  })
}

function taskOf(task: Conversation, path: (id: string) => string): SearchTask {
  const turns = task.input.map((turn) => turn.text)
  const request = { text: turns.at(-1) ?? '', conversation: turns.slice(0, -1), limit: 10 }
  return { half: halfOf(task.task_id), request, wanted: task.relevant.map(path) }
}

function withoutConversation(task: SearchTask): SearchTask {
  const { conversation: _before, ...request } = task.request
  return { ...task, request }
}

/** Turns alternate: the one before the last answer is the user's. */
function withTurnBefore(task: SearchTask): SearchTask {
  const before = task.request.conversation?.at(-2)
  return before === undefined
    ? task
    : { ...task, request: { ...task.request, text: `${before} ${task.request.text}` } }
}

function pathOf({ collection, id }: PoolPassage): string {
  return `${collection}/${id}.md`
}

function byId(passages: readonly PoolPassage[], id: string): PoolPassage {
  const found = passages.find((passage) => passage.id === id)
  if (!found) throw new Error(`No passage has the id ${id}.`)
  return found
}

function goalOf(recall5: number): Goal {
  return {
    name: 'conversations: R@5 of the last turn with its conversation, among all passages',
    target: `≥ ${GOAL}`,
    measured: recall5.toFixed(3),
    met: recall5 >= GOAL,
  }
}
