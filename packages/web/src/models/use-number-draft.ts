import { useRef, useState } from 'react'
import { useActions } from '../workbench/actions.ts'
import { type NumberRange, readNumberSetting } from '../view-model/models/read-number-setting.ts'

export interface NumberDraft {
  readonly text: string
  readonly refused: string | undefined
  readonly onText: (text: string) => void
  /** Takes over what was typed; what cannot be taken stays in the field with the reason. */
  readonly onCommit: () => void
  /** Takes it over as well, where the field is about to go; what cannot be taken is said elsewhere then. */
  readonly onLeave: () => void
}

/** What is being typed for a number, until it is taken over. */
export function useNumberDraft(
  value: number | undefined,
  range: NumberRange,
  take: (value: number | null) => void,
): NumberDraft {
  const { say } = useActions()
  const [typed, setTyped] = useState<string>()
  const [refused, setRefused] = useState<string>()
  // A field that goes loses the focus as well: what was typed is taken over once.
  const taken = useRef<string>(undefined)
  const known = value === undefined ? '' : String(value)
  const commit = (refuse: (words: string) => void) => {
    if (typed === undefined || typed === known || typed === taken.current) return
    const read = readNumberSetting(typed, range)
    if (read.kind === 'refused') return refuse(read.words)
    taken.current = typed
    setTyped(undefined)
    take(read.value)
  }
  return {
    text: typed ?? known,
    refused,
    onText: (text) => {
      taken.current = undefined
      setTyped(text)
      setRefused(undefined)
    },
    onCommit: () => commit(setRefused),
    onLeave: () => commit((words) => say({ tone: 'error', text: `${words} It stays as it was.` })),
  }
}
