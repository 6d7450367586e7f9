import { useKeyName } from '../api/use-key-name.ts'
import { SplitName } from '../parts/file-name.tsx'
import { keyLabel } from '../view-model/composer/describe-attachment.ts'
import { useForget } from './use-forget.ts'

/** Struck out until the next turn carries it out. */
export function ForgottenChip({ path, title }: { readonly path: string; readonly title: string }) {
  const { undo } = useForget()
  const nameOf = useKeyName()
  const name = keyLabel(path, title)
  return (
    <span className="chip forgotten">
      <span className="chip-body">
        <span className="visually-hidden">Forgotten: </span>
        <s>
          <SplitName name={nameOf(path, title)} title={name} />
        </s>
      </span>
      <button
        type="button"
        className="chip-undo"
        aria-label={`Undo: keep ${name}`}
        onClick={() => undo(path, title)}
      >
        Undo
      </button>
    </span>
  )
}
