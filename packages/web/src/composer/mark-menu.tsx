import { Icon } from '../parts/icon.tsx'
import { Popover } from '../parts/popover.tsx'
import type { ContextMark } from '../workbench/draft.ts'

interface MarkMenuProps {
  /** What is marked. */
  readonly title: string
  readonly mark: ContextMark | undefined
  readonly onMark: (mark: ContextMark | undefined) => void
}

export const MARKS = [
  { mark: 'essential', label: 'Essential', about: 'stays whole' },
  { mark: undefined, label: 'Normal', about: 'shortened when room is short' },
  { mark: 'optional', label: 'Optional', about: 'goes first' },
] as const

/** How dear something attached is, for when not everything fits. */
export function MarkMenu({ title, mark, onMark }: MarkMenuProps) {
  const name = MARKS.find((each) => each.mark === mark)?.label ?? ''
  return (
    <Popover
      label={`${title} is ${name.toLowerCase()}: change`}
      button={<Icon name="choose" size={14} />}
      isSign
      buttonClass="chip-remove chip-marker"
      align="start"
      side="above"
    >
      <p className="kept-hint">Now it is sent whole. The mark counts from the next message on.</p>
      {MARKS.map((each) => (
        <button
          key={each.label}
          type="button"
          className="popover-item mark-item"
          aria-pressed={each.mark === mark}
          onClick={() => onMark(each.mark)}
        >
          <Icon name="check" size={14} />
          {each.label}
          <span className="faint">{each.about}</span>
        </button>
      ))}
    </Popover>
  )
}
