import { useId } from 'react'
import type { ChatSettings } from './use-chat-settings.ts'

/** Who sums up what no longer fits. */
export function SummariesSetting({ chat }: { readonly chat: ChatSettings }) {
  const id = useId()
  return (
    <div className="model-setting wordy">
      <label htmlFor={id}>When room is short</label>
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
        A summary is a call of its own, made once and kept.
      </p>
    </div>
  )
}
