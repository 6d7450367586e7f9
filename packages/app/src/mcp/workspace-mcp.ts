import type { Hash } from '@varve/engine/internal'
import type { Statement, Store } from '@varve/store'
import { decodeText, type FileStore, WorkspaceError } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import type { OpenedWorkspace } from '../files/workspace-files.ts'
import { MCP_PATH, type McpServerEntry } from '../tools/mcp-entry.ts'
import { openedIfThere } from '../workspaces/opened-workspace.ts'
import { McpConnection } from './mcp-connection.ts'
import { storedSignIn } from './mcp-sign-in.ts'
import { type OfferedTools, parseOfferedTools } from './offered-tools.ts'
import { type McpConfig, parseMcpConfig } from './parse-mcp-config.ts'

/** A server of a workspace; without a connection it is not trusted, or switched off, and does nothing. */
export interface KnownServer {
  readonly server: McpServerEntry
  readonly trusted: boolean
  readonly connection: McpConnection | undefined
}

export interface WorkspaceMcp extends Pick<McpConfig, 'problems'> {
  /** Whether there is such a file. */
  readonly exists: boolean
  /** In code-unit order of their names. */
  readonly servers: readonly KnownServer[]
}

/** The servers of a workspace as its file has them now. Nothing is connected by looking. */
export async function workspaceMcp(context: AppContext, workspaceId: string): Promise<WorkspaceMcp> {
  const opened = await openedIfThere(context, workspaceId)
  const config = opened && (await readMcpConfig(opened.files))
  if (!opened || config === undefined) {
    endOthers(context, workspaceId, [])
    return { exists: false, servers: [], problems: [] }
  }
  const { servers, problems } = parseMcpConfig(config.content)
  const known = await Promise.all(
    servers.map(async (server): Promise<KnownServer> => {
      const trusted = await isTrustedServer(context.store, workspaceId, server.hash)
      const isOn = trusted && !server.disabled
      return { server, trusted, connection: isOn ? await connectionOf(context, opened, server) : undefined }
    }),
  )
  const inUse = known.filter(({ connection }) => connection).map(({ server }) => server.hash)
  endOthers(context, workspaceId, inUse)
  return { exists: true, servers: known, problems }
}

/** Not waited for: a program that does not want to end takes seconds. */
function endOthers({ mcp, report }: AppContext, workspaceId: string, inUse: readonly Hash[]): void {
  mcp.keepOnly(workspaceId, new Set(inUse)).catch((error: unknown) => report(String(error)))
}

interface ReadConfig {
  readonly content: string
  readonly hash: Hash
}

/** Undefined where there is no such file. */
export async function readMcpConfig({ read }: Pick<FileStore, 'read'>): Promise<ReadConfig | undefined> {
  try {
    const file = await read(MCP_PATH)
    return { content: decodeText(file), hash: file.contentHash }
  } catch (error) {
    if (error instanceof WorkspaceError && error.code === 'not-found') return undefined
    throw error
  }
}

function connectionOf(
  context: AppContext,
  { record }: OpenedWorkspace,
  server: McpServerEntry,
): Promise<McpConnection> {
  const { mcp, store, timer, home } = context
  const workspaceId = record.id
  const setting = `mcp-tools:${server.hash}`
  return mcp.connection(
    workspaceId,
    server.hash,
    async () =>
      new McpConnection({
        server,
        cwd: record.root ?? home,
        environment: mcp.environment,
        timer,
        signIn: () => storedSignIn(context, { workspaceId, hash: server.hash }),
        // Kept over a restart: the first request after it then has the same tools, byte for byte, without waiting.
        remembered: parseOfferedTools(await store.settings.get(workspaceId, setting)),
        onOffered: (offered) => void remember(context, { workspaceId, setting, offered }),
      }),
  )
}

async function remember(
  { store, report }: AppContext,
  { workspaceId, setting, offered }: ToRemember,
): Promise<void> {
  if (store.readOnly !== undefined) return
  try {
    await store.commit([store.settings.set(workspaceId, setting, offered)])
  } catch (error) {
    report(`The tools of an MCP server could not be remembered: ${toAppError(error).message}`)
  }
}

interface ToRemember {
  readonly workspaceId: string
  readonly setting: string
  readonly offered: OfferedTools
}

/** One setting for each form of an entry: a changed one is another, and has not been looked at. */
function settingName(hash: Hash): string {
  return `trusted-mcp:${hash}`
}

/** Whether the user has agreed to just this entry, in this workspace. Nothing is started or called before. */
export async function isTrustedServer(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
  hash: Hash,
): Promise<boolean> {
  return (await settings.get(workspaceId, settingName(hash))) === true
}

export function trustServerStatement(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
  { hash, trusted }: { readonly hash: Hash; readonly trusted: boolean },
): Statement {
  return settings.set(workspaceId, settingName(hash), trusted)
}
