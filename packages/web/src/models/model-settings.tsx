import type { ModelView } from '@varve/server/types'
import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { useSurface } from '../parts/use-surface.ts'
import { settingsFacts, settingsFor } from '../view-model/models/settings-words.ts'
import { ModelSettingsForm } from './model-settings-form.tsx'
import { useChatSettings } from './use-chat-settings.ts'
import './model-settings.css'

/** What this chat asks of the model, beside its name; nothing for a model that takes no settings. */
export function ModelSettings({ model }: { readonly model: ModelView | undefined }) {
  const chat = useChatSettings()
  const [open, setOpen] = useState(false)
  const { root, trigger, id, onEscape } = useSurface(open, setOpen)
  if (!model || Object.keys(model.settings).length === 0) return null
  const facts = settingsFacts(settingsFor(chat.settings, model.settings))
  const words = facts.join(', ')
  return (
    <div ref={root} className="model-settings" onKeyDown={onEscape}>
      <button
        ref={trigger}
        type="button"
        className="model-pick"
        title={`Settings of ${model.name}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="sliders" size={14} />
        <span className="visually-hidden">Settings of the model{words === '' ? '' : `: ${words}`}</span>
        {words === '' ? null : (
          <>
            <span className="cut settings-long" aria-hidden="true">
              {words}
            </span>
            <span className="settings-short" aria-hidden="true">
              {facts.length}
            </span>
          </>
        )}
      </button>
      <div
        id={id}
        className="model-surface settings"
        role="dialog"
        aria-label="Settings of the model"
        hidden={!open}
      >
        {open ? <ModelSettingsForm key={model.id} model={model} chat={chat} /> : null}
      </div>
    </div>
  )
}
