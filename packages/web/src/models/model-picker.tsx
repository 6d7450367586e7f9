import type { ForecastView, ModelView } from '@varve/server/types'
import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useSurface } from '../parts/use-surface.ts'
import type { ModelChoice } from '../view-model/models/group-models.ts'
import { labelBeside } from '../view-model/models/label-beside.ts'
import { MOST_MODELS, useChooseModels } from '../workbench/use-chosen-models.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { ModelFoot } from './model-foot.tsx'
import { ModelSurface } from './model-surface.tsx'
import './model-picker.css'

interface ModelPickerProps {
  readonly models: readonly ModelView[]
  /** The message calls an agent that brings its own model: that one answers this message. */
  readonly called?: ForecastView['agentModel'] | undefined
}

/** Who will answer, and the list of who could: one, or several beside each other. */
export function ModelPicker({ models, called }: ModelPickerProps) {
  const { state, dispatch } = useWorkbench()
  const open = state.modelPickerOpen
  const setOpen = (next: boolean) => dispatch({ kind: 'model-picker', open: next })
  const { root, trigger, id, close, onEscape } = useSurface(open, setOpen)
  const [model] = models
  if (!model) return null
  const isOne = models.length === 1
  return (
    <div ref={root} className="model-picker" onKeyDown={onEscape}>
      <button
        ref={trigger}
        type="button"
        className="model-pick"
        title={
          called
            ? `${called.name}, the model of @${called.agent}, answers this message. Choose a model for the others`
            : isOne
              ? `${model.name}, ${model.providerName}. Choose a model`
              : `${models.map(({ name }) => name).join(', ')}. Choose models`
        }
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className="visually-hidden">Model: </span>
        {isOne || called ? null : <Icon name="columns" size={14} />}
        <span className="cut">{called?.name ?? (isOne ? model.name : `${models.length} models`)}</span>
        {called ? <small className="cut">@{called.agent}</small> : null}
        {!called && isOne && model.location === 'offline' ? (
          <small className="cut">{labelBeside(model)}</small>
        ) : null}
        <Icon name="down" size={14} />
      </button>
      <div id={id} className="model-surface" role="dialog" aria-label="Models" hidden={!open}>
        {open ? <Choice models={models} onClose={close} /> : null}
      </div>
    </div>
  )
}

interface ChoiceProps {
  readonly models: readonly ModelView[]
  readonly onClose: () => void
}

/** One is chosen and the list closes; several are ticked until one is done. */
function Choice({ models, onClose }: ChoiceProps) {
  const { dispatch } = useWorkbench()
  const choose = useChooseModels()
  const [several, setSeveral] = useState(models.length > 1)
  const picked = models.map(({ id }) => id)
  const isFull = picked.length >= MOST_MODELS
  const pick = ({ model, use }: ModelChoice) => {
    if (use === 'key') {
      onClose()
      return dispatch({
        kind: 'dialog',
        dialog: { kind: 'provider-keys', provider: model.provider, wanted: model.id },
      })
    }
    if (!several) {
      onClose()
      return choose([model.id])
    }
    // The last one stays: somebody has to answer.
    if (picked.includes(model.id)) return choose(picked.filter((id) => id !== model.id))
    return isFull ? undefined : choose([...picked, model.id])
  }
  const switchSeveral = (next: boolean) => {
    setSeveral(next)
    if (!next) choose(picked.slice(0, 1))
  }
  return (
    <>
      <ModelSurface picked={picked} several={several} onPick={pick}>
        <div className="model-several">
          <label>
            <input
              type="checkbox"
              checked={several}
              onChange={(event) => switchSeveral(event.target.checked)}
            />
            Ask several at once
          </label>
          <span className="grow" role="status">
            {several ? `${picked.length} of at most ${MOST_MODELS}` : ''}
          </span>
          {several ? (
            <Button small onClick={onClose}>
              Done
            </Button>
          ) : null}
        </div>
      </ModelSurface>
      <ModelFoot onClose={onClose} />
    </>
  )
}
