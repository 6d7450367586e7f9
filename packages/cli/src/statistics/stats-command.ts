import { openStatistics } from '@varve/app'
import { findDatabase } from '../database/find-database.ts'
import type { FolderContext } from '../folder/folder-command.ts'
import { parseSince } from '../trace/parse-since.ts'
import type { Surroundings } from '../paths.ts'
import { renderStatistics } from './render-statistics.ts'

export interface StatsOptions {
  readonly workspace?: string
  readonly chat?: string
  readonly since?: string
  readonly data?: string
  readonly database?: string
  readonly json?: boolean
}

export interface StatsContext extends FolderContext {
  readonly surroundings: Surroundings
  readonly now: () => number
}

/** `varve stats`: what turns used and how they came about, also while Varve runs. */
export async function statsCommand(options: StatsOptions, context: StatsContext): Promise<void> {
  const { paths, surroundings, output, now } = context
  const since = options.since === undefined ? undefined : parseSince(options.since, now())
  const database = findDatabase(options, paths, surroundings)
  const tools = await openStatistics({ database, clock: { now } })
  try {
    const found = await tools.read({ workspace: options.workspace, chatId: options.chat, since })
    const text = options.json ? JSON.stringify(found) : found.map(renderStatistics).join('\n\n')
    await output.write(`${text}\n`)
  } finally {
    await tools.close()
  }
}
