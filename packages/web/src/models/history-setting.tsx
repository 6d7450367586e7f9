import { useId } from 'react'
import type { ChatSettings } from './use-chat-settings.ts'

const FORMS = {
  strip: 'Summed up, with the last turns',
  recall: 'Summed up, and what a message is about comes back',
  dump: 'Sent whole as long as it fits',
} as const

type HistoryForm = keyof typeof FORMS

/** What becomes of old turns once a chat outgrows its model. */
export function HistorySetting({ chat }: { readonly chat: ChatSettings }) {
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
        Matters once the chat no longer fits into the model’s window.
      </p>
    </div>
  )
}
