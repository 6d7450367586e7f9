import '../models/model-settings.css'
import type { ForecastView, ModelView } from '@varve/contract'
import { useId, useRef, useState } from 'react'
import { ModelPicker } from '../models/model-picker.tsx'
import type { ChosenModels } from '../workbench/use-chosen-models.ts'
import { RunnerPicker } from './runner-picker.tsx'
import type { Submit } from './use-submit.ts'
import { useProviders } from '../api/queries.ts'
import { Button } from '../parts/button.tsx'
import { availabilityOf, settingsFacts, settingsFor } from '../view-model/models/models.ts'
import { useActions } from '../workbench/actions.ts'
import { Icon } from '../parts/icon.tsx'
import { Popover, useSurface } from '../parts/menu.tsx'
import { ModelSettingsForm } from '../models/model-settings-form.tsx'
import { useChatSettings } from '../models/use-chat-settings.ts'
import { t } from '../i18n/t.ts'

interface ComposerToolsProps {
  readonly chosen: ChosenModels
  /** The model of an agent that the message calls. */
  readonly called: ForecastView['agentModel']
  readonly answering: boolean
  readonly submit: Submit
  readonly onStop: (() => void) | undefined
  readonly isStopping: boolean
  /** Opens the list of what can be attached, with what is already known of it. */
  readonly onPick: (begun?: string) => void
  readonly onCall: () => void
  readonly onFiles: (files: readonly File[]) => void
  readonly onArea: () => void
}

/** Below the text: what can come along, who answers, and the button that sends. */
export function ComposerTools(props: ComposerToolsProps) {
  const { called, answering, submit, onStop, isStopping, onPick, onCall, onFiles, onArea } = props
  const { model, models } = props.chosen
  return (
    <div className="composer-tools">
      <AttachMenu
        onNote={() => onPick()}
        onCall={onCall}
        onFiles={onFiles}
        onPage={() => onPick('https://')}
        onArea={onArea}
      />
      <span className="composer-divider" />
      <RunnerPicker />
      <ModelPicker models={models} called={called} />
      {models.length > 1 ? null : <ModelSettings model={model} />}
      <ModelNeed model={called ? undefined : models.find(({ ready }) => !ready)} />
      <span className="composer-gap" />
      <SendButton
        answering={answering}
        canSend={submit.canSend}
        reason={submit.reason}
        onSend={submit.send}
        onStop={onStop}
        isStopping={isStopping}
      />
    </div>
  )
}

/** Why the chosen model cannot be asked, and the way to change that. */
function ModelNeed({ model }: { readonly model: ModelView | undefined }) {
  const { openDialog } = useActions()
  const { data: providers = [] } = useProviders()
  if (!model || model.ready) return null
  if (availabilityOf(model, providers) === 'no')
    return <span className="tag warn">{model.unavailable ?? t('Not available now')}</span>
  const dialog = { kind: 'provider-keys', provider: model.provider, wanted: model.id } as const
  return (
    <Button small onClick={() => openDialog(dialog)}>
      {t('Needs a key')}
    </Button>
  )
}

interface SendButtonProps {
  readonly answering: boolean
  readonly canSend: boolean
  /** Why it cannot be sent, where that is not plain to see. */
  readonly reason: string | undefined
  readonly onSend: () => void
  /** Absent while the message is still on its way: there is nothing to stop yet. */
  readonly onStop: (() => void) | undefined
  /** It was pressed, and the server has not said yet that it is done. */
  readonly isStopping: boolean
}

/** One button in one place: Stop while an answer runs, Send otherwise. It keeps its focus when it changes. */
function SendButton({ answering, canSend, reason, onSend, onStop, isStopping }: SendButtonProps) {
  const reasonId = useId()
  const shownReason = answering ? undefined : reason
  return (
    <>
      {shownReason === undefined ? null : (
        <span id={reasonId} className="tag warn figures">
          {shownReason}
        </span>
      )}
      <button
        type="button"
        className={answering ? 'composer-send stop' : 'composer-send'}
        disabled={answering ? !onStop : !canSend}
        aria-describedby={shownReason === undefined ? undefined : reasonId}
        onClick={answering ? onStop : onSend}
      >
        <Icon name={answering ? 'stop' : 'up'} size={14} />
        {answering ? (isStopping ? t('Stopping…') : t('Stop')) : t('Send')}
      </button>
    </>
  )
}

/** What this chat asks of the model, beside its name; nothing for a model that takes no settings. */
function ModelSettings({ model }: { readonly model: ModelView | undefined }) {
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
        title={t('Settings for {name}', { name: model.name })}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="sliders" size={14} />
        <span className="visually-hidden">
          {t('Model settings')}
          {words === '' ? '' : `: ${words}`}
        </span>
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
        aria-label={t('Model settings')}
        hidden={!open}
      >
        {open ? <ModelSettingsForm key={model.id} model={model} chat={chat} /> : null}
      </div>
    </div>
  )
}

interface AttachMenuProps {
  readonly onNote: () => void
  /** Something that is called by its name. */
  readonly onCall: () => void
  readonly onFiles: (files: readonly File[]) => void
  readonly onPage: () => void
  /** What the message is about. */
  readonly onArea: () => void
}

/** The ways to bring something along, for those who do not know the signs. */
function AttachMenu({ onNote, onCall, onFiles, onPage, onArea }: AttachMenuProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Popover
        label={t('Attach')}
        button={<Icon name="plus" />}
        isSign
        buttonClass="icon-button"
        side="above"
      >
        <button type="button" className="popover-item" onClick={onNote}>
          <Icon name="note" />
          <span className="grow">{t('Attach a note, folder or tag')}</span>
          <kbd>@</kbd>
        </button>
        <button type="button" className="popover-item" onClick={onCall}>
          <Icon name="passage" />
          <span className="grow">{t('Use a template or skill')}</span>
          <kbd>/</kbd>
        </button>
        <button type="button" className="popover-item" onClick={() => chooser.current?.click()}>
          <Icon name="clip" />
          {t('Upload a file…')}
        </button>
        <button type="button" className="popover-item" onClick={onPage}>
          <Icon name="globe" />
          {t('Attach a web page…')}
        </button>
        <button type="button" className="popover-item" onClick={onArea}>
          <Icon name="bulb" />
          {t('Area or jurisdiction…')}
        </button>
      </Popover>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t('Files to upload')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file may be chosen again after it was taken out.
          target.value = ''
        }}
      />
    </>
  )
}
