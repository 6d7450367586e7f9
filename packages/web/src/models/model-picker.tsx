import type { ModelView } from '@varve/server/types'
import { useId, useRef } from 'react'
import { Icon } from '../parts/icon.tsx'
import { useLeaving } from '../parts/use-leaving.ts'
import { labelBeside } from '../view-model/label-beside.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { ModelSurface } from './model-surface.tsx'
import './model-picker.css'

/** Who will answer, and the list of who could. */
export function ModelPicker({ model }: { readonly model: ModelView | undefined }) {
  const { state, dispatch } = useWorkbench()
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const id = useId()
  const open = state.modelPickerOpen
  const setOpen = (next: boolean) => dispatch({ kind: 'model-picker', open: next })
  const close = () => {
    setOpen(false)
    trigger.current?.focus()
  }
  useLeaving(root, open, () => setOpen(false))
  if (!model) return null
  return (
    <div
      ref={root}
      className="model-picker"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.preventDefault()
        close()
      }}
    >
      <button
        ref={trigger}
        type="button"
        className="model-pick"
        title={`${model.name}, ${model.providerName}. Choose a model`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className="visually-hidden">Model: </span>
        <span className="cut">{model.name}</span>
        {model.location === 'offline' ? <small className="cut">{labelBeside(model)}</small> : null}
        <Icon name="down" size={14} />
      </button>
      <div id={id} className="model-surface" role="dialog" aria-label="Models" hidden={!open}>
        {open ? <ModelSurface current={model.id} onClose={close} /> : null}
      </div>
    </div>
  )
}
