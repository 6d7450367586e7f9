import './runner-picker.css'
import type { ChatSettingsView, DefinitionView } from '@varve/contract'
import { useDefinitions } from '../api/queries.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Menu, type MenuCommand, MenuItem } from '../parts/menu.tsx'
import { useChatSettings } from '../models/use-chat-settings.ts'
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
export const MODES: readonly RunnerChoice[] = [
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

export const MORE: readonly RunnerChoice[] = [
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
  const { openDefinition } = useActions()
  const { settings, data, names, current, chooseMode, chooseDefinition } = useRunnerChoices()
  const modeItem = (choice: RunnerChoice) => (
    <MenuItem
      key={choice.name}
      command="choose-mode"
      icon={choice === current ? 'check' : choice.icon}
      onSelect={() => chooseMode(choice)}
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
      <Choices kind="agent" definitions={data} settings={settings} onChoose={chooseDefinition} />
      <Choices kind="project" definitions={data} settings={settings} onChoose={chooseDefinition} />
      <hr className="menu-line" />
      <MenuItem command="definitions" icon="sliders" onSelect={() => openDefinition(undefined)}>
        {t('Agents and skills…')}
      </MenuItem>
    </Menu>
  )
}

/** How messages of the chat are answered, and what that can be changed to: for the menu and for commands. */
export function useRunnerChoices() {
  const { settings, change } = useChatSettings()
  const { data = [] } = useDefinitions()
  const find = (kind: DefinitionView['kind'], id: string | undefined) =>
    id === undefined ? undefined : data.find((one) => one.kind === kind && one.id === id)
  const [agent, project] = [find('agent', settings.agent), find('project', settings.project)]
  const names = [agent?.name ?? settings.agent, project?.name ?? settings.project].filter(
    (name) => name !== undefined,
  )
  const own = agent?.runner ?? project?.runner
  return {
    settings,
    data,
    names,
    current: currentRunner({ ...(own ? { runner: own } : {}), ...settings }),
    // What an agent or a project brings along holds unless the chat says otherwise.
    chooseMode: ({ runner, mode }: RunnerChoice) =>
      change({ runner: runner ?? (own ? 'auto' : null), mode: mode ?? null }),
    // What was set for another persona is not carried over to this one.
    chooseDefinition: (kind: 'agent' | 'project', id: string | null) =>
      change(kind === 'agent' ? { agent: id, runner: null, mode: null } : { project: id }),
  }
}

/** The agents or projects that can be chosen, and the one that is. */
export function offeredOf(
  kind: 'agent' | 'project',
  definitions: readonly DefinitionView[],
  chosen: string | undefined,
): readonly DefinitionView[] {
  return definitions.filter(
    (one) => one.kind === kind && (whyUnusable(one) === undefined || one.overrides || one.id === chosen),
  )
}

const TITLES = { agent: t('Agent'), project: t('Project') } as const
export const NO_DEFINITION = { agent: t('Default'), project: t('No project') } as const

interface ChoicesProps {
  readonly kind: 'agent' | 'project'
  readonly definitions: readonly DefinitionView[]
  readonly settings: ChatSettingsView
  readonly onChoose: (kind: 'agent' | 'project', id: string | null) => void
}

/** Those that can be chosen, and none of them. What is chosen and does not hold is there, and says why. */
function Choices({ kind, definitions, settings, onChoose }: ChoicesProps) {
  const chosen = settings[kind]
  const offered = offeredOf(kind, definitions, chosen)
  if (offered.length === 0 && chosen === undefined) return null
  const isLost = chosen !== undefined && !offered.some(({ id }) => id === chosen)
  const command = kind === 'agent' ? 'choose-agent' : 'choose-project'
  const choose = (id: string | null) => onChoose(kind, id)
  return (
    <>
      <p className="menu-title">{TITLES[kind]}</p>
      <Choice command={command} icon="chat" isChosen={chosen === undefined} onSelect={() => choose(null)}>
        {NO_DEFINITION[kind]}
      </Choice>
      {isLost ? (
        <Choice command={command} icon="warn" isChosen onSelect={() => undefined}>
          {t('{chosen} is missing', { chosen })}
        </Choice>
      ) : null}
      {offered.map((one) => (
        <Choice
          key={one.id}
          command={command}
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
  readonly command: MenuCommand<'mode'>
  readonly icon: 'chat' | 'person' | 'folder' | 'warn'
  readonly isChosen: boolean
  readonly onSelect: () => void
  readonly children: string | readonly string[]
}

function Choice({ command, icon, isChosen, onSelect, children }: ChoiceProps) {
  return (
    <MenuItem command={command} icon={isChosen && icon !== 'warn' ? 'check' : icon} onSelect={onSelect}>
      {children}
      {isChosen ? <span className="visually-hidden">{t(', chosen')}</span> : null}
    </MenuItem>
  )
}

export interface RunnerChoice {
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
