import './model-picker.css'
import './another-model-dialog.css'
import type { ForecastView, ModelView } from '@varve/contract'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useSurface } from '../parts/menu.tsx'
import { labelBeside, type ModelChoice } from '../view-model/models/models.ts'
import { MOST_MODELS, useChooseModels } from '../workbench/use-chosen-models.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { ModelSurface } from './model-surface.tsx'
import { keys } from '../api/keys.ts'
import { renewModels, useModels } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../parts/web-error.ts'
import { useActions } from '../workbench/actions.ts'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../i18n/t.ts'
import { countModels } from '../view-model/text/format.ts'

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
            ? t('{name}, the model of @{agent}, answers this message. Choose a model for the others', {
                name: called.name,
                agent: called.agent,
              })
            : isOne
              ? t('{name}, {providerName}. Choose a model', {
                  name: model.name,
                  providerName: model.providerName,
                })
              : t('{names}. Choose models', { names: models.map(({ name }) => name).join(', ') })
        }
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className="visually-hidden">{t('Model:')} </span>
        {isOne || called ? null : <Icon name="columns" size={14} />}
        <span className="cut">{called?.name ?? (isOne ? model.name : countModels(models.length))}</span>
        {called ? <small className="cut">@{called.agent}</small> : null}
        {!called && isOne && model.location === 'offline' ? (
          <small className="cut">{labelBeside(model)}</small>
        ) : null}
        <Icon name="down" size={14} />
      </button>
      <div id={id} className="model-surface" role="dialog" aria-label={t('Models')} hidden={!open}>
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
  const { openDialog } = useWorkbench()
  const choose = useChooseModels()
  const [several, setSeveral] = useState(models.length > 1)
  const picked = models.map(({ id }) => id)
  const isFull = picked.length >= MOST_MODELS
  const pick = ({ model, use }: ModelChoice) => {
    if (use === 'key') {
      onClose()
      return openDialog({ kind: 'provider-keys', provider: model.provider, wanted: model.id })
    }
    if (!several) {
      onClose()
      return choose([model.id])
    }
    // The last one stays: at least one model must answer.
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
            {t('Ask several at once')}
          </label>
          <span className="grow" role="status">
            {several ? t('{count} of at most {MOST_MODELS}', { count: picked.length, MOST_MODELS }) : ''}
          </span>
          {several ? (
            <Button small onClick={onClose}>
              {t('Done')}
            </Button>
          ) : null}
        </div>
      </ModelSurface>
      <ModelFoot onClose={onClose} />
    </>
  )
}

/** Where more models come from: servers on this machine, and keys of providers. */
function ModelFoot({ onClose }: { readonly onClose: () => void }) {
  const { openDialog } = useActions()
  const client = useQueryClient()
  const { data: models = [] } = useModels()
  const [looking, setLooking] = useState(false)
  const [result, setResult] = useState<string>()
  const lookAgain = async () => {
    setLooking(true)
    try {
      await routes.refreshModels()
      await renewModels(client)
      setResult(describeLocal(client.getQueryData<readonly ModelView[]>(keys.models) ?? []))
    } catch (error) {
      setResult(adviseOn(error).what)
    }
    setLooking(false)
  }
  const openKeys = () => {
    onClose()
    openDialog({ kind: 'provider-keys' })
  }
  const connect = () => {
    onClose()
    openDialog('connect')
  }
  return (
    <div className="model-foot">
      <span className="grow" role="status">
        {looking ? t('Looking for local models') : (result ?? describeLocal(models))}
      </span>
      <Button small look="bare" disabled={looking} onClick={() => void lookAgain()}>
        <Icon name="again" size={14} />
        {t('Look again')}
      </Button>
      <Button small look="bare" onClick={openKeys}>
        <Icon name="key" size={14} />
        {t('Keys')}
      </Button>
      <Button small onClick={connect}>
        <Icon name="plus" size={14} />
        {t('Connect')}
      </Button>
    </div>
  )
}

function describeLocal(models: readonly ModelView[]): string {
  const found = models.filter(({ location, ready }) => location === 'local' && ready).length
  if (found === 0) return t('No model server found on this machine.')
  return t('{found} {found|model|models} on this machine.', { found })
}

interface AnotherModelDialogProps {
  /** Who answered. */
  readonly current: string
  readonly onPick: (id: string) => void
  readonly onClose: () => void
}

/** Who is to answer a question again; one that needs a key is asked for it first. */
export function AnotherModelDialog({ current, onPick, onClose }: AnotherModelDialogProps) {
  const { openDialog } = useActions()
  const pick = ({ model, use }: ModelChoice) => {
    onClose()
    if (use === 'ready') onPick(model.id)
    else openDialog({ kind: 'provider-keys', provider: model.provider, wanted: model.id })
  }
  return (
    <Dialog title={t('Answer with another model')} onClose={onClose}>
      <div className="another-model">
        <ModelSurface picked={[current]} several={false} onPick={pick} />
      </div>
    </Dialog>
  )
}
