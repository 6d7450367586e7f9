import type { ModelView } from '@varve/server/types'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { ErrorNotice } from '../parts/notice.tsx'
import { formatTokens } from '../view-model/text/format-tokens.ts'
import type { NumberRange } from '../view-model/models/read-number-setting.ts'
import { effortWords, sendsTemperature } from '../view-model/models/settings-words.ts'
import { HistorySetting } from './history-setting.tsx'
import { NumberSetting } from './number-setting.tsx'
import { SummariesSetting } from './summaries-setting.tsx'
import type { ChatSettings } from './use-chat-settings.ts'
import { useNumberDraft } from './use-number-draft.ts'

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
        <span>in this chat, from the next message on</span>
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
        <option value="">Model’s own</option>
        {efforts.map((effort) => (
          <option key={effort} value={effort}>
            {effortWords(effort)}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="model-setting-hint">
        What it thinks is paid as output.
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
    ? `From 0 to ${maximum}; lower is steadier.`
    : 'Not sent while the model thinks: a reasoning effort is set.'
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
