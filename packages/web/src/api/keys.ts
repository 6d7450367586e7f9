/** The names under which answers of the server are kept in the page. */
export const keys = {
  workspace: ['workspace'],
  files: ['files'],
  models: ['models'],
  providers: ['providers'],
  chats: ['chats'],
  unlistedChats: ['unlisted-chats'],
  chat: (id: string) => ['chat', id],
  earlierTurns: (id: string) => ['earlier-turns', id],
  /** Of an answer: every call of it. */
  inspection: (id: string, answerId: string) => ['inspection', id, answerId],
  /** Of a chat. */
  inspections: (id: string) => ['inspection', id],
  source: (id: string, turnId: string, path: string) => ['source', id, turnId, path],
  memory: ['memory'],
  instructions: ['instructions'],
  versions: (path: string) => ['versions', path],
  definitions: ['definitions'],
  definition: (kind: string, id: string) => ['definitions', kind, id],
  mcp: ['mcp'],
  areas: ['areas'],
  guard: ['guard'],
  audit: ['audit'],
  toolRules: ['tool-rules'],
  workspaces: ['workspaces'],
  folders: (path: string | undefined) => ['folders', path],
  index: ['index'],
  search: ['search'],
  /** Settings of a chat that are being saved. */
  changeSettings: ['change-settings'],
  /** Rules of the guard that are being saved. */
  changeGuard: ['change-guard'],
  tryRule: ['try-rule'],
  related: (path: string) => ['related', path],
  recentFiles: ['recent-files'],
  tags: ['tags'],
  statistics: ['statistics'],
  usage: (since: string | undefined, until: string | undefined) => ['usage', since, until],
  content: (path: string) => ['content', path],
  forecast: ['forecast'],
  /** What is typed and not saved yet. */
  reasoning: (answerId: string) => ['reasoning', answerId],
} as const
