import '../parts/text-field.css'
import type { ModelView } from '@varve/contract'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { ErrorNotice } from '../parts/notice.tsx'
import { formatTokens } from '../view-model/text/format.ts'
import { effortWords, sendsTemperature } from '../view-model/models/models.ts'
import type { ChatSettings } from './use-chat-settings.ts'
import { useActions } from '../workbench/actions.ts'

const FORMS = {
  strip: 'Summarized, except the last turns',
  recall: 'Summarized, with relevant turns added back',
  dump: 'Sent whole as long as it fits',
} as const

interface ModelSettingsFormProps {
  readonly model: ModelView
  readonly chat: ChatSettings
}

/** Only what the model takes, each with what holds while nothing is set. */
export function ModelSettingsForm({ model, chat }: ModelSettingsFormProps) {
  const { temperature, maxOutputTokens, reasoningEfforts } = model.settings
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => first.current?.querySelector<HTMLElement>('select, input')?.focus(), [])
  return (
    <div ref={first} className="model-settings-form">
      <p className="model-settings-title">
        <b className="cut">{model.name}</b>
        <span>for this chat, from the next message</span>
      </p>
      {reasoningEfforts ? <Effort efforts={reasoningEfforts} chat={chat} /> : null}
      {temperature ? (
        <Temperature
          maximum={temperature.maximum}
          chat={chat}
          isSent={sendsTemperature(chat.settings, model.settings)}
        />
      ) : null}
      {maxOutputTokens ? <OutputLimit {...maxOutputTokens} chat={chat} /> : null}
      {model.location === 'offline' ? null : (
        <>
          <HistorySetting chat={chat} />
          <SummariesSetting chat={chat} />
        </>
      )}
      {chat.error ? <ErrorNotice error={chat.error} /> : null}
    </div>
  )
}

function Effort({ efforts, chat }: { readonly efforts: readonly string[]; readonly chat: ChatSettings }) {
  const id = useId()
  const { reasoningEffort } = chat.settings
  const isTaken = reasoningEffort !== undefined && efforts.includes(reasoningEffort)
  return (
    <div className="model-setting">
      <label htmlFor={id}>Reasoning effort</label>
      <select
        id={id}
        className="text-field"
        value={isTaken ? reasoningEffort : ''}
        aria-describedby={`${id}-hint`}
        onChange={(event) =>
          chat.change({ reasoningEffort: event.target.value === '' ? null : event.target.value })
        }
      >
        <option value="">Model default</option>
        {efforts.map((effort) => (
          <option key={effort} value={effort}>
            {effortWords(effort)}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="model-setting-hint">
        Reasoning is billed as output.
      </p>
    </div>
  )
}

interface TemperatureProps {
  readonly maximum: number
  /** Not every model takes one while it thinks. */
  readonly isSent: boolean
  readonly chat: ChatSettings
}

function Temperature({ maximum, isSent, chat }: TemperatureProps) {
  const range: NumberRange = { name: 'The temperature', minimum: 0, maximum, isWhole: false }
  const { onLeave, ...field } = useNumberDraft(chat.settings.temperature, range, (temperature) =>
    chat.change({ temperature }),
  )
  useOnLeaving(onLeave)
  const hint = isSent
    ? `From 0 to ${maximum}; lower is more predictable.`
    : 'Not sent while a reasoning effort is set.'
  return <NumberSetting label="Temperature" hint={hint} {...field} />
}

interface OutputLimitProps {
  readonly maximum: number
  readonly reserved: number
  readonly chat: ChatSettings
}

function OutputLimit({ maximum, reserved, chat }: OutputLimitProps) {
  const range: NumberRange = { name: 'The output limit', minimum: 1, maximum, isWhole: true }
  const { onLeave, ...field } = useNumberDraft(chat.settings.maxOutputTokens, range, (maxOutputTokens) =>
    chat.change({ maxOutputTokens }),
  )
  useOnLeaving(onLeave)
  const hint = `Tokens, up to ${formatTokens(maximum)}. Empty: ${formatTokens(reserved)} are kept free.`
  return <NumberSetting label="Output limit" hint={hint} {...field} />
}

/** A click elsewhere closes the surface before the field hears that it lost the focus. */
function useOnLeaving(onLeave: () => void): void {
  const leave = useEffectEvent(onLeave)
  useEffect(() => () => leave(), [])
}

/** Who sums up what no longer fits. */
function SummariesSetting({ chat }: { readonly chat: ChatSettings }) {
  const id = useId()
  return (
    <div className="model-setting wordy">
      <label htmlFor={id}>When space runs out</label>
      <select
        id={id}
        className="text-field"
        value={chat.settings.summaries ?? 'model'}
        aria-describedby={`${id}-hint`}
        onChange={(event) =>
          chat.change({ summaries: event.target.value === 'extract' ? 'extract' : 'model' })
        }
      >
        <option value="model">Summaries by this model</option>
        <option value="extract">Extracts, in exact words</option>
      </select>
      <p id={`${id}-hint`} className="model-setting-hint">
        A summary is a separate call, made once and stored.
      </p>
    </div>
  )
}

type HistoryForm = keyof typeof FORMS

/** What becomes of old turns once a chat outgrows its model. */
function HistorySetting({ chat }: { readonly chat: ChatSettings }) {
  const id = useId()
  return (
    <div className="model-setting wordy">
      <label htmlFor={id}>Old turns</label>
      <select
        id={id}
        className="text-field"
        value={chat.settings.history ?? 'strip'}
        aria-describedby={`${id}-hint`}
        onChange={(event) => chat.change({ history: event.target.value as HistoryForm })}
      >
        {Object.entries(FORMS).map(([form, words]) => (
          <option key={form} value={form}>
            {words}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="model-setting-hint">
        Applies once the chat no longer fits the model’s window.
      </p>
    </div>
  )
}

interface NumberDraft {
  readonly text: string
  readonly refused: string | undefined
  readonly onText: (text: string) => void
  /** Takes over what was typed; what cannot be taken stays in the field with the reason. */
  readonly onCommit: () => void
  /** Takes it over as well, where the field is about to go; what cannot be taken is said elsewhere then. */
  readonly onLeave: () => void
}

/** What is being typed for a number, until it is taken over. */
function useNumberDraft(
  value: number | undefined,
  range: NumberRange,
  take: (value: number | null) => void,
): NumberDraft {
  const { say } = useActions()
  const [typed, setTyped] = useState<string>()
  const [refused, setRefused] = useState<string>()
  // A field that goes loses the focus as well: what was typed is taken over once.
  const taken = useRef<string>(undefined)
  const known = value === undefined ? '' : String(value)
  const commit = (refuse: (words: string) => void) => {
    if (typed === undefined || typed === known || typed === taken.current) return
    const read = readNumberSetting(typed, range)
    if (read.kind === 'refused') return refuse(read.words)
    taken.current = typed
    setTyped(undefined)
    take(read.value)
  }
  return {
    text: typed ?? known,
    refused,
    onText: (text) => {
      taken.current = undefined
      setTyped(text)
      setRefused(undefined)
    },
    onCommit: () => commit(setRefused),
    onLeave: () => commit((words) => say({ tone: 'error', text: `${words} Nothing was changed.` })),
  }
}

interface NumberRange {
  readonly name: string
  readonly minimum: number
  readonly maximum: number
  readonly isWhole: boolean
}

type ReadNumber =
  /** `null` gives the setting back to the model. */
  | { readonly kind: 'value'; readonly value: number | null }
  | { readonly kind: 'refused'; readonly words: string }

/** What was typed into a field for a number; nothing means the model's own. */
export function readNumberSetting(text: string, range: NumberRange): ReadNumber {
  const plain = text.trim()
  if (plain === '') return { kind: 'value', value: null }
  // Thousands may be separated in whole numbers; elsewhere a comma is a point.
  const value = Number(range.isWhole ? plain.replace(/[,\s_]/g, '') : plain.replace(',', '.'))
  const isInside = value >= range.minimum && value <= range.maximum
  if (isInside && (!range.isWhole || Number.isInteger(value))) return { kind: 'value', value }
  return { kind: 'refused', words: `${range.name} is ${describeRange(range)}.` }
}

function describeRange({ minimum, maximum, isWhole }: NumberRange): string {
  return `a ${isWhole ? 'whole number' : 'number'} from ${formatTokens(minimum)} to ${formatTokens(maximum)}`
}

interface NumberSettingProps {
  readonly label: string
  /** What may be typed, and what holds while nothing is. */
  readonly hint: string
  readonly text: string
  readonly refused: string | undefined
  readonly onText: (text: string) => void
  readonly onCommit: () => void
}

/** A field for a number that may stay empty. It is taken over with Enter and when one goes elsewhere. */
function NumberSetting({ label, hint, text, refused, onText, onCommit }: NumberSettingProps) {
  const id = useId()
  return (
    <div className="model-setting">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="text-field figures"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder="Model default"
        value={text}
        aria-invalid={refused !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onText(event.target.value)}
        onBlur={onCommit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onCommit()
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
