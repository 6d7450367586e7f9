import type { DefinitionKind, DefinitionView } from '@varve/contract'
import { CHAT_SETTING_ROWS } from '@varve/contract/tables/settings'
import type { IconName } from '../../parts/icon.tsx'
import { t } from '../../i18n/t.ts'

export interface KindWords {
  readonly kind: DefinitionKind
  readonly one: string
  readonly many: string
  readonly about: string
  readonly icon: IconName
}

/** In the order in which they are listed. */
export const KINDS: readonly KindWords[] = [
  {
    kind: 'agent',
    one: t('agent'),
    many: t('Agents'),
    about: t('A persona with its tools and model. Type @ to use one for a single message.'),
    icon: 'person',
  },
  {
    kind: 'skill',
    one: t('skill'),
    many: t('Skills'),
    about: t('Instructions for one kind of work, loaded when used. Type / to use one.'),
    icon: 'bulb',
  },
  {
    kind: 'template',
    one: t('template'),
    many: t('Templates'),
    about: t('Messages with blanks to fill in. Type / to use one.'),
    icon: 'passage',
  },
  {
    kind: 'project',
    one: t('project'),
    many: t('Projects'),
    about: t('Instructions, pinned notes and models for the chats that belong to it.'),
    icon: 'folder',
  },
]

export function wordsFor(kind: DefinitionKind): KindWords {
  return KINDS.find((words) => words.kind === kind) ?? (KINDS[0] as KindWords)
}

/** What is in its way, or that it was edited since it was trusted; undefined where nothing is to be said. */
export function stateOf({
  problems,
  trusted,
  changed,
}: DefinitionView): 'mistake' | 'not-trusted' | 'changed' | undefined {
  if (problems.length > 0) return 'mistake'
  if (!trusted) return 'not-trusted'
  return changed ? 'changed' : undefined
}

const IN_THE_WAY = {
  mistake: t('Inactive until its mistake is fixed.'),
  'not-trusted': t('Inactive until you trust it.'),
} as const

/** Why it cannot be used, for the button that would; undefined where it can. */
export function whyUnusable(definition: DefinitionView): string | undefined {
  const state = stateOf(definition)
  return state === undefined || state === 'changed' ? undefined : IN_THE_WAY[state]
}

/** What its front matter settles, for a line below its name. */
export function detailsOf(definition: DefinitionView): readonly string[] {
  const { model, models = [], runner, tools, skills, pinned = [], variables = [], files = [] } = definition
  return [
    ...(runner === undefined ? [] : [t('Mode: {names}', { names: modeName(runner) })]),
    ...(model === undefined ? [] : [model]),
    ...models,
    ...(tools === undefined ? [] : [t('{count} {count|tool|tools}', { count: tools.length })]),
    ...(skills === undefined || skills.length === 0
      ? []
      : [t('{count} {count|skill|skills}', { count: skills.length })]),
    ...(pinned.length === 0 ? [] : [t('{count} pinned', { count: pinned.length })]),
    ...(variables.length === 0 ? [] : [t('asks for {names}', { names: variables.join(', ') })]),
    ...(files.length === 0 ? [] : [t('{count} {count|file|files} in its folder', { count: files.length })]),
  ]
}

/** As the menu of modes has it; one that no menu has stays as it is written. */
function modeName(runner: string): string {
  const row = CHAT_SETTING_ROWS.find(([name]) => name === 'runner')?.[1]
  const words = (row?.kind === 'choice' ? row.choices[runner] : undefined) ?? runner
  return t(words)
}

/** A small sound file to begin with. */
export function startingText(kind: DefinitionKind, id: string): string {
  const name = id.slice(0, 1).toUpperCase() + id.slice(1).replaceAll('-', ' ')
  switch (kind) {
    case 'agent':
      return `---\nname: ${quoted(name)}\ndescription: ${t('What it is good at, in one sentence.')}\nrunner: agent\n---\n${t('You are …')}\n\n${t('What you do')}\n- …\n\n${t('What you never do')}\n- …\n`
    case 'skill':
      return `---\nname: ${quoted(id)}\ndescription: ${t('What it does, and when to use it.')}\n---\n1. …\n2. …\n`
    case 'template':
      return `---\ndescription: ${t('What it is for.')}\n---\n${t('Write about {{topic}} for {{audience}}.')}\n`
    case 'project':
      return `---\nname: ${quoted(name)}\npinned: []\n---\n${t('What every chat of this project should know.')}\n`
    default:
      return kind satisfies never
  }
}

/** A name may look like something else to YAML, as 2026 or yes do. */
function quoted(text: string): string {
  return /^[A-Za-z][A-Za-z -]*$/.test(text) && !/^(?:yes|no|on|off|true|false|null|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text)
}
