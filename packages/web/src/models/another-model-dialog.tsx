import { Dialog } from '../parts/dialog.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import type { ModelChoice } from '../view-model/models/group-models.ts'
import { useActions } from '../workbench/actions.ts'
import { ModelSurface } from './model-surface.tsx'
import './another-model-dialog.css'

interface AnotherModelDialogProps {
  /** Who answered. */
  readonly current: string
  readonly onPick: (id: string) => void
  readonly onClose: () => void
}

/** Who is to answer a question again; one that needs a key is asked for it first. */
export function AnotherModelDialog({ current, onPick, onClose }: AnotherModelDialogProps) {
  const { dispatch } = useActions()
  const pick = ({ model, use }: ModelChoice) => {
    onClose()
    if (use === 'ready') onPick(model.id)
    else
      dispatch({
        kind: 'dialog',
        dialog: { kind: 'provider-keys', provider: model.provider, wanted: model.id },
      })
  }
  return (
    <Dialog label="Answer with another model" place="center" onClose={onClose}>
      <div className="dialog-head">
        <h2 className="grow">Answer with another model</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <div className="another-model">
        <ModelSurface picked={[current]} several={false} onPick={pick} />
      </div>
    </Dialog>
  )
}
