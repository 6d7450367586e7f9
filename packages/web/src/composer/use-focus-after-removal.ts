import type { MouseEvent } from 'react'
import { useWorkbench } from '../workbench/workbench.tsx'

/** Where the focus goes from a chip that is taken out: by key to the next one, else to the field. */
export function useFocusAfterRemoval(): (event: MouseEvent) => void {
  const { composer, layout } = useWorkbench()
  return ({ currentTarget, detail }) => {
    const isByKey = detail === 0
    const beside = isByKey ? besideOf(currentTarget) : undefined
    if (beside) beside.focus()
    // A finger on a phone would bring up the keyboard with it.
    else if (isByKey || layout.sidebar !== 'drawer') composer.current?.focus()
  }
}

function besideOf(button: Element): HTMLElement | undefined {
  const all = [
    ...(button.closest('.chips')?.querySelectorAll<HTMLElement>('.chip-remove:not(.chip-marker)') ?? []),
  ]
  const at = all.findIndex((each) => each === button)
  return all[at + 1] ?? all[at - 1]
}
