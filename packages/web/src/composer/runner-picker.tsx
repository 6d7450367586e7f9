import './runner-picker.css'
import type { ChatSettingsView, DefinitionView } from '@varve/contract'
import { useDefinitions } from '../api/queries.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { type ChatSettings, useChatSettings } from '../models/use-chat-settings.ts'
import { whyUnusable } from '../view-model/rules/definition-words.ts'
import { useActions } from '../workbench/actions.ts'
import { t } from '../i18n/t.ts'

const AUTO: RunnerChoice = {
  name: t('Auto'),
  about: t('Finds what your notes say about the question'),
  icon: 'search',
}

const ASK: RunnerChoice = {
  runner: 'agent',
  name: t('Agent'),
  about: t('Searches and reads on its own; changes nothing'),
  icon: 'person',
}

/** The ways in which a message can be answered: four that most need. */
const MODES: readonly RunnerChoice[] = [
  AUTO,
  { runner: 'chat', name: t('Chat'), about: t('Uses only what you attach'), icon: 'chat' },
  {
    runner: 'vault-qa',
    name: t('Notes only'),
    about: t('Answers from your notes, or says they don’t'),
    icon: 'note',
  },
  ASK,
]

const MORE: readonly RunnerChoice[] = [
  {
    runner: 'plus',
    name: t('Plus'),
    about: t('The model plans what to look up, then answers once'),
    icon: 'globe',
  },
  {
    runner: 'agent',
    mode: 'plan',
    name: t('Agent, plan'),
    about: t('Reads, and writes a plan'),
    icon: 'passage',
  },
  {
    runner: 'agent',
    mode: 'act',
    name: t('Agent, act'),
    about: t('Reads and writes; asks before it changes a note'),
    icon: 'edit',
  },
]

/**
 * How a message is answered: from what is attached, from the notes, or by a model with tools and how far those reach;
 * by whom, and in which project.
 */
export function RunnerPicker() {
  const { settings, change } = useChatSettings()
  const { openDefinition } = useActions()
  const { data = [] } = useDefinitions()
  const find = (kind: DefinitionView['kind'], id: string | undefined) =>
    id === undefined ? undefined : data.find((one) => one.kind === kind && one.id === id)
  const [agent, project] = [find('agent', settings.agent), find('project', settings.project)]
  const names = [agent?.name ?? settings.agent, project?.name ?? settings.project].filter(
    (name) => name !== undefined,
  )
  const own = agent?.runner ?? project?.runner
  const current = currentRunner({ ...(own ? { runner: own } : {}), ...settings })
  const modeItem = (choice: RunnerChoice) => (
    <MenuItem
      key={choice.name}
      icon={choice === current ? 'check' : choice.icon}
      onSelect={() =>
        // What an agent or a project brings along holds unless the chat says otherwise.
        change({ runner: choice.runner ?? (own ? 'auto' : null), mode: choice.mode ?? null })
      }
    >
      <span className="runner-choice">
        <b>{choice.name}</b>
        <small>{choice.about}</small>
        {choice === current ? <span className="visually-hidden">{t(', chosen')}</span> : null}
      </span>
    </MenuItem>
  )
  return (
    <Menu
      label={t('Mode: {names}', { names: [current.name, ...names].join(', ') })}
      buttonClass="model-pick runner-pick"
      button={
        <>
          <span className="cut">{names.length === 0 ? current.name : names.join(' · ')}</span>
          <Icon name="down" size={14} />
        </>
      }
    >
      <p className="menu-title">{t('Mode')}</p>
      {MODES.map(modeItem)}
      <p className="menu-title">{t('More')}</p>
      {MORE.map(modeItem)}
      <Choices kind="agent" definitions={data} settings={settings} onChange={change} />
      <Choices kind="project" definitions={data} settings={settings} onChange={change} />
      <hr className="menu-line" />
      <MenuItem icon="sliders" onSelect={() => openDefinition(undefined)}>
        {t('Agents and skills…')}
      </MenuItem>
    </Menu>
  )
}

const TITLES = { agent: t('Agent'), project: t('Project') } as const
const NONE = { agent: t('Default'), project: t('No project') } as const

interface ChoicesProps {
  readonly kind: 'agent' | 'project'
  readonly definitions: readonly DefinitionView[]
  readonly settings: ChatSettingsView
  readonly onChange: ChatSettings['change']
}

/** Those that can be chosen, and none of them. What is chosen and does not hold is there, and says why. */
function Choices({ kind, definitions, settings, onChange }: ChoicesProps) {
  const chosen = settings[kind]
  const offered = definitions.filter(
    (one) => one.kind === kind && (whyUnusable(one) === undefined || one.overrides || one.id === chosen),
  )
  if (offered.length === 0 && chosen === undefined) return null
  const isLost = chosen !== undefined && !offered.some(({ id }) => id === chosen)
  // What was set for another persona is not carried over to this one.
  const choose = (id: string | null) =>
    onChange(kind === 'agent' ? { agent: id, runner: null, mode: null } : { project: id })
  return (
    <>
      <p className="menu-title">{TITLES[kind]}</p>
      <Choice icon="chat" isChosen={chosen === undefined} onSelect={() => choose(null)}>
        {NONE[kind]}
      </Choice>
      {isLost ? (
        <Choice icon="warn" isChosen onSelect={() => undefined}>
          {t('{chosen} is missing', { chosen })}
        </Choice>
      ) : null}
      {offered.map((one) => (
        <Choice
          key={one.id}
          icon={kind === 'agent' ? 'person' : 'folder'}
          isChosen={one.id === chosen}
          onSelect={() => choose(one.id)}
        >
          {one.name}
        </Choice>
      ))}
    </>
  )
}

interface ChoiceProps {
  readonly icon: 'chat' | 'person' | 'folder' | 'warn'
  readonly isChosen: boolean
  readonly onSelect: () => void
  readonly children: string | readonly string[]
}

function Choice({ icon, isChosen, onSelect, children }: ChoiceProps) {
  return (
    <MenuItem icon={isChosen && icon !== 'warn' ? 'check' : icon} onSelect={onSelect}>
      {children}
      {isChosen ? <span className="visually-hidden">{t(', chosen')}</span> : null}
    </MenuItem>
  )
}

interface RunnerChoice {
  readonly runner?: NonNullable<ChatSettingsView['runner']>
  readonly mode?: NonNullable<ChatSettingsView['mode']>
  readonly name: string
  readonly about: string
  readonly icon: IconName
}

/** How the chat answers now. */
function currentRunner({ runner = 'auto', mode }: Pick<ChatSettingsView, 'runner' | 'mode'>): RunnerChoice {
  const all = [...MODES, ...MORE]
  if (runner === 'agent') return all.find((one) => one.runner === runner && one.mode === mode) ?? ASK
  return all.find((one) => one.runner === runner) ?? AUTO
}
