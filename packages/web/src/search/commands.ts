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
import { useAskAbout } from '../files/ask-selection.tsx'
import { downloadFile, useRemoveFile } from '../files/file-actions.ts'
import { useTheme } from '../parts/hooks.ts'
import type { IconName } from '../parts/icon.tsx'
import { readSetting, writeSetting } from '../setting.ts'
import { USUAL_SPAN } from '../view-model/usage/usage.ts'
import { useChatActions } from '../workbench/use-chat-actions.ts'
import { useChooseModels } from '../workbench/use-chosen-models.ts'
import { commandKey } from '../workbench/use-shortcuts.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { t } from '../i18n/t.ts'

/** Something that the page can do, by its name. */
export interface Command {
  readonly id: string
  readonly group: keyof typeof GROUPS
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

const GROUPS = {
  chat: t('This chat'),
  file: t('This file'),
  command: t('Commands'),
  model: t('Models'),
  setting: t('Settings'),
}
const RECENT = 'varve.recent-commands'
const MOST_RECENT = 5
/** So many of a group are shown to someone who types; the next letter narrows them. */
const SHOWN = 6

const SECTIONS = [
  ['context', t('Memory and semantic search'), t('instructions context')],
  ['tools', t('Rules for tools, MCP servers'), t('agents approve')],
  ['data', t('Data and backup'), 'export'],
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
    return [{ label: t('Used last'), commands: last }, ...grouped(others)].filter(isFilled)
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
const isShort = (group: Command['group']): boolean => group !== 'model' && group !== 'setting'
const isFilled = ({ commands }: CommandGroup): boolean => commands.length > 0

function grouped(commands: readonly Command[]): readonly CommandGroup[] {
  return Object.entries(GROUPS)
    .map(([id, label]) => ({ label, commands: commands.filter(({ group }) => group === id) }))
    .filter(isFilled)
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
  return listed('command', [
    [t('New chat'), 'plus', startChat, { keys: `${key} ⇧ O` }],
    [
      t('New note'),
      'note',
      () => openDialog({ kind: 'new-note', path: '' }),
      { words: t('file create write') },
    ],
    ...(isChat ? [] : [[t('Back to the chat'), 'chat', () => openChat(chatId)] satisfies Entry]),
    [t('Files'), 'folder', () => openFile(undefined), { words: t('go notes') }],
    [
      t('Agents and skills'),
      'person',
      () => openDefinition(undefined),
      { words: t('go templates projects') },
    ],
    [t('Guard'), 'shield', openGuard, { words: t('go privacy private data') }],
    [t('Usage'), 'chart', () => openUsage(USUAL_SPAN), { words: t('go cost tokens price spending') }],
    [t('Settings'), 'sliders', () => openSettings(), { words: t('workspace preferences options') }],
    [
      t('Connect a model'),
      'bulb',
      () => openDialog('connect'),
      { words: t('provider ollama openai custom') },
    ],
    [t('Take the tour'), 'play', () => openDialog('tour'), { words: t('help start') }],
    [
      t('Keys of providers'),
      'key',
      () => openDialog({ kind: 'provider-keys' }),
      { words: t('api connect model') },
    ],
    ...(isChat
      ? ([
          [
            t('Choose a model'),
            'bulb',
            () => dispatch({ kind: 'model-picker', open: true }),
            { words: 'switch' },
          ],
          [
            inspectorOpen ? t('Close the inspector') : t('Open the inspector'),
            'panel',
            () => setInspector({ open: !inspectorOpen }),
            { words: t('layers cache trace request'), keys: `${key} I` },
          ],
        ] satisfies Entry[])
      : []),
    [t('Show or hide the sidebar'), 'menu', toggleSidebar, { keys: `${key} \\` }],
    [
      theme === 'dark' ? t('Light theme') : t('Dark theme'),
      theme === 'dark' ? 'sun' : 'moon',
      switchTheme,
      { words: t('appearance mode color colour') },
    ],
    [t('Shortcuts'), 'keys', () => openDialog('keys'), { words: t('keyboard help'), keys: '?' }],
    [
      t('Files that couldn’t be read'),
      'warn',
      () => openDialog('index-problems'),
      { words: t('index problems') },
    ],
  ])
}

function useChatCommands(): readonly Command[] {
  const { chatId, place, openDialog } = useWorkbench()
  const { data } = useChat(chatId)
  const { pin, archive, trash, suggestTitle } = useChatActions()
  if (!data || place.kind !== 'chat') return []
  const chat: ChatSummaryView = data
  return listed('chat', [
    [t('Suggest a title for this chat'), 'bulb', () => suggestTitle(chat), { words: t('name rename') }],
    [t('Rename this chat'), 'edit', () => openDialog({ kind: 'chat-rename', chat })],
    [chat.pinned ? t('Unpin this chat') : t('Pin this chat'), 'pin', () => pin(chat, !chat.pinned)],
    [t('Tags of this chat'), 'tag', () => openDialog({ kind: 'chat-tags', chat })],
    [
      t('Export this chat'),
      'export',
      () => openDialog({ kind: 'chat-export', chat }),
      { words: t('download save') },
    ],
    [
      chat.archived ? t('Unarchive this chat') : t('Archive this chat'),
      'archive',
      () => archive(chat, !chat.archived),
    ],
    [t('Move this chat to the trash'), 'trash', () => trash(chat), { words: t('delete remove') }],
  ])
}

function useFileCommands(): readonly Command[] {
  const { place, openFile, openDialog } = useWorkbench()
  const ask = useAskAbout()
  const remove = useRemoveFile()
  const path = place.kind === 'files' ? place.path : undefined
  const { data } = useFileContent(path ?? '', path !== undefined)
  if (path === undefined || !data) return []
  return listed('file', [
    ...(data.kind === 'note'
      ? [
          [
            t('Edit this note'),
            'edit',
            () => openFile(path, { kind: 'edit' }),
            { words: t('write change') },
          ] satisfies Entry,
        ]
      : []),
    [t('Ask about this file'), 'chat', () => ask(path), { words: t('attach question') }],
    [t('Rename or move this file'), 'edit', () => openDialog({ kind: 'move-note', path })],
    [t('Download this file'), 'export', () => downloadFile(path), { words: t('save') }],
    [
      t('Move this file to the trash'),
      'trash',
      () => void remove(path, data.contentHash),
      { words: t('delete remove') },
    ],
  ])
}

function useWorkspaceCommands(): readonly Command[] {
  const { openDialog } = useWorkbench()
  const client = useQueryClient()
  const { data: current } = useWorkspace()
  const { data } = useWorkspaces(true)
  const others = (data?.workspaces ?? []).filter(({ id }) => id !== current?.id)
  return listed('command', [
    [t('Open folder…'), 'folder', () => openDialog('open-folder'), { words: t('workspace vault') }],
    [t('New workspace in the database…'), 'plus', () => openDialog('new-workspace'), { words: 'create' }],
    [t('Look for changed files'), 'again', () => void renewFiles(client), { words: t('refresh reload') }],
    ...others.map(
      ({ id, name }): Entry => [
        t('Go to {name}', { name }),
        'folder',
        () => location.assign(workspaceHref(id)),
        { words: t('workspace switch') },
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
      group: 'model',
      label: t('Use {name}', { name }),
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
      group: 'setting',
      label: t(label),
      icon: 'sliders',
      words: `setting ${t(help)}`,
      run: () => openSettings('data'),
    }),
  )
  const ofChat = CHAT_SETTING_ROWS.filter(([, { page }]) => page).map(
    ([name, { label }]): Command => ({
      id: `setting ${name}`,
      group: 'setting',
      label: t(label),
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
      group: 'setting',
      label: t(label),
      icon: 'sliders',
      words: `setting font appearance ${t(help)}`,
      run: () => openSettings('appearance'),
    }),
  )
  const sections = SECTIONS.map(
    ([section, label, words]): Command => ({
      id: `settings ${section}`,
      group: 'setting',
      label,
      icon: 'sliders',
      words: `setting ${words}`,
      run: () => openSettings(section),
    }),
  )
  return [...sections, ...ofPage, ...ofWorkspace, ...ofChat]
}
