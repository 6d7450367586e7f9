/**
 * To be called by what goes away when it is clicked: of a double click on it, the second click must not act on what
 * lay beneath.
 */
export function ignoreSecondClick(): void {
  for (const kind of ['mousedown', 'click'] as const)
    addEventListener(kind, stopIfSecond, { capture: true, once: true })
}

function stopIfSecond(event: MouseEvent): void {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}
