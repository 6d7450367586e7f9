import type { ChatsAmong, ChatSummaryView } from '@varve/contract'
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
import { MODES, MORE, NO_DEFINITION, offeredOf, useRunnerChoices } from '../composer/runner-picker.tsx'
import { useAskAbout } from '../files/ask-selection.tsx'
import { downloadFile, useRemoveFile } from '../files/file-actions.ts'
import { useTheme } from '../parts/hooks.ts'
import type { IconName } from '../parts/icon.tsx'
import type { MenuCommand } from '../parts/menu.tsx'
import { readSetting, writeSetting } from '../setting.ts'
import { useAnswerActions } from '../thread/answer-menu.tsx'
import { useTurnActions } from '../thread/use-turn-actions.ts'
import { answerAsMarkdown } from '../view-model/files/file-names.ts'
import { isAnswering } from '../view-model/thread/turns.ts'
import { USUAL_SPAN } from '../view-model/usage/usage.ts'
import { useCopy } from '../workbench/actions.ts'
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
  answer: t('Newest answer'),
  file: t('This file'),
  command: t('Commands'),
  mode: t('Mode'),
  model: t('Models'),
  setting: t('Settings'),
}
/** The group of what was used last, which comes before files and chats. */
export const RECENTLY_USED = t('Recently used')
const RECENT = 'varve.recent-commands'
const MOST_RECENT = 5
/** So many of a group are shown to someone who types; the next letter narrows them. */
const SHOWN = 6

const SECTIONS = [
  ['context', t('Memory and semantic search'), t('instructions context')],
  ['tools', t('Rules for tools, MCP servers'), t('agents approve')],
  ['data', t('Data and backup'), 'export'],
] as const

/** The commands that words mean, those that they name first. Without words those used last come first. */
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
    return [{ label: RECENTLY_USED, commands: last }, ...grouped(others)].filter(isFilled)
  }
  const begins = (text: string) => {
    const known = wordsOf(text)
    return wanted.every((word) => known.some((one) => one.startsWith(word)))
  }
  const found = commands.filter(({ label, words = '' }) => begins(`${label} ${words}`))
  const isNamed = ({ label }: Command) => begins(label)
  const ranked = found.sort(
    (a, b) => Number(isNamed(b)) - Number(isNamed(a)) || rank(recent, a.id) - rank(recent, b.id),
  )
  return grouped(ranked).map((group) => ({
    ...group,
    commands: group.commands.slice(0, SHOWN),
  }))
}

/** These are many, so they are listed when someone looks for them. */
const LONG: readonly Command['group'][] = ['mode', 'model', 'setting']
const isShort = (group: Command['group']): boolean => !LONG.includes(group)
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

/** Every command of the menus that makes sense where one is; `MENU_COMMANDS` names those that have to be here. */
export function useCommands(): readonly Command[] {
  const pages = usePageCommands()
  return [
    ...useChatCommands(),
    ...useAnswerCommands(),
    ...useFileCommands(),
    ...pages,
    ...useChatListCommands(),
    ...useWorkspaceCommands(),
    ...useModeCommands(),
    ...useModelCommands(),
    ...useSettingCommands(),
  ]
}

type Entry = readonly [label: string, icon: IconName, run: () => void, more?: Pick<Command, 'words' | 'keys'>]

type Given = Entry | readonly Entry[] | undefined

/** An entry by its id, several of a kind, or none where it makes no sense; those named by `Id` have to be there. */
type Entries<Id extends string = never> = Readonly<Record<string, Given> & Record<Id, Given>>

function listed(group: Command['group'], entries: Entries): readonly Command[] {
  return Object.entries(entries).flatMap(([id, given]) => {
    if (!given) return []
    if (isEntry(given)) return [commandOf(group, id, given)]
    return given.map((entry) => commandOf(group, `${id} ${entry[0]}`, entry))
  })
}

function isEntry(given: Entry | readonly Entry[]): given is Entry {
  return typeof given[0] === 'string'
}

function commandOf(group: Command['group'], id: string, [label, icon, run, more = {}]: Entry): Command {
  return { id, group, label, icon, run, ...more }
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
  const isDark = theme === 'dark'
  return listed('command', {
    'new-chat': [t('New chat'), 'plus', startChat, { keys: `${key} ⇧ O` }],
    'new-note': [
      t('New note'),
      'note',
      () => openDialog({ kind: 'new-note', path: '' }),
      { words: t('file create write') },
    ],
    'to-chat': isChat ? undefined : [t('Back to the chat'), 'chat', () => openChat(chatId)],
    files: [t('Files'), 'folder', () => openFile(undefined), { words: t('go notes') }],
    definitions: [
      t('Agents and skills'),
      'person',
      () => openDefinition(undefined),
      { words: t('go templates projects') },
    ],
    guard: [t('Guard'), 'shield', openGuard, { words: t('go privacy private data') }],
    usage: [t('Usage'), 'chart', () => openUsage(USUAL_SPAN), { words: t('go cost tokens price spending') }],
    settings: [t('Settings'), 'sliders', () => openSettings(), { words: t('workspace preferences options') }],
    connect: [
      t('Connect a model'),
      'bulb',
      () => openDialog('connect'),
      { words: t('provider ollama openai custom') },
    ],
    tour: [t('Take the tour'), 'play', () => openDialog('tour'), { words: t('help start') }],
    'provider-keys': [
      t('Keys of providers'),
      'key',
      () => openDialog({ kind: 'provider-keys' }),
      { words: t('api connect model') },
    ],
    'model-picker': isChat
      ? [
          t('Choose a model'),
          'bulb',
          () => dispatch({ kind: 'model-picker', open: true }),
          { words: 'switch' },
        ]
      : undefined,
    inspector: isChat
      ? [
          inspectorOpen ? t('Close the inspector') : t('Open the inspector'),
          'panel',
          () => setInspector({ open: !inspectorOpen }),
          { words: t('layers cache trace request'), keys: `${key} I` },
        ]
      : undefined,
    sidebar: [t('Show or hide the sidebar'), 'menu', toggleSidebar, { keys: `${key} \\` }],
    theme: [
      isDark ? t('Light theme') : t('Dark theme'),
      isDark ? 'sun' : 'moon',
      switchTheme,
      { words: t('appearance mode color colour') },
    ],
    keys: [t('Shortcuts'), 'keys', () => openDialog('keys'), { words: t('keyboard help'), keys: '?' }],
    'index-problems': [
      t('Files that couldn’t be read'),
      'warn',
      () => openDialog('index-problems'),
      { words: t('index problems') },
    ],
  } satisfies Entries<MenuCommand<'page'>>)
}

function useChatCommands(): readonly Command[] {
  const { chatId, place, dispatch, openDialog } = useWorkbench()
  const { data } = useChat(chatId)
  const { pin, archive, trash, suggestTitle } = useChatActions()
  if (!data || place.kind !== 'chat') return []
  const chat: ChatSummaryView = data
  return listed('chat', {
    'find-in-chat':
      data.turns.length > 0
        ? [
            t('Find in this chat'),
            'search',
            () => dispatch({ kind: 'find-in', chat: chat.id }),
            { words: t('search questions'), keys: `${commandKey()} F` },
          ]
        : undefined,
    'suggest-title': [
      t('Suggest a title for this chat'),
      'bulb',
      () => suggestTitle(chat),
      { words: t('name rename') },
    ],
    'rename-chat': [t('Rename this chat'), 'edit', () => openDialog({ kind: 'chat-rename', chat })],
    'pin-chat': [
      chat.pinned ? t('Unpin this chat') : t('Pin this chat'),
      'pin',
      () => pin(chat, !chat.pinned),
    ],
    'tag-chat': [t('Tags of this chat'), 'tag', () => openDialog({ kind: 'chat-tags', chat })],
    'export-chat': [
      t('Export this chat'),
      'export',
      () => openDialog({ kind: 'chat-export', chat }),
      { words: t('download save') },
    ],
    'archive-chat': [
      chat.archived ? t('Unarchive this chat') : t('Archive this chat'),
      'archive',
      () => archive(chat, !chat.archived),
    ],
    'trash-chat': [
      t('Move this chat to the trash'),
      'trash',
      () => trash(chat),
      { words: t('delete remove') },
    ],
  } satisfies Entries<MenuCommand<'chat'>>)
}

/** What the menus below the newest answer do. */
function useAnswerCommands(): readonly Command[] {
  const { chatId, place, openDialog } = useWorkbench()
  const { data } = useChat(chatId)
  const { again, anew, fork } = useTurnActions(chatId)
  const actionsOf = useAnswerActions()
  const { copy } = useCopy()
  const turn = data?.turns.at(-1)
  if (!turn || place.kind !== 'chat' || isAnswering(turn)) return []
  const { answer } = turn
  const { modelId, modelName } = answer
  const { isRead, copyFormatted, read, exportAnswer, save } = actionsOf(turn, answer)
  const hasText = answer.text !== ''
  const ofText = (entry: Entry) => (hasText ? entry : undefined)
  return listed('answer', {
    'copy-answer': ofText([t('Copy the answer'), 'copy', () => copy(answerAsMarkdown(answer))]),
    'copy-answer-formatted': ofText([t('Copy the answer with formatting'), 'copy', copyFormatted]),
    'answer-again': [
      t('Answer again with {modelName}', { modelName }),
      'again',
      () => void again(turn, [modelId]),
      { words: t('regenerate retry') },
    ],
    'answer-with-another': [
      t('Answer again with another model'),
      'columns',
      () =>
        openDialog({
          kind: 'another-model',
          current: modelId,
          pick: (id) => void again(turn, [id]),
        }),
      { words: t('regenerate retry') },
    ],
    'ask-again':
      turn.continues === undefined
        ? [
            t('Ask again with the current notes'),
            'note',
            () => void anew(turn, [modelId]),
            { words: t('regenerate retry') },
          ]
        : undefined,
    'save-answer': ofText([t('Save the answer as a note'), 'note', () => save('new')]),
    'append-answer': ofText([t('Append the answer to a note'), 'plus', () => save('append')]),
    'read-answer':
      read &&
      ofText([
        isRead ? t('Stop reading aloud') : t('Read the answer aloud'),
        isRead ? 'stop' : 'voice',
        read,
        { words: t('voice speak') },
      ]),
    'export-answer': ofText([
      t('Export the answer as Markdown'),
      'export',
      exportAnswer,
      { words: t('download save') },
    ]),
    'fork-chat': ofText([t('Fork into a new chat'), 'fork', () => void fork(turn, answer)]),
  } satisfies Entries<MenuCommand<'answer'>>)
}

function useFileCommands(): readonly Command[] {
  const { place, openFile, openDialog } = useWorkbench()
  const ask = useAskAbout()
  const remove = useRemoveFile()
  const path = place.kind === 'files' ? place.path : undefined
  const { data } = useFileContent(path ?? '', path !== undefined)
  if (path === undefined || !data) return []
  return listed('file', {
    'edit-note':
      data.kind === 'note'
        ? [t('Edit this note'), 'edit', () => openFile(path, { kind: 'edit' }), { words: t('write change') }]
        : undefined,
    'ask-file': [t('Ask about this file'), 'chat', () => ask(path), { words: t('attach question') }],
    'move-file': [t('Rename or move this file'), 'edit', () => openDialog({ kind: 'move-note', path })],
    'download-file': [t('Download this file'), 'export', () => downloadFile(path), { words: t('save') }],
    'trash-file': [
      t('Move this file to the trash'),
      'trash',
      () => void remove(path, data.contentHash),
      { words: t('delete remove') },
    ],
  } satisfies Entries<MenuCommand<'file'>>)
}

function useChatListCommands(): readonly Command[] {
  const { layout, dispatch, openDialog, chatFile } = useWorkbench()
  const show = (among: ChatsAmong) => () => {
    dispatch({ kind: 'chats-among', among })
    if (layout.sidebar !== 'full') openDialog('chats')
  }
  return listed('command', {
    'current-chats': [t('Chats'), 'chat', show('current'), { words: t('go list') }],
    'archived-chats': [t('Archived chats'), 'archive', show('archived'), { words: t('go list') }],
    'trashed-chats': [t('Chats in the trash'), 'trash', show('trashed'), { words: t('go list restore') }],
    'import-chats': [t('Import chats…'), 'import', () => chatFile.current?.click(), { words: t('upload') }],
  } satisfies Entries<MenuCommand<'chats'>>)
}

function useWorkspaceCommands(): readonly Command[] {
  const { openDialog } = useWorkbench()
  const client = useQueryClient()
  const { data: current } = useWorkspace()
  const { data } = useWorkspaces(true)
  const workspaces = data?.workspaces ?? []
  return listed('command', {
    'open-folder': [
      t('Open folder…'),
      'folder',
      () => openDialog('open-folder'),
      { words: t('workspace vault') },
    ],
    'new-workspace': [
      t('New workspace in the database…'),
      'plus',
      () => openDialog('new-workspace'),
      { words: 'create' },
    ],
    'renew-files': [
      t('Look for changed files'),
      'again',
      () => void renewFiles(client),
      { words: t('refresh reload') },
    ],
    'go-to-workspace': workspaces
      .filter(({ id }) => id !== current?.id)
      .map(
        ({ id, name }): Entry => [
          t('Go to {name}', { name }),
          'folder',
          () => location.assign(workspaceHref(id)),
          { words: t('workspace switch') },
        ],
      ),
    // The first is where the page begins, so it stays.
    'remove-workspace': workspaces
      .slice(1)
      .map(
        ({ id, name }): Entry => [
          t('Remove {name} from list', { name }),
          'close',
          () => openDialog({ kind: 'remove-workspace', id, name }),
          { words: t('workspace close') },
        ],
      ),
  } satisfies Entries<MenuCommand<'workspace'>>)
}

/** How messages of the chat are answered, by whom, and in which project. */
function useModeCommands(): readonly Command[] {
  const { place } = useWorkbench()
  const { settings, data, chooseMode, chooseDefinition } = useRunnerChoices()
  if (place.kind !== 'chat') return []
  const choices = (kind: 'agent' | 'project'): readonly Entry[] => {
    const label = (name: string) =>
      kind === 'agent' ? t('Agent: {name}', { name }) : t('Project: {name}', { name })
    const offered = offeredOf(kind, data, settings[kind])
    if (offered.length === 0 && settings[kind] === undefined) return []
    const icon = kind === 'agent' ? 'person' : 'folder'
    return [
      [label(NO_DEFINITION[kind]), 'chat', () => chooseDefinition(kind, null)],
      ...offered.map(({ id, name }): Entry => [label(name), icon, () => chooseDefinition(kind, id)]),
    ]
  }
  return listed('mode', {
    'choose-mode': [...MODES, ...MORE].map(
      (mode): Entry => [
        t('Mode: {names}', { names: mode.name }),
        mode.icon,
        () => chooseMode(mode),
        { words: mode.about },
      ],
    ),
    'choose-agent': choices('agent'),
    'choose-project': choices('project'),
  } satisfies Entries<MenuCommand<'mode'>>)
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
