import './settings-view.css'
import '../shell/chat-bar.css'
import '../parts/text-field.css'
import '../workspaces/workspace-settings.css'
import { PAGE_SETTING_ROWS, type PageSettingName, type SettingRow } from '@varve/contract/tables/settings'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import {
  useAppSettings,
  useChangeAppSettings,
  useModels,
  useProviders,
  useWorkspace,
  useWorkspaces,
} from '../api/queries.ts'
import about from '../../package.json' with { type: 'json' }
import { workspaceHref } from '../api/address.ts'
import { GuardSettings } from '../guard/guard-settings.tsx'
import { McpSettings } from '../mcp/mcp-settings.tsx'
import { LocalModels, LocalModelSettings } from '../models/local-models.tsx'
import { ProviderRows } from '../models/provider-keys-dialog.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { rich, t } from '../i18n/t.ts'
import { writeSetting } from '../setting.ts'
import { ToolRulesSettings } from '../tool-rules/tool-rules-settings.tsx'
import { ServerTrouble } from '../workbench/part-error.tsx'
import { SETTINGS_SECTIONS, type SettingsSection, settingsHref } from '../workbench/place.ts'
import { ToastLine } from '../workbench/toast-line.tsx'
import { useShortcuts } from '../workbench/use-shortcuts.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { MemorySettings } from '../workspaces/memory-settings.tsx'
import { WorkspaceUnavailable } from '../workspaces/workspace-menu.tsx'
import { ByMeaning, InstructionSettings, WorkspaceRows } from '../workspaces/workspace-settings.tsx'
import { ApiKeys } from './api-keys.tsx'
import { WebSearchSettings } from './web-search-settings.tsx'
import { KeysList } from './keys-list.tsx'

const TITLES: Readonly<Record<SettingsSection, readonly [title: string, scope: string]>> = {
  models: [t('Models and keys'), t('All workspaces')],
  appearance: [t('Appearance'), t('This browser')],
  context: [t('Context'), t('This workspace')],
  guard: [t('Guard'), t('This workspace')],
  tools: [t('Tools'), t('This workspace')],
  workspaces: [t('Workspaces'), t('All workspaces')],
  programs: [t('API keys'), t('All workspaces')],
  keyboard: [t('Keyboard'), t('All workspaces')],
  data: [t('Data and backup'), t('This workspace')],
  about: [t('About'), t('All workspaces')],
}

/** Every setting, in sections, of Varve and of this workspace. The search narrows the rows. */
export function SettingsView({ section }: { readonly section: SettingsSection | undefined }) {
  const { chatId, startChat, openChat, openDialog, layout } = useWorkbench()
  const { data: workspace, error, refetch } = useWorkspace()
  const [query, setQuery] = useState('')
  /** Sections that hold a setting of these words. */
  const [found, setFound] = useState<number>()
  const page = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useShownSection(page, section)
  useShortcuts({
    newChat: startChat,
    showKeys: () => openDialog('keys'),
    filter: () => field.current?.focus(),
    escape: () => {
      openChat(chatId)
      return true
    },
  })
  return (
    <main className="settings-view" aria-label={t('Settings')}>
      <header className="chat-bar">
        {layout.sidebar === 'drawer' ? (
          <IconButton icon="menu" label={t('Chats')} onClick={() => openDialog('chats')} />
        ) : null}
        <h1 className="grow cut">{t('Settings')}</h1>
        <label className="settings-search">
          <Icon name="search" size={14} />
          <span className="visually-hidden">{t('Find a setting')}</span>
          <input
            ref={field}
            type="search"
            placeholder={t('Find a setting')}
            value={query}
            onChange={({ target }) => {
              setQuery(target.value)
              setFound(narrowRows(page.current, target.value))
            }}
          />
        </label>
      </header>
      <div className="settings-body">
        <nav className="settings-nav" aria-label={t('Sections of the settings')}>
          {SETTINGS_SECTIONS.map((id) => (
            <a
              key={id}
              href={settingsHref(id)}
              aria-current={id === (section ?? 'models') ? 'true' : undefined}
            >
              {TITLES[id][0]}
            </a>
          ))}
        </nav>
        <div ref={page} className="settings-page" tabIndex={-1}>
          {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
          <p className="visually-hidden" role="status">
            {query.trim() === ''
              ? ''
              : found === 0
                ? t('No setting found')
                : t('Found in {found} {found|section|sections}', { found: found ?? 0 })}
          </p>
          {found === 0 ? (
            <p className="faint settings-none">
              {t('No setting matches “{query}”.', { query: query.trim() })}
            </p>
          ) : null}
          {SETTINGS_SECTIONS.map((id) => (
            <Section key={id} id={id}>
              <Inside id={id} isUnavailable={workspace?.unavailable !== undefined} />
            </Section>
          ))}
        </div>
      </div>
      <div className="files-said">
        <ServerTrouble />
        <ToastLine />
      </div>
    </main>
  )
}

/** The guard by itself, as one of the pages beside Files and Usage. */
export function GuardView() {
  const { startChat, openDialog, layout } = useWorkbench()
  useShortcuts({ newChat: startChat, showKeys: () => openDialog('keys') })
  return (
    <main className="settings-view">
      <header className="chat-bar">
        {layout.sidebar === 'drawer' ? (
          <IconButton icon="menu" label={t('Chats')} onClick={() => openDialog('chats')} />
        ) : null}
        <h1 className="grow">{t('Guard')}</h1>
      </header>
      <div className="settings-body">
        <div className="settings-page" role="region" aria-label={t('Guard of this workspace')} tabIndex={0}>
          <div className="settings-section">
            <GuardSettings />
          </div>
        </div>
      </div>
      <div className="files-said">
        <ServerTrouble />
        <ToastLine />
      </div>
    </main>
  )
}

function Section({ id, children }: { readonly id: SettingsSection; readonly children: ReactNode }) {
  const title = useId()
  const [name, scope] = TITLES[id]
  return (
    <section className="settings-section" data-section={id} aria-labelledby={title}>
      <h2 id={title} tabIndex={-1}>
        {name} <small>{scope}</small>
      </h2>
      {children}
    </section>
  )
}

function Inside({ id, isUnavailable }: { readonly id: SettingsSection; readonly isUnavailable: boolean }) {
  const { data: workspace } = useWorkspace()
  switch (id) {
    case 'models':
      return <ModelSettings />
    case 'appearance':
      return PAGE_SETTING_ROWS.map(([name, row]) => <PageSetting key={name} name={name} row={row} />)
    case 'context':
      if (isUnavailable && workspace?.unavailable !== undefined)
        return <WorkspaceUnavailable reason={workspace.unavailable} />
      return (
        <>
          <ByMeaning />
          {workspace ? <WorkspaceRows workspace={workspace} about="context" /> : null}
          <MemorySettings />
          <InstructionSettings />
        </>
      )
    case 'guard':
      return <GuardSettings />
    case 'tools':
      return (
        <>
          <ToolRulesSettings />
          <WebSearchSettings />
          {isUnavailable ? null : <McpSettings />}
        </>
      )
    case 'workspaces':
      return <OpenWorkspaces />
    case 'programs':
      return <ApiKeys />
    case 'keyboard':
      return (
        <section>
          <KeysList />
        </section>
      )
    case 'data':
      return (
        <>
          {workspace ? <WorkspaceRows workspace={workspace} about="folder" /> : null}
          <section>
            <h3>{t('Backup')}</h3>
            <p className="switch-about">
              {workspace?.root === undefined
                ? t('The files of this workspace, their versions and its chats are in Varve’s database.')
                : t(
                    'Your notes are in your folder, and its Varve folder holds the chats as Markdown. Earlier versions and settings are in Varve’s data folder.',
                  )}{' '}
              {rich('Back up both. To write a workspace to a folder, run {command}.', {
                command: <code>varve files export</code>,
              })}
            </p>
          </section>
        </>
      )
    case 'about':
      return (
        <section>
          <p className="switch-about">
            {t(
              'Varve runs on this machine and keeps what you write here. Nothing leaves it except what you send to a cloud model.',
            )}
          </p>
          <p className="switch-about">
            {t('Version {version}, under the {license} license', {
              version: about.version,
              license: about.license,
            })}
          </p>
        </section>
      )
    default:
      return id satisfies never
  }
}

function ModelSettings() {
  const { openDialog } = useWorkbench()
  const { data: models = [] } = useModels()
  const { data: providers = [], error, refetch } = useProviders()
  const { data: settings } = useAppSettings()
  const { mutate: change, error: refused } = useChangeAppSettings()
  const chosen = settings?.model ?? ''
  const field = useId()
  return (
    <>
      <section className="settings-row">
        <label htmlFor={field}>{t('Model of new chats')}</label>
        <select
          id={field}
          className="text-field"
          value={models.some(({ id }) => id === chosen) ? chosen : ''}
          onChange={({ target }) => change({ model: target.value === '' ? null : target.value })}
        >
          <option value="">{t('The last one you chose')}</option>
          {models
            .filter(({ ready, id }) => ready || id === chosen)
            .map(({ id, name, providerName }) => (
              <option key={id} value={id}>
                {name}, {providerName}
              </option>
            ))}
        </select>
        <p className="switch-about">{t('A chat that has begun keeps its own model.')}</p>
        {refused ? <ErrorNotice error={refused} /> : null}
      </section>
      <LocalModels />
      <section>
        <h3>{t('Keys')}</h3>
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        <ProviderRows
          providers={providers}
          onChoose={(provider) => openDialog({ kind: 'provider-keys', provider })}
        />
        <div className="settings-buttons">
          <Button small onClick={() => openDialog('connect')}>
            {t('Connect a model')}
          </Button>
        </div>
      </section>
      <LocalModelSettings />
    </>
  )
}

function PageSetting({ name, row }: { readonly name: PageSettingName; readonly row: SettingRow }) {
  const [value, setValue] = useState(() => document.documentElement.dataset[name] ?? row.default ?? '')
  const field = useId()
  if (row.kind !== 'choice') return null
  return (
    <section className="settings-row">
      <label htmlFor={field}>{t(row.label)}</label>
      <select
        id={field}
        className="text-field"
        value={value}
        onChange={({ target }) => {
          const isDefault = target.value === row.default
          setValue(target.value)
          writeSetting(`varve.${name}`, isDefault ? undefined : target.value)
          // Its words are loaded before the page is.
          if (name === 'language') location.reload()
          if (isDefault) delete document.documentElement.dataset[name]
          else document.documentElement.dataset[name] = target.value
        }}
      >
        {Object.entries(row.choices).map(([id, words]) => (
          <option key={id} value={id}>
            {t(words)}
          </option>
        ))}
      </select>
      <p className="switch-about">{t(row.help)}</p>
    </section>
  )
}

/** The way to each of them; the first is where the page begins, so it stays. */
function OpenWorkspaces() {
  const { openDialog } = useWorkbench()
  const { data: current } = useWorkspace()
  const { data, error, refetch } = useWorkspaces(true)
  return (
    <section>
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      <ul className="settings-workspaces" aria-label={t('Workspaces')}>
        {data?.workspaces.map(({ id, name, root }, place) => (
          <li key={id}>
            <span className="grow">
              <b>{name}</b>
              <small>{root ?? t('In the database')}</small>
            </span>
            {id === current?.id ? (
              <span className="tag">{t('Current')}</span>
            ) : (
              <Button
                small
                aria-label={t('Go to {name}', { name })}
                onClick={() => location.assign(workspaceHref(id))}
              >
                {t('Go there')}
              </Button>
            )}
            {place === 0 ? null : (
              <Button
                small
                look="bare"
                aria-label={t('Remove {name} from list', { name })}
                onClick={() => openDialog({ kind: 'remove-workspace', id, name })}
              >
                {t('Remove from list')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="settings-buttons">
        <Button small onClick={() => openDialog('open-folder')}>
          {t('Open folder…')}
        </Button>
        <Button small onClick={() => openDialog('new-workspace')}>
          {t('New workspace in the database…')}
        </Button>
      </div>
    </section>
  )
}

/** Brings the section that the address names into view, once it is laid out. */
function useShownSection(
  page: { readonly current: HTMLElement | null },
  section: SettingsSection | undefined,
) {
  useEffect(() => {
    if (section === undefined) return
    const shown = page.current?.querySelector<HTMLElement>(`[data-section="${section}"]`)
    shown?.scrollIntoView({ block: 'start' })
    shown?.querySelector('h2')?.focus({ preventScroll: true })
    document.querySelector('.settings-nav [aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [page, section])
}

/** Hides the rows that do not hold the words. Gives the number of sections that are left; undefined without words. */
function narrowRows(page: HTMLElement | null, query: string): number | undefined {
  const words = query.toLowerCase().match(/\S+/g) ?? []
  let left = 0
  for (const section of page?.querySelectorAll<HTMLElement>('.settings-section') ?? []) {
    const holds = (element: HTMLElement) =>
      words.every((word) => element.textContent.toLowerCase().includes(word))
    const isNamed = holds(section.querySelector('h2') ?? section)
    const rows = [...section.querySelectorAll<HTMLElement>(':scope > section')]
    for (const row of rows) row.hidden = !isNamed && !holds(row)
    section.hidden = rows.length > 0 ? rows.every((row) => row.hidden) : !isNamed
    if (!section.hidden) left += 1
  }
  return words.length === 0 ? undefined : left
}
