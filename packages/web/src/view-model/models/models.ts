import type { ChatSettingsView, KeyCheckView, ModelView, ProviderView } from '@varve/contract'
import { CHAT_SETTING_ROWS, type ChatSettingName, type SettingRow } from '@varve/contract/tables/settings'
import { formatTokens } from '../text/format.ts'
import { t } from '../../i18n/t.ts'

export interface ModelChoice {
  readonly model: ModelView
  /** `key`: choosing it asks for a key. `no`: it cannot be asked now, and the model says why. */
  readonly use: 'ready' | 'key' | 'no'
}

export interface ModelGroup {
  readonly id: string
  readonly title: string
  readonly choices: readonly ModelChoice[]
}

interface GroupOptions {
  readonly models: readonly ModelView[]
  readonly providers: readonly ProviderView[]
  /** Every word must occur in the model's name, id or provider. */
  readonly query: string
  /** Of the project that the chat belongs to: they come first, as far as they can be asked. */
  readonly project?: { readonly name: string; readonly models: readonly string[] } | undefined
}

/** Those of the project, offline, this machine, providers with a key; last what cannot be asked yet. Inside a group the server's order stays. */
export function groupModels({ models, providers, query, project }: GroupOptions): readonly ModelGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = new Map<string, { title: string; rank: number; choices: ModelChoice[] }>()
  for (const model of models) {
    if (!answersTo(model, words)) continue
    const choice: ModelChoice = { model, use: availabilityOf(model, providers) }
    const own = choice.use === 'ready' && project?.models.includes(model.id) ? project : undefined
    const { id, title, rank } = own ? { id: 'project', title: own.name, rank: -1 } : placeOf(choice)
    const group = groups.get(id) ?? { title, rank, choices: [] }
    group.choices.push(choice)
    groups.set(id, group)
  }
  return [...groups]
    .sort(([, a], [, b]) => a.rank - b.rank)
    .map(([id, { title, choices }]) => ({ id, title, choices }))
}

/** The choices in display order, for keyboard navigation. */
export function listChoices(groups: readonly ModelGroup[]): readonly ModelChoice[] {
  return groups.flatMap(({ choices }) => choices)
}

export function availabilityOf(model: ModelView, providers: readonly ProviderView[]): ModelChoice['use'] {
  if (model.ready) return 'ready'
  const provider = providers.find(({ id }) => id === model.provider)
  return provider?.key === 'none' ? 'key' : 'no'
}

function placeOf({ model, use }: ModelChoice) {
  if (use !== 'ready')
    return { id: `later ${model.provider}`, title: model.providerName, rank: use === 'key' ? 3 : 4 }
  switch (model.location) {
    case 'offline':
      return { id: 'offline', title: t('Offline'), rank: 0 }
    case 'local':
      return { id: 'local', title: t('On this machine'), rank: 1 }
    case 'cloud':
      return { id: `ready ${model.provider}`, title: model.providerName, rank: 2 }
    default:
      return model.location satisfies never
  }
}

function answersTo(model: ModelView, words: readonly string[]): boolean {
  const text = `${model.name} ${model.id} ${model.providerName}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Added to what is said of a budget, where nobody has said how much the model takes. */
export function assumedWords({ name, unknown }: Pick<ModelView, 'name' | 'unknown'>): string {
  return unknown?.includes('window')
    ? ` ${t('How much {name} really takes is unknown; this is assumed.', { name })}`
    : ''
}

/** A model's label next to its name, without repeating the name. */
export function labelBeside({ name, label }: Pick<ModelView, 'name' | 'label'>): string {
  const repeats = label.toLowerCase().startsWith(`${name.toLowerCase()}: `)
  const words = repeats ? label.slice(name.length + 2) : label
  return t(words)
}

/** What a model allows of a setting. */
export interface SettingRange {
  readonly maximum?: number
  readonly reserved?: number
  readonly choices?: readonly string[]
}

/** Undefined if the model doesn't take it. */
export function modelRange(name: ChatSettingName, takes: ModelView['settings']): SettingRange | undefined {
  if (name === 'reasoningEffort') return takes.reasoningEfforts && { choices: takes.reasoningEfforts }
  return name === 'temperature' || name === 'maxOutputTokens' ? takes[name] : undefined
}

/** What a model takes. */
interface Takes {
  readonly temperature?: { readonly notWhileThinking?: true }
  readonly maxOutputTokens?: unknown
  readonly reasoningEfforts?: readonly string[]
}

/** Settings as short facts; none if all are the model's own. */
export function settingsFacts(settings: ChatSettingsView = {}): readonly string[] {
  return CHAT_SETTING_ROWS.flatMap(([name, row]) => {
    const value = settings[name]
    return value === undefined || row.page?.fact === undefined
      ? []
      : [t(row.page.fact, { value: valueWords(row, value) })]
  })
}

function valueWords(row: SettingRow, value: string | number | readonly string[]): string {
  if (row.kind === 'number') return row.whole ? formatTokens(Number(value)) : String(value)
  const words = row.kind === 'choice' ? row.choices[String(value)] : undefined
  return words === undefined ? String(value) : t(words)
}

/** Whether a model is sent the temperature of a chat: some take none while they think. */
export function sendsTemperature({ reasoningEffort }: ChatSettingsView, takes: Takes): boolean {
  if (takes.temperature?.notWhileThinking !== true || reasoningEffort === undefined) return true
  return reasoningEffort === 'none' || takes.reasoningEfforts?.includes(reasoningEffort) !== true
}

/** What of a chat's settings a model takes: the others are not sent to it. */
export function settingsFor(settings: ChatSettingsView, takes: Takes): ChatSettingsView {
  const { temperature, maxOutputTokens, reasoningEffort } = settings
  const isWarm = takes.temperature !== undefined && sendsTemperature(settings, takes)
  return {
    ...(temperature !== undefined && isWarm ? { temperature } : {}),
    ...(maxOutputTokens !== undefined && takes.maxOutputTokens !== undefined ? { maxOutputTokens } : {}),
    ...(reasoningEffort !== undefined && takes.reasoningEfforts?.includes(reasoningEffort)
      ? { reasoningEffort }
      : {}),
  }
}

/** Where the key of a provider comes from, in words. */
export function describeKey({ key, keyVariable, keyProblem }: ProviderView): string {
  switch (key) {
    case 'environment':
      return t('From {keyVariable}', { keyVariable })
    case 'memory':
      return t('In memory until Varve stops')
    case 'sealed':
      return t('On this machine, encrypted')
    case 'none':
      return keyProblem === undefined ? t('None yet') : t('Can’t be decrypted')
    case 'not-needed':
      return t('Needs none')
    default:
      return key satisfies never
  }
}

/** Whether there is a key that was entered here, also one that cannot be opened. */
export function canRemoveKey({ key, keyProblem }: ProviderView): boolean {
  return key === 'memory' || key === 'sealed' || keyProblem !== undefined
}

/** A key that its provider did not refuse. */
export interface KeptKey {
  readonly provider: ProviderView
  readonly check: Exclude<KeyCheckView, { readonly kind: 'refused' }>
  readonly models: readonly ModelView[]
}

/** What is known of a new key: `Key works: 14 models found.` One that was not checked is never called ready. */
export function describeKept({ provider: { id, name }, check, models }: KeptKey): string {
  const isOfUse = models.some((model) => model.provider === id && model.ready)
  return [checkWords(check, name), ...(isOfUse ? [] : [t('No model of {name} is ready.', { name })])].join(
    ' ',
  )
}

function checkWords(check: KeptKey['check'], name: string): string {
  switch (check.kind) {
    case 'works':
      return check.models === undefined
        ? t('Key works.')
        : t('Key works: {models} {models|model|models} found.', { models: check.models })
    case 'untold':
      return t('Key saved, not verified: {name} has no way to check it.', { name })
    case 'unreached':
      return t('Key saved, not verified: {name} did not answer.', { name })
    default:
      return check satisfies never
  }
}

/** What is said of a key that its provider refused. */
export function describeRefused({ name }: Pick<ProviderView, 'name'>): string {
  return t('{name} refused this key. It was not saved.', { name })
}

/** What is left after a key was removed; a key in the environment then serves again. */
export function describeRemoved(provider: ProviderView): string {
  return provider.key === 'environment'
    ? t('Key removed. {name} uses the one in {keyVariable} again.', {
        name: provider.name,
        keyVariable: provider.keyVariable,
      })
    : t('Key removed. {name} has no key now.', { name: provider.name })
}
