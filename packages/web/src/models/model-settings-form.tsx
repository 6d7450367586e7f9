import '../parts/text-field.css'
import type { ModelView } from '@varve/contract'
import {
  CHAT_SETTING_ROWS,
  type ChatSettingName,
  describeRefusal,
  type SettingKind,
  type SettingOnPage,
  type SettingRow,
} from '@varve/contract/tables/settings'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { ErrorNotice } from '../parts/notice.tsx'
import { modelRange, type SettingRange, sendsTemperature } from '../view-model/models/models.ts'
import type { ChatSettings } from './use-chat-settings.ts'
import { t } from '../i18n/t.ts'
import { useActions } from '../workbench/actions.ts'

interface ModelSettingsFormProps {
  readonly model: ModelView
  readonly chat: ChatSettings
}

/** The settings of a chat that this model takes, each with what holds while nothing is set. */
export function ModelSettingsForm({ model, chat }: ModelSettingsFormProps) {
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => first.current?.querySelector<HTMLElement>('select, input')?.focus(), [])
  return (
    <div ref={first} className="model-settings-form">
      <p className="model-settings-title">
        <b className="cut">{model.name}</b>
        <span>{t('for this chat, from the next message')}</span>
      </p>
      <SettingRows model={model} chat={chat} />
      {model.location === 'offline' ? null : (
        <details className="model-setting-context">
          <summary>{t('Context')}</summary>
          <SettingRows model={model} chat={chat} isContext />
        </details>
      )}
      {chat.error ? <ErrorNotice error={chat.error} /> : null}
    </div>
  )
}

/** The settings about the model, or those about what its requests hold. */
function SettingRows({
  model,
  chat,
  isContext = false,
}: ModelSettingsFormProps & { readonly isContext?: boolean }) {
  return CHAT_SETTING_ROWS.map(([name, row]) => {
    const { page } = row
    if (!page || (page.isContext ?? false) !== isContext) return null
    const range = shownRange(name, page, model)
    return range ? (
      <Setting key={name} name={name} row={row} page={page} range={range} chat={chat} model={model} />
    ) : null
  })
}

/** What the model allows of a setting; undefined if it isn't shown for this model. */
function shownRange(
  name: ChatSettingName,
  { shown }: SettingOnPage,
  model: ModelView,
): SettingRange | undefined {
  if (shown === 'if the model takes it') return modelRange(name, model.settings)
  return model.location === 'offline' ? undefined : {}
}

interface SettingProps {
  readonly name: ChatSettingName
  readonly row: SettingRow
  readonly page: SettingOnPage
  readonly range: SettingRange
  readonly chat: ChatSettings
  readonly model: ModelView
}

/** One control for each kind of setting. */
function Setting({ name, row, page, range, chat, model }: SettingProps) {
  const isSent = name !== 'temperature' || sendsTemperature(chat.settings, model.settings)
  const value = chat.settings[name]
  const control: ControlProps = {
    label: t(row.label),
    hint: hintOf(isSent ? page.hint : (page.notSent ?? page.hint), range),
    value: value === undefined ? undefined : Array.isArray(value) ? value.join(', ') : String(value),
    change: (changed) => chat.change({ [name]: changed }),
  }
  switch (row.kind) {
    case 'choice': {
      const choices = Object.entries(row.choices).filter(
        ([choice]) => range.choices?.includes(choice) ?? true,
      )
      return <ChoiceSetting {...control} choices={choices} preset={row.default} />
    }
    case 'number':
      return (
        <NumberSetting
          {...control}
          row={{ ...row, maximum: range.maximum ?? row.maximum }}
          preset={row.default && t(row.default)}
        />
      )
    case 'names':
      return <NamesSetting {...control} row={row} />
    // These have pickers of their own.
    case 'switch':
    case 'file':
    case 'text':
      return null
    default:
      return row satisfies never
  }
}

function hintOf(hint: string, { maximum, reserved }: SettingRange): string {
  return t(hint, { maximum: maximum ?? '', reserved: reserved ?? '' })
}

interface ControlProps {
  readonly label: string
  /** What may be set, and what holds while nothing is. */
  readonly hint: string
  readonly value: string | undefined
  /** `null` gives the setting back to its default. */
  readonly change: (value: string | number | readonly string[] | null) => void
}

interface ChoiceSettingProps extends ControlProps {
  readonly choices: readonly (readonly [value: string, words: string])[]
  /** The choice that holds while nothing is set; the model decides if absent. */
  readonly preset: string | undefined
}

function ChoiceSetting({ label, hint, value, change, choices, preset }: ChoiceSettingProps) {
  const id = useId()
  const isOffered = choices.some(([choice]) => choice === value)
  return (
    // Words of several syllables need a whole line.
    <div className={preset === undefined ? 'model-setting' : 'model-setting wordy'}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="text-field"
        value={isOffered ? value : (preset ?? '')}
        aria-describedby={`${id}-hint`}
        onChange={(event) => change(event.target.value === '' ? null : event.target.value)}
      >
        {preset === undefined ? <option value="">{t('Model default')}</option> : null}
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {t(words)}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="model-setting-hint">
        {hint}
      </p>
    </div>
  )
}

type NamesRow = Extract<SettingKind, { readonly kind: 'names' }>

/** Names in one line, set apart by commas. */
function NamesSetting({ label, hint, value = '', change, row }: ControlProps & { readonly row: NamesRow }) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const commit = () => {
    if (typed === undefined || typed === value) return
    const names = typed.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))
    change(names.length === 0 ? null : names.slice(0, row.most))
    setTyped(undefined)
  }
  return (
    <div className="model-setting wordy">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="text-field"
        type="text"
        autoComplete="off"
        placeholder={row.example}
        value={typed ?? value}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          commit()
        }}
      />
      <p id={`${id}-hint`} className="model-setting-hint">
        {hint}
      </p>
    </div>
  )
}

type NumberRow = Extract<SettingKind, { readonly kind: 'number' }>

type ReadNumber =
  /** `null` gives the setting back to its default. */
  | { readonly kind: 'value'; readonly value: number | null }
  | { readonly kind: 'refused'; readonly words: string }

/** The number that was typed; an empty text means the model's own. */
export function readNumberSetting(text: string, label: string, row: NumberRow): ReadNumber {
  const plain = text.trim()
  if (plain === '') return { kind: 'value', value: null }
  // Whole numbers may have separators of thousands; in others a comma is a decimal point.
  const value = Number(row.whole ? plain.replace(/[,\s_]/g, '') : plain.replace(',', '.'))
  const isInside = value >= row.minimum && value <= row.maximum
  if (isInside && (!row.whole || Number.isInteger(value))) return { kind: 'value', value }
  return { kind: 'refused', words: describeRefusal(label, row) }
}

/** A number that may stay empty. It is saved with Enter and when the field loses the focus. */
function NumberSetting({
  label,
  hint,
  value = '',
  change,
  row,
  preset = t('Model default'),
}: ControlProps & { readonly row: NumberRow; readonly preset: string | undefined }) {
  const id = useId()
  const { say } = useActions()
  const [typed, setTyped] = useState<string>()
  const [refused, setRefused] = useState<string>()
  // A field that is removed loses the focus as well: its text is saved once.
  const saved = useRef<string>(undefined)
  const commit = (refuse: (words: string) => void) => {
    if (typed === undefined || typed === value || typed === saved.current) return
    const outcome = readNumberSetting(typed, label, row)
    if (outcome.kind === 'refused') return refuse(outcome.words)
    saved.current = typed
    setTyped(undefined)
    change(outcome.value)
  }
  // A click outside closes the form before the field loses the focus.
  const leave = useEffectEvent(() =>
    commit((words) => say({ tone: 'error', text: t('{words} Nothing was changed.', { words }) })),
  )
  useEffect(() => () => leave(), [])
  return (
    <div className="model-setting">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="text-field figures"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder={preset}
        value={typed ?? value}
        aria-invalid={refused !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          saved.current = undefined
          setTyped(event.target.value)
          setRefused(undefined)
        }}
        onBlur={() => commit(setRefused)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          commit(setRefused)
        }}
      />
      <p
        id={`${id}-hint`}
        className={refused === undefined ? 'model-setting-hint' : 'model-setting-hint refused'}
      >
        <span role="status">{refused ?? ''}</span>
        {refused === undefined ? hint : ''}
      </p>
    </div>
  )
}
