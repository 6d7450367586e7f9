import type { ForecastView } from '@varve/server/types'
import { ModelPicker } from '../models/model-picker.tsx'
import { ModelSettings } from '../models/model-settings.tsx'
import type { ChosenModels } from '../workbench/use-chosen-models.ts'
import { AttachMenu } from './attach-menu.tsx'
import { ModelNeed } from './model-need.tsx'
import { RunnerPicker } from './runner-picker.tsx'
import { SendButton } from './send-button.tsx'
import type { Submit } from './use-submit.ts'

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
