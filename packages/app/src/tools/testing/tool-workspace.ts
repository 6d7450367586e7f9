import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@varve/store'
import type { SearchIndex } from '@varve/index'
import type { FileStore } from '@varve/workspace'
import { openDatabaseFiles } from '../../files/open-database-files.ts'
import { openFolderFiles } from '../../workspaces/open-folder-files.ts'
import { untilReady } from '../../files/control-index.ts'
import { runTool } from '../run-tool.ts'
import type { ToolOutcome, ToolRun } from '../tool.ts'
import { undoChange } from '../files/undo-change.ts'

export const STORE_KINDS = ['folder', 'database'] as const
export const NOW = new Date(2026, 10, 15, 12).getTime()
/** Stands in every place that no tool may reach. */
export const CANARY = 'CANARY-7Q'

/** A workspace of either kind for tools, with things around it that must stay as they are. */
export interface ToolWorkspace {
  readonly files: FileStore
  readonly run: (overrides?: Partial<ToolRun>) => ToolRun
  readonly call: (tool: string, args: unknown, overrides?: Partial<ToolRun>) => Promise<ToolOutcome>
  /** Takes back what a call changed; what comes of it can be taken back in turn. */
  readonly undo: (outcome: ToolOutcome) => Promise<ToolOutcome>
  readonly put: (path: string, text: string) => Promise<string>
  readonly text: (path: string) => Promise<string>
  /** Every file with its text, in order. */
  readonly all: () => Promise<Readonly<Record<string, string>>>
  /** Everything that is outside of it. */
  readonly outside: () => Promise<Readonly<Record<string, string>>>
  /** The root on the disk, for a folder. */
  readonly root: string
  /** Removes its files. */
  readonly clear: () => Promise<void>
  readonly remove: () => Promise<void>
}

export async function toolWorkspace(kind: (typeof STORE_KINDS)[number]): Promise<ToolWorkspace> {
  const base = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'varve-tools-'))
  const root = join(base, 'around', 'vault')
  for (const name of ['vault', 'vault-sibling', 'outside'])
    mkdirSync(join(base, 'around', name), { recursive: true })
  for (const name of ['secret.md', 'vault-sibling/canary.md', 'outside/canary.md'])
    writeFileSync(join(base, 'around', name), CANARY)
  const store = await openStore({ path: join(base, 'varve.db'), now: 0 })
  const record = { name: 'Vault', kind: 'folder', root, createdAt: 0 } as const
  await store.commit([
    store.workspaces.insert({ ...record, id: 'own' }),
    store.workspaces.insert({ ...record, id: 'other' }),
  ])
  const parts = { dataFolder: base, clock: { now: Date.now }, newId: randomUUID }
  const inDatabase = (workspaceId: string) => openDatabaseFiles({ ...parts, store, workspaceId })
  const foreign = (await inDatabase('other')).files
  await foreign.write('secret.md', Buffer.from(CANARY), 'absent')
  const opened = await (kind === 'folder'
    ? openFolderFiles({ ...parts, root, watch: false })
    : inDatabase('own'))
  const { files } = opened
  let index: Promise<SearchIndex> | undefined
  const run = (overrides: Partial<ToolRun> = {}): ToolRun => ({
    workspaceId: 'own',
    files,
    index: () => (index ??= opened.openIndex()),
    readArtifact: () => Promise.resolve(undefined),
    isReadable: () => undefined,
    ask: () => Promise.resolve('yes'),
    signal: new AbortController().signal,
    now: NOW,
    audience: 'this-machine',
    ...overrides,
  })
  return {
    files,
    root,
    run,
    call: (tool, args, overrides) => runTool({ tool, arguments: args }, run(overrides)),
    undo: async ({ changes = [] }) => {
      const undone = []
      for (const change of changes) undone.push(await undoChange(files, change))
      return { text: '', summary: '', changes: undone }
    },
    put: async (path, text) => (await files.write(path, Buffer.from(text), 'any')).contentHash,
    text: async (path) => Buffer.from((await files.read(path)).bytes).toString(),
    all: () => texts(files),
    outside: async () => ({ ...readAround(join(base, 'around')), ...(await texts(foreign)) }),
    clear: async () => {
      for (const { path } of (await files.list()).files) await files.remove(path, 'any')
    },
    remove: async () => {
      await (await index)?.close()
      await store.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** Until what was written can be found. */
export async function indexed(run: ToolRun): Promise<void> {
  const index = await run.index()
  await index.refresh()
  await untilReady(index)
}

async function texts(files: FileStore): Promise<Readonly<Record<string, string>>> {
  const { files: entries } = await files.list()
  const read = entries.map(async ({ path }) => {
    const { bytes } = await files.read(path)
    return [path, Buffer.from(bytes).toString()] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

function readAround(folder: string, prefix = ''): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const name = `${prefix}${entry.name}`
    if (name === 'vault') continue
    const place = join(folder, entry.name)
    if (entry.isDirectory()) Object.assign(found, readAround(place, `${name}/`))
    else found[`around ${name}`] = readFileSync(place, 'utf8')
  }
  return found
}
