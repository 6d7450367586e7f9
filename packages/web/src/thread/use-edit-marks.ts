import { type RefObject, useMemo, useRef } from 'react'
import { type Forecast, useForecast } from '../composer/use-forecast.ts'
import type { Mark } from '../api/guard-types.ts'
import { movedMarks } from '../view-model/composer/moved-marks.ts'

interface EditedText {
  readonly turnId: string
  readonly text: string
  readonly modelIds: readonly string[]
  readonly paused: boolean
}

interface EditMarks {
  readonly forecast: Forecast['data']
  readonly marks: readonly Mark[]
  readonly layer: RefObject<HTMLDivElement | null>
  /** The marks lie behind the field, wherever that is scrolled to. */
  readonly onScroll: (field: HTMLTextAreaElement) => void
}

/** What is private in the other words of a message, asked a moment after the last key as in the composer. */
export function useEditMarks({ turnId, text, modelIds, paused }: EditedText): EditMarks {
  const draft = useMemo(() => ({ text, attach: [] }), [text])
  const { data, marked } = useForecast({ draft, active: undefined, modelIds, head: `edit ${turnId}`, paused })
  const layer = useRef<HTMLDivElement>(null)
  const marks = useMemo(() => (marked ? movedMarks(marked, text) : []), [marked, text])
  const onScroll = (field: HTMLTextAreaElement) => {
    if (layer.current) layer.current.scrollTop = field.scrollTop
  }
  return { forecast: data, marks, layer, onScroll }
}
