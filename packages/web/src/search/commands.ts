import type { ChatSummaryView } from '@varve/contract'
import { CHAT_SETTING_ROWS, PAGE_SETTING_ROWS, WORKSPACE_SETTING_ROWS } from '@varve/contract/tables/settings'
import { useQueryClient } from '@tanstack/react-query'
import { workspaceHref } from '../api/address.ts'
import {
  renewFiles,
  useChat,
  useFileContent,
  useModels,
  useWorkspace,
  useWorkspaces,
} from '../api/queries.ts'
import { useTheme } from '../parts/hooks.ts'
import type { IconName } from '../parts/icon.tsx'
import { readSetting, writeSetting } from '../parts/setting.ts'
import { USUAL_SPAN } from '../view-model/usage/usage.ts'
import { useChatActions } from '../workbench/use-chat-actions.ts'
import { useChooseModels } from '../workbench/use-chosen-models.ts'
import { commandKey } from '../workbench/use-shortcuts.ts'
import { useWorkbench } from '../workbench/workbench.tsx'

/** Something that the page can do, by its name. */
export interface Command {
  readonly id: string
  readonly group: 'This chat' | 'This file' | 'Commands' | 'Models' | 'Settings'
  readonly label: string
  readonly icon: IconName
  /** Other words for it. */
  readonly words?: string
  readonly keys?: string
  readonly run: () => void
}

export interface CommandGroup {
  readonly label: string
  readonly commands: readonly Command[]
}

const GROUPS = ['This chat', 'This file', 'Commands', 'Models', 'Settings'] as const
const RECENT = 'varve.recent-commands'
const MOST_RECENT = 5
/** So many of a group are shown to someone who types; the next letter narrows them. */
const SHOWN = 6

const SECTIONS = [
  ['context', 'Memory and semantic search', 'instructions context'],
  ['tools', 'Rules for tools, MCP servers', 'agents approve'],
  ['data', 'Data and backup', 'export'],
] as const

/** The commands that words mean: all of them begin words of its name. Without words those used last come first. */
export function findCommands(
  commands: readonly Command[],
  { query, recent }: { readonly query: string; readonly recent: readonly string[] },
): readonly CommandGroup[] {
  const all = query.startsWith('>')
  const wanted = wordsOf(query.replace(/^>/, ''))
  if (wanted.length === 0) {
    const last = all ? [] : recent.flatMap((id) => commands.find((command) => command.id === id) ?? [])
    const others = commands.filter(
      ({ id, group }) => !last.some((one) => one.id === id) && (all || isShort(group)),
    )
    return [{ label: 'Used last', commands: last }, ...grouped(others)].filter(isFilled)
  }
  const found = commands.filter(({ label, words = '' }) => {
    const known = wordsOf(`${label} ${words}`)
    return wanted.every((word) => known.some((one) => one.startsWith(word)))
  })
  return grouped([...found].sort((a, b) => rank(recent, a.id) - rank(recent, b.id))).map((group) => ({
    ...group,
    commands: group.commands.slice(0, SHOWN),
  }))
}

/** Models and settings are many: they are listed for who looks for them. */
const isShort = (group: Command['group']): boolean => group !== 'Models' && group !== 'Settings'
const isFilled = ({ commands }: CommandGroup): boolean => commands.length > 0

function grouped(commands: readonly Command[]): readonly CommandGroup[] {
  return GROUPS.map((label) => ({
    label,
    commands: commands.filter(({ group }) => group === label),
  })).filter(isFilled)
}

function rank(recent: readonly string[], id: string): number {
  const at = recent.indexOf(id)
  return at < 0 ? recent.length : at
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The commands used last in this browser, by id. */
export function recentCommands(): readonly string[] {
  return readSetting(RECENT)?.split('\n') ?? []
}

export function rememberCommand(id: string): void {
  const others = recentCommands().filter((one) => one !== id)
  writeSetting(RECENT, [id, ...others].slice(0, MOST_RECENT).join('\n'))
}

/** Every command of the menus that makes sense where one is. */
export function useCommands(): readonly Command[] {
  const pages = usePageCommands()
  return [
    ...useChatCommands(),
    ...useFileCommands(),
    ...pages,
    ...useWorkspaceCommands(),
    ...useModelCommands(),
    ...useSettingCommands(),
  ]
}

type Entry = readonly [label: string, icon: IconName, run: () => void, more?: Pick<Command, 'words' | 'keys'>]

function listed(group: Command['group'], entries: readonly Entry[]): readonly Command[] {
  return entries.map(([label, icon, run, more = {}]) => ({ id: label, group, label, icon, run, ...more }))
}

function usePageCommands(): readonly Command[] {
  const {
    startChat,
    openChat,
    openFile,
    openDefinition,
    openUsage,
    openSettings,
    openGuard,
    openDialog,
    inspectorOpen,
    setInspector,
    toggleSidebar,
    chatId,
    place,
    dispatch,
  } = useWorkbench()
  const { theme, switchTheme } = useTheme()
  const key = commandKey()
  const isChat = place.kind === 'chat'
  return listed('Commands', [
    ['New chat', 'plus', startChat, { keys: `${key} ⇧ O` }],
    ['New note', 'note', () => openDialog({ kind: 'new-note', path: '' }), { words: 'file create write' }],
    ...(isChat ? [] : [['Back to the chat', 'chat', () => openChat(chatId)] satisfies Entry]),
    ['Files', 'folder', () => openFile(undefined), { words: 'go notes' }],
    ['Agents and skills', 'person', () => openDefinition(undefined), { words: 'go templates projects' }],
    ['Guard', 'shield', openGuard, { words: 'go privacy private data' }],
    ['Usage', 'chart', () => openUsage(USUAL_SPAN), { words: 'go cost tokens price spending' }],
    ['Settings', 'sliders', () => openSettings(), { words: 'workspace preferences options' }],
    ['Connect a model', 'bulb', () => openDialog('connect'), { words: 'provider ollama openai custom' }],
    ['Take the tour', 'play', () => openDialog('tour'), { words: 'help start' }],
    ['Keys of providers', 'key', () => openDialog({ kind: 'provider-keys' }), { words: 'api connect model' }],
    ...(isChat
      ? ([
          [
            'Choose a model',
            'bulb',
            () => dispatch({ kind: 'model-picker', open: true }),
            { words: 'switch' },
          ],
          [
            inspectorOpen ? 'Close the inspector' : 'Open the inspector',
            'panel',
            () => setInspector({ open: !inspectorOpen }),
            { words: 'layers cache trace request', keys: `${key} I` },
          ],
        ] satisfies Entry[])
      : []),
    ['Show or hide the sidebar', 'menu', toggleSidebar, { keys: `${key} \\` }],
    [
      theme === 'dark' ? 'Light theme' : 'Dark theme',
      theme === 'dark' ? 'sun' : 'moon',
      switchTheme,
      { words: 'appearance mode color colour' },
    ],
    ['Shortcuts', 'keys', () => openDialog('keys'), { words: 'keyboard help', keys: '?' }],
    ['Files that couldn’t be read', 'warn', () => openDialog('index-problems'), { words: 'index problems' }],
  ])
}

function useChatCommands(): readonly Command[] {
  const { chatId, place, openDialog } = useWorkbench()
  const { data } = useChat(chatId)
  const { pin, archive, trash } = useChatActions()
  if (!data || place.kind !== 'chat') return []
  const chat: ChatSummaryView = data
  return listed('This chat', [
    ['Rename this chat', 'edit', () => openDialog({ kind: 'chat-rename', chat })],
    [chat.pinned ? 'Unpin this chat' : 'Pin this chat', 'pin', () => pin(chat, !chat.pinned)],
    ['Tags of this chat', 'tag', () => openDialog({ kind: 'chat-tags', chat })],
    [
      'Export this chat',
      'export',
      () => openDialog({ kind: 'chat-export', chat }),
      { words: 'download save' },
    ],
    [
      chat.archived ? 'Unarchive this chat' : 'Archive this chat',
      'archive',
      () => archive(chat, !chat.archived),
    ],
    ['Move this chat to the trash', 'trash', () => trash(chat), { words: 'delete remove' }],
  ])
}

function useFileCommands(): readonly Command[] {
  const { place, openFile, openDialog } = useWorkbench()
  const path = place.kind === 'files' ? place.path : undefined
  const { data } = useFileContent(path ?? '', path !== undefined)
  if (path === undefined || !data) return []
  return listed('This file', [
    ...(data.kind === 'note'
      ? [
          [
            'Edit this note',
            'edit',
            () => openFile(path, { kind: 'edit' }),
            { words: 'write change' },
          ] satisfies Entry,
        ]
      : []),
    ['Rename or move this file', 'edit', () => openDialog({ kind: 'move-note', path })],
  ])
}

function useWorkspaceCommands(): readonly Command[] {
  const { openDialog } = useWorkbench()
  const client = useQueryClient()
  const { data: current } = useWorkspace()
  const { data } = useWorkspaces(true)
  const others = (data?.workspaces ?? []).filter(({ id }) => id !== current?.id)
  return listed('Commands', [
    ['Open folder…', 'folder', () => openDialog('open-folder'), { words: 'workspace vault' }],
    ['New workspace in the database…', 'plus', () => openDialog('new-workspace'), { words: 'create' }],
    ['Look for changed files', 'again', () => void renewFiles(client), { words: 'refresh reload' }],
    ...others.map(
      ({ id, name }): Entry => [
        `Go to ${name}`,
        'folder',
        () => location.assign(workspaceHref(id)),
        { words: 'workspace switch' },
      ],
    ),
  ])
}

function useModelCommands(): readonly Command[] {
  const { data = [] } = useModels()
  const choose = useChooseModels()
  return data
    .filter(({ ready }) => ready)
    .map(({ id, name, providerName }) => ({
      id: `model ${id}`,
      group: 'Models',
      label: `Use ${name}`,
      icon: 'bulb',
      words: `model ${providerName}`,
      run: () => choose([id]),
    }))
}

function useSettingCommands(): readonly Command[] {
  const { openSettings, openChat, chatId, dispatch } = useWorkbench()
  const ofWorkspace = WORKSPACE_SETTING_ROWS.map(
    ([name, { label, help }]): Command => ({
      id: `setting ${name}`,
      group: 'Settings',
      label,
      icon: 'sliders',
      words: `setting ${help}`,
      run: () => openSettings('data'),
    }),
  )
  const ofChat = CHAT_SETTING_ROWS.filter(([, { page }]) => page).map(
    ([name, { label }]): Command => ({
      id: `setting ${name}`,
      group: 'Settings',
      label,
      icon: 'sliders',
      words: `setting chat ${name}`,
      // Beside the models that take it.
      run: () => {
        openChat(chatId)
        dispatch({ kind: 'model-picker', open: true })
      },
    }),
  )
  const ofPage = PAGE_SETTING_ROWS.map(
    ([name, { label, help }]): Command => ({
      id: `setting ${name}`,
      group: 'Settings',
      label,
      icon: 'sliders',
      words: `setting font appearance ${help}`,
      run: () => openSettings('appearance'),
    }),
  )
  const sections = SECTIONS.map(
    ([section, label, words]): Command => ({
      id: `settings ${section}`,
      group: 'Settings',
      label,
      icon: 'sliders',
      words: `setting ${words}`,
      run: () => openSettings(section),
    }),
  )
  return [...sections, ...ofPage, ...ofWorkspace, ...ofChat]
}
