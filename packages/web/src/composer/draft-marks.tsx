import { memo, type RefObject } from 'react'
import type { Mark } from '../api/guard-types.ts'
import { findingName } from '../view-model/rules/guard-words.ts'
import { splitAtMarks } from '../view-model/composer/moved-marks.ts'
import './draft-marks.css'

interface DraftMarksProps {
  readonly text: string
  readonly marks: readonly Mark[]
  readonly layer: RefObject<HTMLDivElement | null>
}

/** In a longer text they are only counted: laying it out a second time with each key would hold up the typing. */
const LONGEST_DRAWN = 200_000

/** The text again, unseen, behind the field: what is private in it is underlined where it stands. */
export const DraftMarks = memo(function DraftMarks({ text, marks, layer }: DraftMarksProps) {
  if (text.length > LONGEST_DRAWN) return null
  return (
    <div ref={layer} className="draft-marks" aria-hidden="true">
      {splitAtMarks(text, marks).map((part, at) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          <mark key={at} data-severity={part.mark.severity} data-name={markName(part.mark)}>
            {part.text}
          </mark>
        ),
      )}
      {/* As in the field, a last line that is empty has its height. */}{' '}
    </div>
  )
})

/** What stands at a mark: "card number, critical". */
export function markName({ type, severity }: Mark): string {
  return `${findingName(type)}, ${severity}`
}

/** The name of the mark under the pointer; the field lies above all of them. */
export function markAt(layer: HTMLDivElement, { clientX, clientY }: MouseEvent): string {
  const found = [...layer.querySelectorAll('mark')].find((mark) =>
    [...mark.getClientRects()].some(
      ({ left, right, top, bottom }) =>
        clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
    ),
  )
  return found?.dataset['name'] ?? ''
}
