import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWorkspaceCommand } from '../folder/create-workspace-command.ts'
import type { FolderContext } from '../folder/folder-command.ts'
import { findPaths } from '../paths.ts'
import { type Run, runCommand } from './run-varve.ts'

/** A home of its own for commands on folders and workspaces. */
export interface CommandHome {
  readonly base: string
  readonly run: (command: (context: FolderContext) => Promise<void>, input?: string) => Promise<Run>
  /** A new workspace in the database, by its id. */
  readonly inDatabase: (name?: string) => Promise<string>
  /** An empty folder. */
  readonly inFolder: () => Promise<string>
  readonly remove: () => void
}

export function commandHome(): CommandHome {
  const base = mkdtempSync(join(tmpdir(), 'varve-command-'))
  const paths = findPaths({ env: { VARVE_HOME: base }, home: base, platform: 'linux' })
  const run: CommandHome['run'] = (command, input = '') =>
    runCommand((context) => command({ ...context, paths, isTTY: false, write: () => undefined }), input)
  return {
    base,
    run,
    inDatabase: async (name = 'Mine') =>
      (await run((context) => createWorkspaceCommand(name, {}, context))).stdout.trim(),
    inFolder: () => {
      mkdirSync(join(base, 'notes'))
      return Promise.resolve(join(base, 'notes'))
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}
